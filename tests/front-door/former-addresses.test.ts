import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { processEnv } from "#tests/support/process-env.ts";
import type { RunningSite } from "../support/site.ts";
import { siteTest } from "../support/site-test.ts";

const root = join(import.meta.dirname, "../..");

const test = siteTest(async (cleanups) => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-former-"));
  cleanups.defer(() => rmSync(folder, { recursive: true, force: true }));
  const [content, dataDir] = [join(folder, "content"), join(folder, "data")];
  mkdirSync(join(content, "blogs"), { recursive: true });
  writeFileSync(join(content, "blogs/one.md"), "---\ntitle: Rain\npublishedAt: 2026-01-01\n---\n\nWet.\n");
  const redirects = [
    "- {from: //greek/2013/rain/, kind: blog, title: Rain}",
    "- {from: /2019/rain.html, kind: blog, title: Rain}",
    "- {from: '/product.php?id=1', to: /about}",
    "- {from: '/product.php?id=2', to: /contact}",
    "- {from: '/blog/index.php?id=1', to: /about}",
    "- {from: '/blog/index.php?id=2', to: /contact}",
    "- {from: '/?q=node/12', to: /about}",
  ];
  writeFileSync(join(content, "redirects.yaml"), `${redirects.join("\n")}\n`);
  const env = { ...processEnv, DATA_DIR: dataDir };
  const { stderr } = spawnSync(process.execPath, [join(root, "cli/import.ts"), content], {
    env,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return { env: { SAMPLE_CONTENT: "off" }, dataDir };
});

const request = async (site: RunningSite, path: string, init: RequestInit = {}) => {
  const response = await fetch(site.url + path, { redirect: "manual", ...init });
  return [response.status, response.headers.get("location")];
};

test.for([
  "//greek/2013/rain/",
  "/greek/2013/rain",
  "//Greek//2013/rain?utm_source=x",
  "/2019//rain.html",
  "///2019/rain.html//",
])("redirects a former address with any number of slashes: %s", async (path, { site }) => {
  expect(await request(site, path)).toEqual([301, "/blog/Rain"]);
  expect(await request(site, path, { method: "HEAD" })).toEqual([301, "/blog/Rain"]);
});

test.for(["//evil.example/", "//evil.example/greek/2013/rain", "//blog", "/blog//Rain", "//"])(
  "does not redirect empty path segments elsewhere: %s",
  async (path, { site }) => {
    expect(await request(site, path)).toEqual([404, null]);
  },
);

test.for([
  ["/product.php?id=1", "/about"],
  ["/product.php?id=2&utm_source=x", "/contact"],
  ["/blog/index.php?id=1", "/about"],
  ["/blog/index.php?id=2", "/contact"],
  ["/?q=node/12", "/about"],
] as const)("redirects a former address with a query to its page: %s", async ([path, target], { site }) => {
  expect(await request(site, path)).toEqual([301, target]);
});

test("does not redirect a former address with another query", async ({ site }) => {
  expect(await request(site, "/product.php?id=3")).toEqual([404, null]);
  expect((await request(site, "/?q=node/13"))[0]).toBe(200);
});

test("redirects an address in another case and keeps its query", async ({ site }) => {
  expect(await request(site, "/BLOG?category=x")).toEqual([301, "/blog?category=x"]);
  expect(await request(site, "/Blog/Rain")).toEqual([301, "/blog/Rain"]);
  expect(await request(site, "/BLOG", { method: "POST", body: "x" })).not.toEqual([301, "/blog"]);
});

test("rejects requests with a body to a former address", async ({ site }) => {
  expect(await request(site, "//greek/2013/rain/", { method: "POST", body: "x" })).toEqual([404, null]);
});
