import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect } from "vitest";
import {
  addressesOf,
  exportWith,
  oldHost,
  type Permalinks,
} from "#app/ops/transfer/wordpress/addresses.fixture.ts";
import { processEnv } from "#tests/support/process-env.ts";
import { siteTest } from "../support/site-test.ts";

const root = join(import.meta.dirname, "../..");
const permalinks: Permalinks = { structure: "/%year%/%monthnum%/%postname%/", folder: "", front: "" };

const test = siteTest(async (cleanups) => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-imported-"));
  cleanups.defer(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  const path = join(folder, "export.xml");
  writeFileSync(path, exportWith(permalinks, `${oldHost}/wp-content/uploads`));
  const uploads = join(folder, "uploads");
  mkdirSync(join(uploads, "2024/03"), { recursive: true });
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: "gold" } });
  await picture.clone().png().toFile(join(uploads, "2024/03/cover.png"));
  await picture.clone().jpeg().toFile(join(uploads, "2024/03/lamp.jpg"));
  const { stderr } = spawnSync(process.execPath, [join(root, "cli/import.ts"), path, "--uploads", uploads], {
    env: { ...processEnv, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return { env: { SAMPLE_CONTENT: "off" }, dataDir };
});

/** Address with and without a trailing slash. */
function spellingsOf(address: string): string[] {
  const [path = "", query] = address.split("?");
  const other = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  const isFile = /\.\w{2,4}$/.test(path);
  return other === "" || isFile ? [address] : [address, query === undefined ? other : `${other}?${query}`];
}

test("every former address answers or redirects once to a page", async ({ site }) => {
  const addresses = addressesOf(permalinks).map((address) => address.replace(oldHost, ""));
  expect(addresses.length).toBeGreaterThan(100);
  const wrong: string[] = [];
  for (const address of addresses.flatMap(spellingsOf)) {
    const first = await fetch(site.url + address, { redirect: "manual" });
    const target = first.headers.get("location");
    const last = target === null ? first : await fetch(new URL(target, site.url), { redirect: "manual" });
    if (last.status !== 200) wrong.push(`${address}: ${first.status} ${target ?? ""} ${last.status}`);
    await last.arrayBuffer();
  }
  expect(wrong).toEqual([]);
});

test.for([
  ["/2024/03/rain-1/feed/", "/blog/Rain-1"],
  ["/?p=1", "/blog/Rain-1"],
  ["/?cat=5", "/blog?category=Rivers"],
  ["/category/news/rivers/", "/blog?category=Rivers"],
  ["/2024/03/", "/blog"],
  ["/feed/", "/blog/feed.xml"],
] as const)("redirects a former address to its own page: %s", async ([address, target], { site }) => {
  const response = await fetch(site.url + address, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([301, target]);
});

test.for(["", "/"])("redirects a former file address to its current version%s", async (suffix, { site }) => {
  const from = `${site.url}/wp-content/uploads/2024/03/cover.png${suffix}`;
  const { status, headers } = await fetch(from, { redirect: "manual" });
  expect([status, headers.get("cache-control")]).toEqual([302, "no-cache"]);
  expect(headers.get("location")).toMatch(/^\/files\/[\w-]+\/60\.webp$/);
});
