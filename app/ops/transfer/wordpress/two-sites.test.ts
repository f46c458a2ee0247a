import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import type { Database } from "#app/platform/database/database.ts";
import { engines } from "#tests/support/database.ts";
import { exportFolder } from "../bundle/export.ts";
import { importFolder } from "../import-folder.ts";
import { openMove } from "./move.fixture.ts";

const upload = "/wp-content/uploads/2020/01/x.png";

interface Post {
  id?: string;
  slug?: string;
  title: string;
  content?: string;
  /** The number of the featured picture. */
  cover?: string;
}

function postXml(site: string, { id = "1", slug = "boats", title, content = "Words.", cover }: Post): string {
  const meta =
    cover === undefined
      ? ""
      : `<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>${cover}</wp:meta_value></wp:postmeta>`;
  return `<item><title>${title}</title><link>${site}/${slug}/</link><content:encoded><![CDATA[${content}]]></content:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>2020-01-05 09:00:00</wp:post_date><wp:post_date_gmt>2020-01-05 09:00:00</wp:post_date_gmt>
<wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${meta}</item>`;
}

function pictureXml(site: string): string {
  return `<item><title>x</title><link>${site}/x/</link><wp:post_id>10</wp:post_id><wp:post_name>x</wp:post_name>
<wp:status>inherit</wp:status><wp:post_type>attachment</wp:post_type><wp:attachment_url>${site}${upload}</wp:attachment_url></item>`;
}

function exportOf(site: string, items: readonly string[]): string {
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Old site</title><link>${site}</link>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${site}</wp:base_blog_url>${items.join("\n")}</channel></rss>`;
}

const one = "https://a.example";
const other = "https://www.b.example";

type Move = Awaited<ReturnType<typeof openMove>>;

function importXml({ path, move }: Move, xml: string, uploads: string | null, replace = false) {
  writeFileSync(path, xml);
  return move({ uploads, replace });
}

async function uploadsWith({ folder }: Move, colour: string): Promise<string> {
  const uploads = join(folder, colour);
  mkdirSync(join(uploads, "2020/01"), { recursive: true });
  await sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .png()
    .toFile(join(uploads, "2020/01/x.png"));
  return uploads;
}

async function readPictures(db: Database, slug: string) {
  const found = await findPublished(db, blog, slug);
  if (!found || !("entry" in found)) throw new Error(`${slug} is not public.`);
  const { cover, body } = found.entry.data;
  const shown = [...JSON.stringify(body).matchAll(/"file":"([^"]+)"/g)].map(([, id]) => id);
  return { cover, shown };
}

const shownPicture = (site: string) => `<p>Words.</p><img src="${site}${upload}" alt="">`;
const firstSite = exportOf(one, [
  pictureXml(one),
  postXml(one, { title: "First boats", content: shownPicture(one), cover: "10" }),
]);

test.each(engines)("%s: never shows the pictures of another former site", async (engine) => {
  await using site = await openMove(engine);
  await importXml(site, firstSite, await uploadsWith(site, "gold"));
  const { cover, shown } = await readPictures(site.db, "First-boats");
  expect(shown).toEqual([cover]);

  const second = postXml(other, {
    title: "Second boats",
    content: `${shownPicture(other)}<img src="${upload}" alt="">[gallery ids="10"]`,
    cover: "10",
  });
  const report = await importXml(site, exportOf(other, [second]), null);
  expect(await readPictures(site.db, "Second-boats")).toEqual({ cover: null, shown: [] });
  expect(report).toContain(`picture ${other}${upload}. It is not among the files`);
  expect(report).toContain("gallery: number 10. The export does not contain this");
  expect(report).toContain("featured picture");

  const later = postXml(one, {
    id: "2",
    slug: "later",
    title: "Later boats",
    content: `${shownPicture("https://www.a.example")}[gallery ids="10"]`,
    cover: "10",
  });
  await importXml(site, exportOf(one, [later]), null);
  expect(await readPictures(site.db, "Later-boats")).toEqual({ cover, shown: [cover, cover] });
});

test.each(engines)("%s: keeps an address for the former site imported first", async (engine) => {
  await using site = await openMove(engine);
  await importXml(site, firstSite, await uploadsWith(site, "gold"));
  const { cover } = await readPictures(site.db, "First-boats");
  const second = exportOf(other, [
    pictureXml(other),
    postXml(other, {
      title: "Second boats",
      content: `${shownPicture(other)}<a href="${other}/boats/">boats</a> <a href="${other}/?p=1">by number</a>`,
    }),
  ]);
  const brown = await uploadsWith(site, "brown");
  for (const isAgain of [false, true]) {
    const report = await importXml(site, second, brown, isAgain);
    for (const address of ["/boats/", "/?p=1", upload])
      expect(report).toContain(
        `Address ${address}: former address. It leads to the page or file of a.example.`,
      );
    // Both sites had the feed, which resolves to the same address.
    expect(report).not.toContain("Address /feed:");
    expect(report).not.toContain("unexplained");
    expect(await findRedirect(site.db, "/boats/")).toBe("/blog/First-boats");
    expect(await findRedirect(site.db, "/?p=1")).toBe("/blog/First-boats");
    expect(await findRedirect(site.db, upload)).toBe(`/files/${cover}`);
  }
  const found = await findPublished(site.db, blog, "Second-boats");
  expect(JSON.stringify(found).match(/"href":"\/blog\/Second-boats"/g)).toHaveLength(2);
  const { shown } = await readPictures(site.db, "Second-boats");
  expect(shown).toHaveLength(1);
  expect(shown).not.toContain(cover);
});

test.each(engines)("%s: replaces a post of another site without its cover", async (engine) => {
  await using site = await openMove(engine);
  await importXml(site, firstSite, await uploadsWith(site, "gold"));
  const same = postXml(other, { title: "First boats", cover: "10" });
  await importXml(site, exportOf(other, [same]), null, true);
  expect(await readPictures(site.db, "First-boats")).toEqual({ cover: null, shown: [] });
});

test.each(engines)("%s: a Frontdesk export keeps the sites of former addresses", async (engine) => {
  await using site = await openMove(engine);
  await using moved = await openMove(engine);
  await importXml(site, firstSite, await uploadsWith(site, "gold"));
  const folder = join(site.folder, "out");
  await exportFolder(site.db, site.store, folder);
  expect(readFileSync(join(folder, "redirects.yaml"), "utf8")).toContain("site: a.example");
  await importFolder(moved.db, moved.store, folder, {
    actor: { id: "import", requestId: "test" },
    now: new Date("2026-03-01T10:00:00.000Z"),
  });
  const { id } = await moved.db.query.selectFrom("files").select("id").executeTakeFirstOrThrow();
  expect(await findRedirect(moved.db, upload)).toBe(`/files/${id}`);
  const later = { id: "2", slug: "later", title: "Later boats" };
  for (const [from, count] of [
    [other, 0],
    [one, 1],
  ] as const) {
    const xml = exportOf(from, [postXml(from, { ...later, content: shownPicture(from) })]);
    await importXml(moved, xml, null, true);
    expect((await readPictures(moved.db, "Later-boats")).shown).toHaveLength(count);
  }
});

function ghostExport(hash: string, title: string, html: string): string {
  const post = {
    id: hash,
    title,
    html,
    slug: title.toLowerCase(),
    status: "published",
    published_at: "2020-01-05T09:00:00Z",
  };
  const settings = [{ key: "db_hash", value: hash }];
  return JSON.stringify({ db: [{ data: { posts: [post], settings } }] });
}

test.each(engines)("%s: a Ghost site uses no files of another Ghost site", async (engine) => {
  await using site = await openMove(engine);
  const shown = '<p>Words.</p><img src="__GHOST_URL__/content/images/2020/01/x.png" alt="">';
  const importGhost = (name: string, json: string, uploads: string | null) => {
    const path = join(site.folder, name);
    writeFileSync(path, json);
    return site.move({ uploads }, path);
  };
  const gold = await uploadsWith(site, "gold");
  await importGhost("one.json", ghostExport("one-hash", "Boats", shown), gold);
  const { shown: pictures } = await readPictures(site.db, "Boats");
  expect(pictures).toHaveLength(1);

  const linked = `${shown}<p><a href="__GHOST_URL__/boats/">to boats</a></p>`;
  const report = await importGhost("two.json", ghostExport("two-hash", "Ferries", linked), null);
  expect((await readPictures(site.db, "Ferries")).shown).toEqual([]);
  expect(report).toContain("/boats/. Another former site had this address; the text has no link.");
  expect(report).not.toContain("unexplained");
  expect(JSON.stringify(await findPublished(site.db, blog, "Ferries"))).not.toContain('"href"');

  await importGhost("three.json", ghostExport("one-hash", "Rafts", shown), null);
  expect((await readPictures(site.db, "Rafts")).shown).toEqual(pictures);
});
