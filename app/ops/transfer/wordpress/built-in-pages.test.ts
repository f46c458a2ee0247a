import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openMove } from "./move.fixture.ts";

const old = "https://old.example";

interface ExportPage {
  id: number;
  slug: string;
  link?: string;
  content?: string;
}

/** A page with a value in every field. */
function pageXml({ id, slug, link = `${old}/${slug}/`, content = "" }: ExportPage): string {
  const meta = Object.entries({
    _yoast_wpseo_title: "Title to find",
    _yoast_wpseo_metadesc: "Description to find",
    "_yoast_wpseo_meta-robots-noindex": "1",
    _yoast_wpseo_canonical: "https://original.example/",
    _wp_page_template: "wide.php",
    _thumbnail_id: "99",
    mood: "calm",
    _wpml_import_language_code: "bn",
    _wpml_import_translation_group: "7",
  }).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`,
  );
  return `<item><title>The ${slug}</title><link>${link}</link><content:encoded>${content}</content:encoded>
<excerpt:encoded>In short ${slug}</excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2024-03-05 03:00:00</wp:post_date_gmt>
<wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status><wp:post_parent>0</wp:post_parent><wp:post_type>page</wp:post_type>
<category domain="category" nicename="news">News</category><category domain="post_tag" nicename="oil">oil</category>
<category domain="genre" nicename="tales">Tales</category>
<wp:comment><wp:comment_approved>1</wp:comment_approved></wp:comment>${meta.join("")}</item>`;
}

test.each<[kind: string, page: ExportPage]>([
  ["page that becomes a setting", { id: 5, slug: "about", content: "We cast lamps." }],
  ["page of posts", { id: 6, slug: "blog" }],
  ["front page without a text", { id: 7, slug: "home", link: `${old}/` }],
])("reports every field of a %s", async (_, page) => {
  await using site = await openMove("sqlite");
  writeFileSync(
    site.path,
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Old</title><link>${old}</link><wp:wxr_version>1.2</wp:wxr_version>${pageXml(page)}</channel></rss>`,
  );
  const report = await site.move();
  const lines = report
    .split("\n")
    .flatMap((line) => line.split(`Page ${page.id} “The ${page.slug}”: `).slice(1));
  for (const what of [
    `title “The ${page.slug}”`,
    `excerpt “In short ${page.slug}”`,
    "title for search engines “Title to find”",
    "description for search engines “Description to find”",
    "noindex",
    "canonical address https://original.example/",
    "page template wide.php",
    "featured picture",
    "fields of its own: mood",
    "language bn",
    "translation group “old.example 7”",
    "category “News”",
    "tag “oil”",
    "genre: Tales",
    "1 comment",
  ])
    expect(lines).toContainEqual(expect.stringContaining(`${what}. `));
  expect(report).not.toContain("unexplained");
});
