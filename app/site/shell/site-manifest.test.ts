import { expect, test } from "vitest";
import { keepSiteRoutes, withSiteManifest } from "./site-manifest.ts";

test("pages of the dashboard are left out, and what says nothing of the others", () => {
  const entry = { module: "/assets/entry.js", imports: ["/assets/site.js"] };
  const root = {
    id: "root",
    hasLoader: false,
    hasAction: true,
    imports: ["/assets/site.js", "/assets/b.js"],
  };
  const manifest = { entry, routes: { root, "dashboard/home/home": {} } };
  const kept = keepSiteRoutes(`window.__reactRouterManifest=${JSON.stringify(manifest)};`);
  const left = { entry, routes: { root: { id: "root", hasAction: true, imports: ["/assets/b.js"] } } };
  expect(kept).toBe(`window.__reactRouterManifest=${JSON.stringify(left)};`);
});

test("another way of writing it stops the build", () => {
  expect(() => keepSiteRoutes("export default {}")).toThrow(/another way/);
});

test("only the list of pages is led elsewhere", () => {
  const find = withSiteManifest(() => null);
  expect(find("/assets/manifest-1a2b3c4d.js")?.to).toBe("/assets/manifest-1a2b3c4d-site.js");
  expect(find("/assets/manifest-BvRk9kiK.js")).toBeNull();
});
