import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listCategories } from "#app/domain/content/categories/categories.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import { engines } from "#tests/support/database.ts";
import type { AnyImport } from "../import-any.ts";
import { openMove } from "./move.fixture.ts";

const old = "https://old.example";

const cdata = (text: string) => `<![CDATA[${text}]]>`;

function partOf(items: readonly string[], head = "", site = old): string {
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Old site</title><link>${site}</link>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${site}</wp:base_blog_url>${head}${items.join("\n")}</channel></rss>`;
}

interface Part {
  id: string;
  title: string;
  type?: string;
  content?: string;
  more?: string;
}

function itemXml({ id, title, type = "post", content = "Words.", more = "" }: Part): string {
  const slug = title.toLowerCase();
  return `<item><title>${cdata(title)}</title><link>${old}/${slug}/</link><dc:creator>${cdata("mina")}</dc:creator>
<content:encoded>${cdata(content)}</content:encoded><excerpt:encoded></excerpt:encoded><wp:post_id>${id}</wp:post_id>
<wp:post_date>2024-03-05 09:00:00</wp:post_date><wp:post_date_gmt>2024-03-05 03:00:00</wp:post_date_gmt>
<wp:post_name>${slug}</wp:post_name><wp:status>${type === "attachment" ? "inherit" : "publish"}</wp:status>
<wp:post_type>${type}</wp:post_type>${more}</item>`;
}

const picture = (id: string, file: string, parent = "0") =>
  itemXml({
    id,
    title: `Picture${id}`,
    type: "attachment",
    content: "",
    more: `<wp:post_parent>${parent}</wp:post_parent><wp:attachment_url>${old}/wp-content/uploads/2024/03/${file}</wp:attachment_url>`,
  });

const author = (name: string) =>
  `<wp:author><wp:author_login>mina</wp:author_login><wp:author_display_name>${name}</wp:author_display_name></wp:author>`;

const category = (slug: string) =>
  `<wp:category><wp:category_nicename>${slug}</wp:category_nicename><wp:cat_name>${slug}</wp:cat_name></wp:category>`;

const boats = itemXml({
  id: "1",
  title: "Boats",
  content: 'Words. [gallery ids="10,11"]',
  more: `<category domain="category" nicename="rivers">${cdata("rivers")}</category>
<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>10</wp:meta_value></wp:postmeta>`,
});
const pictures = [picture("10", "cover.png"), picture("11", "lamp.jpg")];

function write(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test.each(engines)("%s: imports the parts of an export as one site", async (engine) => {
  await using site = await openMove(engine);
  const rain = itemXml({ id: "2", title: "Rain" });
  const posts = write(site.folder, "1.xml", partOf([boats, rain], category("rivers")));
  const media = write(
    site.folder,
    "2.xml",
    partOf([...pictures, rain], `${author("Mina Roy")}${category("rivers")}`),
  );
  const report = await site.moveParts([posts, media]);
  expect(report).toContain("Imported settings, 1 category, 2 pictures, 2 posts, 1 author");
  expect(report).toContain("1 repeated item");
  const { query } = site.db;
  const entries = await query.selectFrom("entries").select("title").where("kind", "=", "blog").execute();
  expect(entries.map(({ title }) => title).sort()).toEqual(["Boats", "Rain"]);
  const found = await findPublished(site.db, blog, "Boats");
  const data = found && "entry" in found ? found.entry.data : null;
  expect(data?.cover).not.toBeNull();
  expect(JSON.stringify(data?.body)).toContain('"gallery"');
  expect((await listCategories(site.db, "blog")).map(({ name }) => name)).toEqual(["rivers"]);
});

test("reads the .xml files of a folder as one export", async () => {
  await using site = await openMove("sqlite");
  const folder = join(site.folder, "parts");
  mkdirSync(join(folder, "uploads"), { recursive: true });
  write(folder, "1.xml", partOf([boats]));
  write(folder, "2.XML", partOf(pictures));
  write(folder, "notes.txt", "Made in March");
  expect(await site.move({}, folder)).toContain(
    "Imported settings, 1 category, 2 pictures, 1 post, 1 author",
  );
  expect(existsSync(join(folder, "1.report.txt"))).toBe(true);
});

test("reads a folder with Frontdesk files as a Frontdesk export", async () => {
  await using site = await openMove("sqlite");
  const folder = join(site.folder, "own");
  mkdirSync(join(folder, "blogs"), { recursive: true });
  write(folder, "1.xml", partOf([boats]));
  await expect(site.move({}, folder)).rejects.toThrow("Unknown file");
});

test.each(engines)("%s: uses attachments of an earlier import by number", async (engine) => {
  await using site = await openMove(engine);
  const media = write(site.folder, "1.xml", partOf(pictures));
  const posts = write(site.folder, "2.xml", partOf([boats]));
  for (const more of [{ uploads: null }, {}] satisfies Partial<AnyImport>[]) {
    await using fresh = await openMove(engine);
    await fresh.move({}, media);
    const report = await fresh.move(more, posts);
    const found = await findPublished(fresh.db, blog, "Boats");
    const data = found && "entry" in found ? found.entry.data : null;
    expect(data?.cover).not.toBeNull();
    expect(JSON.stringify(data?.body)).toContain('"gallery"');
    for (const number of [10, 11])
      expect(report).toContain(
        `picture ${number}. The export does not contain this id; the picture of an earlier import`,
      );
    const files = await fresh.db.query.selectFrom("files").select("id").execute();
    expect(files).toHaveLength(2);
  }
});

test("uses attachments of an earlier post by number", async () => {
  await using site = await openMove("sqlite");
  const attached = [picture("10", "cover.png", "2"), picture("11", "lamp.jpg", "2")];
  const rain = itemXml({ id: "2", title: "Rain" });
  await site.move({}, write(site.folder, "1.xml", partOf([rain, ...attached])));
  const report = await site.move({ uploads: null }, write(site.folder, "2.xml", partOf([boats])));
  expect(report).toContain("picture 11. The export does not contain this id; the picture of an earlier");
  const found = await findPublished(site.db, blog, "Boats");
  const data = found && "entry" in found ? found.entry.data : null;
  expect(data?.cover).not.toBeNull();
  expect(JSON.stringify(data?.body)).toContain('"gallery"');
  expect(await findRedirect(site.db, "/?attachment_id=10")).toBe("/blog/Rain");
});

test("reports attachment numbers missing from every export", async () => {
  await using site = await openMove("sqlite");
  const report = await site.move({}, write(site.folder, "1.xml", partOf([boats])));
  expect(report).toContain("featured picture 10. The export does not contain this id");
  expect(report).toContain("gallery: numbers 10, 11. The export does not contain this; export all content");
  expect(report).not.toContain("0 of 0 pictures");
});

test("reports items with a duplicate or missing number once", async () => {
  await using site = await openMove("sqlite");
  const [rain, lake] = ["Rain", "Lake"].map((title) => itemXml({ id: "2", title }));
  const rest = itemXml({ id: "", title: "Fog" });
  const items = [rain ?? "", lake ?? "", rest, lake ?? "", rain ?? ""];
  const report = await site.move({}, write(site.folder, "1.xml", partOf(items)));
  expect(report).toContain("3 posts");
  expect(report).toContain("post “Lake”: number 2. Another item has it; this one got the id 2 (2)");
  expect(report).toContain("post “Fog”: no number. It got the id without a number");
  expect(report).toContain("2 repeated items");
});

test("rejects files that are not parts of one export", async () => {
  await using site = await openMove("sqlite");
  const posts = write(site.folder, "1.xml", partOf([boats]));
  const other = write(site.folder, "2.xml", partOf([], "", "https://other.example"));
  const blogger = write(
    site.folder,
    "3.xml",
    `<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><title>A</title><entry><id>1</id></entry></feed>`,
  );
  const json = write(site.folder, "4.json", '{"version":"https://jsonfeed.org/version/1","items":[]}');
  await expect(site.moveParts([posts, other])).rejects.toThrow("This export is from another site than 1.xml");
  await expect(site.moveParts([posts, blogger])).rejects.toThrow("This is not a WordPress export (WXR)");
  await expect(site.move({}, blogger)).rejects.toThrow("This is not a WordPress export (WXR)");
  await expect(site.moveParts([posts, json])).rejects.toThrow("Only .xml files of one WordPress export");
  await expect(site.move({}, json)).rejects.toThrow("neither a file of Frontdesk nor an export of Ghost");
});

test("reads links of items that are paths", async () => {
  await using site = await openMove("sqlite");
  const lake = itemXml({ id: "3", title: "Lake", content: `<a href="${old}/news/rain.html">Rain</a>` });
  const rain = itemXml({ id: "2", title: "Rain" });
  const withPaths = (item: string, path: string) => item.replace(/<link>[^<]*/, `<link>${path}`);
  const items = [withPaths(lake, "/news/lake.html"), withPaths(rain, "/news/rain.html")];
  await site.move({}, write(site.folder, "1.xml", partOf(items)));
  for (const [key, to] of [
    ["/news/rain.html", "Rain"],
    ["/news/lake.html", "Lake"],
  ] as const)
    expect(await findRedirect(site.db, key)).toBe(`/blog/${to}`);
  const found = await findPublished(site.db, blog, "Lake");
  expect(JSON.stringify(found)).toContain('"/blog/Rain"');
});

test("recognizes a Ghost export with any first key", async () => {
  await using site = await openMove("sqlite");
  const posts = [{ id: 1, title: "Kite", slug: "kite", html: "<p>Wind.</p>", status: "published" }];
  const text = JSON.stringify({ notes: { by: ["a tool"] }, meta: {}, data: { posts } });
  expect(await site.move({}, write(site.folder, "ghost.json", text))).toContain("1 post");
});
