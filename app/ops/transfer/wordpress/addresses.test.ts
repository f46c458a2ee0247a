import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import { engines } from "#tests/support/database.ts";
import { addressesOf, exportWith, oldHost, type Permalinks, visit } from "./addresses.fixture.ts";
import { openMove } from "./move.fixture.ts";

const structures: [structure: string, front: string][] = [
  ["", ""],
  ["/%year%/%monthnum%/%day%/%postname%/", ""],
  ["/%year%/%monthnum%/%postname%/", ""],
  ["/archives/%post_id%/", "/archives"],
  ["/%postname%/", ""],
  ["/blog/%postname%/", "/blog"],
  ["/index.php/%year%/%monthnum%/%day%/%postname%/", "/index.php"],
  ["/%category%/%postname%/", ""],
  ["/%author%/%postname%/", ""],
];

const cases = engines.flatMap((engine) =>
  ["", "/wp", "/blog"].flatMap((folder) =>
    structures.map(([structure, front]) => ({ engine, folder, structure, front })),
  ),
);

async function moveIn(engine: (typeof engines)[number], permalinks: Permalinks) {
  const site = await openMove(engine);
  writeFileSync(site.path, exportWith(permalinks, `${oldHost}${permalinks.folder}/wp-content/uploads`));
  return { ...site, report: await site.move() };
}

test.each(cases)("$engine: needs at most one redirect for $structure in “$folder”", async (one) => {
  await using site = await moveIn(one.engine, one);
  const wrong: string[] = [];
  for (const address of addressesOf(one)) {
    const { at, hops, isPage } = await visit(site, address);
    if (hops > 1 || !isPage) wrong.push(`${address} → ${at} (${hops})`);
  }
  expect(wrong).toEqual([]);
});

test("redirects each old list to the corresponding list", async () => {
  const permalinks = { structure: "/%postname%/", folder: "/wp", front: "" };
  await using site = await moveIn("sqlite", permalinks);
  const placeOf = async (address: string) => (await visit(site, address)).at;
  for (const [address, place] of [
    ["/wp/?cat=5", "/blog?category=Rivers"],
    ["/wp/category/news/rivers/page/2/", "/blog?category=Rivers"],
    ["/wp/?tag=boats", "/blog?tag=Boats"],
    ["/wp/?author=2", "/authors/Rahim-Uddin"],
    ["/wp/author/rahim-uddin/", "/authors/Rahim-Uddin"],
    ["/wp/author/minaold-example/", "/blog"],
    ["/wp/?m=202403", "/blog"],
    ["/wp/?feed=rss2&cat=5", "/blog/feed.xml"],
    ["/wp/?s=rain%20now", "/search?q=rain+now"],
    ["/wp/search/rain+now/", "/search?q=rain+now"],
    ["/wp/rain-1/comment-page-2/", "/blog/Rain-1"],
    ["/wp/?p=1&cpage=2", "/blog/Rain-1"],
    ["/wp/news/", "/blog"],
    ["/wp/home/", "/"],
    ["/wp/", "/"],
    ["/wp/sitemap_index.xml", "/sitemap.xml"],
  ] as const)
    expect(await placeOf(address), address).toBe(place);
  expect(site.report).toContain("Page 20 “Home”: front page. Its addresses now lead to /");
  expect(site.report).toContain("Page 22 “News”: page of posts.");
  expect(site.report).toContain("Tag “Boats”: description “All about boats”.");
});

test("redirects numbered addresses and lists of a site at /blog", async () => {
  const permalinks = { structure: "/%year%/%monthnum%/%postname%/", folder: "/blog", front: "" };
  await using site = await moveIn("sqlite", permalinks);
  for (const [address, place] of [
    ["/blog/?p=1", "/blog/Rain-1"],
    ["/blog/index.php?p=1", "/blog/Rain-1"],
    ["/blog/2024/03/rain-1/", "/blog/Rain-1"],
    ["/blog/?cat=5", "/blog?category=Rivers"],
    ["/blog/?author=2", "/authors/Rahim-Uddin"],
    ["/blog/?feed=rss2", "/blog/feed.xml"],
    ["/blog/?m=202403", "/blog"],
    ["/blog/?s=rain", "/search?q=rain"],
    // The list of a tag has the same address here.
    ["/blog/?tag=boats", "/blog?tag=boats"],
  ] as const)
    expect((await visit(site, address)).at, address).toBe(place);
  expect(site.report).not.toContain("unexplained");
});

test("reports numbered addresses of a site at /media", async () => {
  const permalinks = { structure: "/%postname%/", folder: "/media", front: "" };
  await using site = await moveIn("sqlite", permalinks);
  expect(site.report).toContain("Address /media/?p=1: former address. This site has its own page there.");
  expect(await findRedirect(site.db, "/media/?p=1")).toBeNull();
});

test("reports old addresses that the product uses itself", async () => {
  await using site = await openMove("sqlite");
  const xml = exportWith({ structure: "/%postname%/", folder: "", front: "" }, `${oldHost}/uploads`);
  writeFileSync(
    site.path,
    xml
      .replace(`${oldHost}/rain-2/`, `${oldHost}/dashboard/rain-2/`)
      .replace(`${oldHost}/rain-3/`, `${oldHost}/files/rain-3/`)
      .replace(`${oldHost}/rain-4/`, `${oldHost}/api/rain-4/`)
      .replace(`${oldHost}/rain-5/`, `${oldHost}/contact/`),
  );
  const report = await site.move();
  for (const address of ["/dashboard/rain-2/", "/files/rain-3/", "/api/rain-4/", "/contact/"])
    expect(report).toContain(`Address ${address}: former address. This site has its own page there.`);
});
