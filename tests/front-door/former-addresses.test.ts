import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processEnv } from "#tests/support/process-env.ts";
import { type RunningSite, startSite } from "../support/site.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "frontdesk-former-"));
let site: RunningSite;

beforeAll(async () => {
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
  site = await startSite({ env: { SAMPLE_CONTENT: "off" }, dataDir });
});

afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(site.url + path, { redirect: "manual", ...init });
  return [answer.status, answer.headers.get("location")];
};

test.each([
  "//greek/2013/rain/",
  "/greek/2013/rain",
  "//Greek//2013/rain?utm_source=x",
  "/2019//rain.html",
  "///2019/rain.html//",
])("a former address leads to its entry, however many slashes it is written with: %s", async (path) => {
  expect(await ask(path)).toEqual([301, "/blog/Rain"]);
  expect(await ask(path, { method: "HEAD" })).toEqual([301, "/blog/Rain"]);
});

test.each(["//evil.example/", "//evil.example/greek/2013/rain", "//blog", "/blog//Rain", "//"])(
  "empty steps lead nowhere else: %s",
  async (path) => {
    expect(await ask(path)).toEqual([404, null]);
  },
);

test.each([
  ["/product.php?id=1", "/about"],
  ["/product.php?id=2&utm_source=x", "/contact"],
  ["/blog/index.php?id=1", "/about"],
  ["/blog/index.php?id=2", "/contact"],
  ["/?q=node/12", "/about"],
])("a former address with a query leads to its own page: %s", async (path, place) => {
  expect(await ask(path)).toEqual([301, place]);
});

test("a former address with another query leads nowhere", async () => {
  expect(await ask("/product.php?id=3")).toEqual([404, null]);
  expect((await ask("/?q=node/13"))[0]).toBe(200);
});

test("an address in another case leads to the one that is kept, with its query", async () => {
  expect(await ask("/BLOG?category=x")).toEqual([301, "/blog?category=x"]);
  expect(await ask("/Blog/Rain")).toEqual([301, "/blog/Rain"]);
  expect(await ask("/BLOG", { method: "POST", body: "x" })).not.toEqual([301, "/blog"]);
});

test("what is sent to a former address is not taken", async () => {
  expect(await ask("//greek/2013/rain/", { method: "POST", body: "x" })).toEqual([404, null]);
});
