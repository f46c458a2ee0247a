import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { keepSiteRoutes, withSiteManifest, writeSiteStart } from "./site-manifest.ts";

test("pages of the dashboard and what is no page are left out, and what says nothing of the others", () => {
  const entry = { module: "/assets/entry.js", imports: ["/assets/site.js"] };
  const root = {
    id: "root",
    hasLoader: false,
    hasAction: true,
    imports: ["/assets/site.js", "/assets/b.js"],
    css: [],
  };
  const home = { id: "site/home/home", hasDefaultExport: true, imports: ["/assets/site.js"] };
  const feed = { id: "site/blog/feed", hasLoader: true, hasDefaultExport: false };
  const desk = { id: "dashboard/home/home", hasDefaultExport: true };
  const routes = { root, [home.id]: home, [feed.id]: feed, [desk.id]: desk };
  const manifest = { entry, routes };
  const kept = keepSiteRoutes(`window.__reactRouterManifest=${JSON.stringify(manifest)};`);
  const window: { __reactRouterManifest?: unknown } = {};
  runInNewContext(kept, { window });
  expect(JSON.parse(JSON.stringify(window.__reactRouterManifest))).toEqual({
    entry: { module: entry.module },
    routes: { root: { id: "root", hasAction: true }, [home.id]: { id: home.id } },
  });
});

test("another way of writing it stops the build", () => {
  expect(() => keepSiteRoutes("export default {}")).toThrow(/another way/);
});

test("the entry comes in one file with the list it reads", () => {
  const list = `window.__reactRouterManifest=${JSON.stringify({ entry: { module: "/assets/entry-1.js" }, routes: {} })};`;
  expect(writeSiteStart(list, (address) => `import"./react.js";start("${address}")`)).toBe(
    `${keepSiteRoutes(list)}\nimport"./react.js";start("/assets/entry-1.js")`,
  );
});

test("only the list of pages and the entry are led elsewhere, to one file", () => {
  const manifest = { url: "/assets/manifest-1a2b3c4d.js", entry: { module: "/assets/entry-1.js" } };
  const find = withSiteManifest(manifest, () => null);
  expect(find("/assets/manifest-1a2b3c4d.js")?.to).toBe("/assets/manifest-1a2b3c4d-site.js");
  expect(find("/assets/entry-1.js")?.to).toBe("/assets/manifest-1a2b3c4d-site.js");
  expect(find("/assets/manifest-BvRk9kiK.js")).toBeNull();
});
