import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openMove } from "./move.fixture.ts";

function itemXml(id: number, type: string, title: string, content: string): string {
  return `<item><title>${title}</title><link>https://old.example/${id}/</link><content:encoded><![CDATA[${content}]]></content:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2024-03-05 03:00:00</wp:post_date_gmt><wp:post_name>n${id}</wp:post_name>
<wp:status>publish</wp:status><wp:post_parent>0</wp:post_parent><wp:post_type>${type}</wp:post_type></item>`;
}

async function moveIn(content: string): Promise<string> {
  await using site = await openMove("sqlite");
  writeFileSync(
    site.path,
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>${content}</channel></rss>`,
  );
  return await site.move();
}

test("reports synced patterns that no imported text shows", async () => {
  const report = await moveIn(
    [
      itemXml(1, "post", "One", '<p>One</p><!-- wp:block {"ref":5} /-->'),
      itemXml(5, "wp_block", "Shown", '<p>Outer</p><!-- wp:block {"ref":6} /-->'),
      itemXml(6, "wp_block", "Shown inside", "<p>Inner</p>"),
      itemXml(7, "wp_block", "Opening hours", "<p>Nine to five</p>"),
      itemXml(8, "wp_block", "Call &amp; ask", '<!-- wp:block {"ref":7} /-->'),
    ].join(""),
  );
  expect(report).toContain(
    "Site: 2 synced patterns (wp_block): “Opening hours”, “Call & ask”. No imported text shows them.",
  );
  expect(report).not.toMatch(/“Shown|unexplained/);
});

test("reports fields of terms and terms of other taxonomies", async () => {
  const field = (key: string) =>
    `<wp:termmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>1</wp:meta_value></wp:termmeta>`;
  const term = (taxonomy: string, name: string, description: string) =>
    `<wp:term><wp:term_taxonomy>${taxonomy}</wp:term_taxonomy><wp:term_slug>${name}</wp:term_slug><wp:term_name>${name}</wp:term_name><wp:term_description>${description}</wp:term_description>${field("colour")}</wp:term>`;
  const report = await moveIn(
    `<wp:category><wp:category_nicename>news</wp:category_nicename><wp:cat_name>News</wp:cat_name>${field("colour")}${field("icon")}</wp:category>
${term("genre", "Tales", "Told by the &lt;b&gt;river&lt;/b&gt;")}${term("genre", "Songs", "")}${term("language", "bn", 'a:1:{s:6:"locale";s:5:"bn_BD";}')}${term("term_language", "pll_bn", "")}${term("nav_menu", "Main", "")}
${itemXml(1, "post", "One", "<p>One</p>")}`,
  );
  for (const line of [
    "Site: 7 fields of terms (wp:termmeta): colour (6), icon (1). Terms have no such fields here.",
    "Site: 2 terms of the taxonomy genre (wp:term): “Tales”, “Songs”. This site has no such taxonomy.",
    "Site: description of the term “Tales” of genre: “Told by the river”. This site has no such taxonomy.",
  ])
    expect(report).toContain(line);
  expect(report).not.toMatch(/taxonomy (?:language|term_language|nav_menu)|unexplained/);
});
