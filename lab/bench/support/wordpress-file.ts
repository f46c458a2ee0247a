import { closeSync, openSync, writeSync } from "node:fs";

const site = "https://ferry.example";

/** Writes a WordPress export of `items` items: of ten, eight posts, a page and a picture without its file. */
export function writeWordPressFile(path: string, items: number): void {
  const file = openSync(path, "w");
  writeSync(
    file,
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Ferry</title><link>${site}</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${site}</wp:base_site_url><wp:base_blog_url>${site}</wp:base_blog_url>
`,
  );
  for (let n = 0; n < 20; n += 1) writeSync(file, author(n) + category(n));
  for (let n = 1; n <= items; n += 1) writeSync(file, `${createItem(n)}\n`);
  writeSync(file, "</channel></rss>\n");
  closeSync(file);
}

const cdata = (text: string) => `<![CDATA[${text}]]>`;

function author(n: number): string {
  return `<wp:author><wp:author_id>${n + 1}</wp:author_id><wp:author_login>writer${n}</wp:author_login><wp:author_display_name>Writer ${n}</wp:author_display_name></wp:author>\n`;
}

function category(n: number): string {
  return `<wp:category><wp:term_id>${n + 2}</wp:term_id><wp:category_nicename>route-${n}</wp:category_nicename><wp:cat_name>${cdata(`Route ${n}`)}</wp:cat_name></wp:category>\n`;
}

function createItem(n: number): string {
  const type = n % 10 === 0 ? "attachment" : n % 10 === 9 ? "page" : "post";
  const at = new Date(Date.UTC(2010, 0, 1) + n * 20_000_000).toISOString().slice(0, 19).replace("T", " ");
  const [day = ""] = at.split(" ");
  const path = type === "page" ? `/page-${n}/` : `/${day.slice(0, 7).replace("-", "/")}/ferry-${n}/`;
  const picture = `${site}/wp-content/uploads/2010/01/ferry-${n}.jpg`;
  return `<item><title>${cdata(`The ferry of number ${n}`)}</title><link>${site}${path}</link><dc:creator>${cdata(`writer${n % 20}`)}</dc:creator><guid isPermaLink="false">${site}/?p=${n}</guid>
<content:encoded>${cdata(type === "attachment" ? "" : textOf(n))}</content:encoded><excerpt:encoded>${cdata("")}</excerpt:encoded>
<wp:post_id>${n}</wp:post_id><wp:post_date>${at}</wp:post_date><wp:post_date_gmt>${at}</wp:post_date_gmt><wp:post_modified_gmt>${at}</wp:post_modified_gmt><wp:comment_status>closed</wp:comment_status>
<wp:post_name>ferry-${n}</wp:post_name><wp:status>${type === "attachment" ? "inherit" : "publish"}</wp:status><wp:post_parent>0</wp:post_parent><wp:post_type>${type}</wp:post_type><wp:post_password></wp:post_password><wp:is_sticky>0</wp:is_sticky>
${type === "attachment" ? `<wp:attachment_url>${picture}</wp:attachment_url>` : `<category domain="category" nicename="route-${n % 20}">${cdata(`Route ${n % 20}`)}</category><category domain="post_tag" nicename="boat-${n % 50}">${cdata(`Boat ${n % 50}`)}</category>`}
<wp:postmeta><wp:meta_key>_edit_last</wp:meta_key><wp:meta_value>${cdata("1")}</wp:meta_value></wp:postmeta></item>`;
}

/** Some 3 KB from the block editor, with links to other posts. */
function textOf(n: number): string {
  const sentence = `The ferry of number ${n} leaves the ghat with meters, ledgers and letters for the other bank.`;
  const other = Math.max(1, n - 10);
  const paragraph = `<!-- wp:paragraph --><p>${sentence} <strong>All of it</strong> is <a href="${site}/?p=${other}">listed</a>. ${sentence}</p><!-- /wp:paragraph -->`;
  const heading = `<!-- wp:heading --><h2 class="wp-block-heading" id="h-bank-${n}">The other bank</h2><!-- /wp:heading -->`;
  return [heading, ...Array.from({ length: 8 }, () => paragraph)].join("\n\n");
}
