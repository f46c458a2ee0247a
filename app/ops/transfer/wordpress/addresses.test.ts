import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import type { Database } from "#app/platform/database/database.ts";
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

const template =
  "<wp:postmeta><wp:meta_key>_wp_page_template</wp:meta_key><wp:meta_value>map.php</wp:meta_value></wp:postmeta>";

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
    ["/wp/news/feed/", "/blog/feed.xml"],
    ["/wp/feed/", "/blog/feed.xml"],
    ["/wp/home/", "/"],
    ["/wp/", "/"],
    ["/wp/sitemap_index.xml", "/sitemap.xml"],
  ] as const)
    expect(await placeOf(address), address).toBe(place);
  expect(site.report).toContain("Page 20 “Home”: front page. Its addresses now lead to /");
  expect(site.report).toContain("Page 22 “News”: page of posts.");
  expect(site.report).toContain("Tag “Boats”: description “All about boats”.");
});

/** An export whose empty page has a name that no rule knows. */
function exportWithUpdatesPage(): string {
  return exportWith({ structure: "/%postname%/", folder: "", front: "" }, `${oldHost}/uploads`)
    .replaceAll(`${oldHost}/news/`, `${oldHost}/updates/`)
    .replace("<wp:post_name>news<", "<wp:post_name>updates<");
}

async function statesByTitle(db: Database): Promise<Record<string, string>> {
  const entries = await db.query
    .selectFrom("entries")
    .select(["title", "state"])
    .where("kind", "=", "blog")
    .execute();
  return Object.fromEntries(entries.map(({ title, state }) => [title, state]));
}

test("takes the only empty page as the page of posts", async () => {
  await using site = await openMove("sqlite");
  writeFileSync(site.path, exportWithUpdatesPage());
  const report = await site.move();
  expect(report).toContain("Page 22 “News”: page of posts. It has no text; its addresses now lead to /blog.");
  for (const [address, place] of [
    ["/updates/", "/blog"],
    ["/updates/page/2/", "/blog"],
    ["/updates/feed/", "/blog/feed.xml"],
  ] as const)
    expect((await visit(site, address)).at, address).toBe(place);
  const states = await statesByTitle(site.db);
  expect(states).toMatchObject({ Home: "draft", Team: "published" });
  expect(states).not.toHaveProperty("News");
});

test.each([
  [
    "a template of its own fills it",
    (xml: string) => xml.replace("updates</wp:post_name>", `updates</wp:post_name>${template}`),
  ],
  [
    "another page is empty",
    (xml: string) => xml.replace(/(<title><!\[CDATA\[Team.*?<content:encoded><!\[CDATA\[)Words\./s, "$1"),
  ],
  [
    "the front page lists the posts",
    (xml: string) => xml.replace(`<link>${oldHost}/</link>`, `<link>${oldHost}/home/</link>`),
  ],
])("keeps an empty page if %s", async (_, change) => {
  await using site = await openMove("sqlite");
  const xml = change(exportWithUpdatesPage());
  expect(xml).not.toBe(exportWithUpdatesPage());
  writeFileSync(site.path, xml);
  expect(await site.move()).not.toContain("page of posts");
  expect(await statesByTitle(site.db)).toMatchObject({ News: "published" });
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
