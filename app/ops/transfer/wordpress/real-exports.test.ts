import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { listCategories } from "#app/domain/content/categories/categories.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import { headingIds } from "#app/lib/rich-text/headings.ts";
import type { RichText } from "#app/lib/rich-text/schema/schema.ts";
import { toText } from "#app/lib/rich-text/text.ts";
import { openMove } from "./move.fixture.ts";

const old = "https://old.example";

interface ExportItem {
  id?: string;
  type?: string;
  title: string;
  link?: string;
  slug?: string;
  content?: string;
  author?: string;
  parent?: string;
  meta?: [key: string, value: string][];
  terms?: string;
  file?: string;
  excerpt?: string;
}

const cdata = (text: string) => `<![CDATA[${text}]]>`;

function itemXml(item: ExportItem): string {
  const { id = "1", type = "post", slug = item.title.toLowerCase().replaceAll(" ", "-") } = item;
  const meta = (item.meta ?? []).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  );
  return `<item><title>${cdata(item.title)}</title><link>${item.link ?? `${old}/${slug}/`}</link>
<dc:creator>${cdata(item.author ?? "mina")}</dc:creator><content:encoded>${cdata(item.content ?? "Words.")}</content:encoded>
<excerpt:encoded>${cdata(item.excerpt ?? "")}</excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date>2024-03-05 09:00:00</wp:post_date>
<wp:post_date_gmt>2024-03-05 03:00:00</wp:post_date_gmt><wp:post_name>${slug}</wp:post_name>
<wp:status>${type === "attachment" ? "inherit" : "publish"}</wp:status><wp:post_parent>${item.parent ?? "0"}</wp:post_parent>
<wp:post_type>${type}</wp:post_type>${item.terms ?? ""}${meta.join("")}
${item.file ? `<wp:attachment_url>${item.file}</wp:attachment_url>` : ""}</item>`;
}

function exportXml(items: readonly ExportItem[], head = "", site = old): string {
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Old site</title><link>${site}</link>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${site}</wp:base_blog_url>${head}${items.map(itemXml).join("\n")}</channel></rss>`;
}

async function moveIn(xml: string, pictures: Record<string, string> = {}) {
  const site = await openMove("sqlite");
  for (const [path, background] of Object.entries(pictures)) {
    mkdirSync(dirname(join(site.uploads, path)), { recursive: true });
    await sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toFile(join(site.uploads, path));
  }
  writeFileSync(site.path, xml);
  const report = await site.move();
  return {
    ...site,
    report,
    body: async (slug: string) => {
      const found = await findPublished(site.db, blog, slug);
      if (!found || !("entry" in found)) throw new Error(`${slug} is not public.`);
      return found.entry.data;
    },
  };
}

const uploads = `${old}/wp-content/uploads`;

test("never replaces a picture by another of the same name", async () => {
  const content = `<img src="${uploads}/2023/01/image.png" alt="a"><img src="https://other.example/img/image.png" alt="b">`;
  await using site = await moveIn(
    exportXml([
      { title: "Boats", content, meta: [["_thumbnail_id", "9"]] },
      attachment("9", "2022/05/image.png"),
    ]),
    { "2020/05/image.png": "red" },
  );
  const data = await site.body("Boats");
  expect(JSON.stringify(data.body)).not.toContain('"image"');
  expect(data.cover).toBeNull();
  for (const address of [`${uploads}/2023/01/image.png`, "https://other.example/img/image.png"])
    expect(site.report).toContain(`picture ${address}`);
  expect(await findRedirect(site.db, "/wp-content/uploads/2022/05/image.png")).toBeNull();
});

test("does not match a picture in another folder by its file name", async () => {
  const addresses = [
    `${old}/logo.png`,
    `${uploads}/sites/2/2024/05/logo.png`,
    `${old}/shop/wp-content/uploads/2024/05/logo.png`,
    `${old}/archive/2024/05/logo.png`,
    `${uploads}/logo.png`,
  ];
  const content = addresses.map((one) => `<img src="${one}" alt="a">`).join("");
  await using site = await moveIn(exportXml([{ title: "Boats", content }]), { "2024/05/logo.png": "red" });
  expect(JSON.stringify((await site.body("Boats")).body)).not.toContain('"image"');
  for (const address of addresses) expect(site.report).toContain(`picture ${address}`);
  expect(site.report).not.toContain("nexplained");
});

test("finds a picture of the uploads by the end of its path", async () => {
  const content = [
    "2024/05/logo.png",
    "logo.png",
    `${uploads}/2024/05/logo.png`,
    "/wp-content/uploads/2024/05/logo.png",
  ];
  const text = content.map((one) => `<img src="${one}" alt="a">`).join("");
  await using site = await moveIn(exportXml([{ title: "Boats", content: text }]), {
    "old/2024/05/logo.png": "red",
  });
  expect(JSON.stringify((await site.body("Boats")).body).match(/"image"/g)).toHaveLength(4);
  expect(site.report).not.toContain("nexplained");
});

test("separates folders of attachments outside the uploads of WordPress", async () => {
  const files = ["a", "b"].map((at) => `${old}/img/${at}/logo.png`);
  const content = files.map((one) => `<img src="${one}" alt="a">`).join("");
  const items = files.map((file, at) => attachment(`${9 + at}`, "", { file, title: `file ${at}` }));
  await using site = await moveIn(exportXml([{ title: "Boats", content }, ...items]), {
    "a/logo.png": "red",
    "flat/logo.png": "blue",
  });
  expect(JSON.stringify((await site.body("Boats")).body).match(/"image"/g)).toHaveLength(1);
  expect(site.report).not.toContain("nexplained");
  const report = await site.move({ replace: true, uploads: join(site.uploads, "flat") });
  expect(report).toContain(`picture ${old}/img/b/logo.png`);
  expect(report).not.toContain("nexplained");
});

test("rejects a flat file that two attachments share by name", async () => {
  const content = `<img src="${uploads}/2022/05/logo.png" alt="a"><img src="${uploads}/2022/05/boat.png" alt="b">`;
  await using site = await moveIn(
    exportXml([
      { title: "Boats", content },
      attachment("9", "2022/05/logo.png"),
      attachment("10", "2023/01/logo.png"),
      attachment("11", "2022/05/boat.png"),
    ]),
    { "flat/logo.png": "red", "flat/boat.png": "blue" },
  );
  const report = await site.move({ replace: true, uploads: join(site.uploads, "flat") });
  expect(JSON.stringify((await site.body("Boats")).body).match(/"image"/g)).toHaveLength(1);
  expect(report).toContain(`picture ${uploads}/2022/05/logo.png`);
  expect(report).not.toContain("nexplained");
});

test("keeps links to pages on hosts that served only files", async () => {
  const page = "https://www.flickr.com/about-us";
  const content = `<p><a href="${page}">Them</a></p>`;
  await using site = await moveIn(
    exportXml([
      { title: "Boats", content },
      { title: "About-us" },
      { ...attachment("9", ""), file: "https://www.flickr.com/photos/logo.png" },
    ]),
  );
  expect(JSON.stringify((await site.body("Boats")).body)).toContain(`"${page}"`);
  expect(site.report).not.toContain(page);
  expect(site.report).not.toContain("nexplained");
});

test("imports two pictures of one name as two files", async () => {
  const content = ["2020/05", "2023/01"].map((at) => `<img src="${uploads}/${at}/image.png" alt="${at}">`);
  await using site = await moveIn(exportXml([{ title: "Boats", content: content.join("") }]), {
    "2020/05/image.png": "red",
    "2023/01/image.png": "blue",
  });
  const files = [...JSON.stringify((await site.body("Boats")).body).matchAll(/"file":"([^"]+)"/g)];
  expect(new Set(files.map(([, id]) => id)).size).toBe(2);
});

test("finds a picture behind a picture server by its whole path", async () => {
  const content = `<img src="https://i0.wp.com/old.example/wp-content/uploads/2023/01/boat-300x200.png?resize=1" alt="a">`;
  const showsPicture = async (path: string) => {
    await using site = await moveIn(exportXml([{ title: "Boats", content }]), { [path]: "red" });
    return JSON.stringify((await site.body("Boats")).body).includes('"image"');
  };
  expect(await showsPicture("2023/01/boat.png")).toBe(true);
  expect(await showsPicture("boat.png")).toBe(false);
});

function attachment(id: string, path: string, more: Partial<ExportItem> = {}): ExportItem {
  return { id, type: "attachment", title: `file ${id}`, file: `${uploads}/${path}`, ...more };
}

test("imports the original of a large picture once, with both addresses", async () => {
  const metadata = `a:1:{s:14:"original_image";s:8:"boat.png";}`;
  await using site = await moveIn(
    exportXml([
      { title: "Boats", content: `<img src="${uploads}/2023/01/boat.png" alt="a">` },
      attachment("9", "2023/01/boat-scaled.png", {
        meta: [
          ["_wp_attachment_metadata", metadata],
          ["_wp_attachment_image_alt", "A boat"],
        ],
      }),
    ]),
    { "2023/01/boat.png": "red", "2023/01/boat-scaled.png": "pink" },
  );
  const files = await site.db.query.selectFrom("files").select(["id", "alt"]).execute();
  expect(files).toMatchObject([{ alt: "A boat" }]);
  for (const name of ["boat.png", "boat-scaled.png"])
    expect(await findRedirect(site.db, `/wp-content/uploads/2023/01/${name}`)).toBe(`/files/${files[0]?.id}`);
});

test("redirects the page of an unattached file to the file", async () => {
  await using site = await moveIn(
    exportXml([attachment("9", "2023/01/boat.png", { link: `${old}/boat-picture/` })]),
    { "2023/01/boat.png": "red" },
  );
  const file = await site.db.query.selectFrom("files").select("id").executeTakeFirstOrThrow();
  for (const from of ["/boat-picture/", "/?attachment_id=9"])
    expect(await findRedirect(site.db, from)).toBe(`/files/${file.id}`);
});

test("skips and reports text before the export", async () => {
  await using site = await moveIn(`\n<br /><b>Deprecated</b>: old\n${exportXml([{ title: "Boats" }])}`);
  expect(site.report).toMatch(/Site: text before the export: “<br \/><b>Deprecated<\/b>: old”\./);
});

test("imports tags of WXR 1.0 and ignores its repeated terms", async () => {
  const terms = `<category>${cdata("Rivers")}</category><category domain="category" nicename="rivers">${cdata("Rivers")}</category>
<category domain="tag">${cdata("boats")}</category><category domain="tag" nicename="boats">${cdata("boats")}</category>`;
  await using site = await moveIn(exportXml([{ title: "Boats", terms }]));
  expect((await site.body("Boats")).tags).toEqual(["boats"]);
  expect((await listCategories(site.db, "blog")).map(({ name }) => name)).toEqual(["Rivers"]);
  expect(site.report).not.toMatch(/no such grouping/);
});

test("imports items with the same number, or without one, once each", async () => {
  await using site = await moveIn(
    exportXml([
      { id: "7", title: "River news" },
      { id: "7", title: "নদীর খবর", slug: "nodi" },
      { id: "7", title: "River news" },
      { id: "", title: "First without" },
      { id: "", title: "Second without" },
    ]),
  );
  expect(site.report).toMatch(/^Imported settings, 4 posts|^Imported .*4 posts/);
  expect(site.report).toContain("Site: 1 repeated item. Each was imported once.");
  expect(await findRedirect(site.db, "/?p=7")).toBe("/blog/River-news");
});

test("redirects every former name and day of a post", async () => {
  await using site = await moveIn(
    exportXml([
      {
        title: "Moved day",
        link: `${old}/2024/03/05/moved-day/`,
        meta: [
          ["_wp_old_slug", "first-name"],
          ["_wp_old_slug", "second-name"],
          ["_wp_old_date", "2024-02-01"],
        ],
      },
    ]),
  );
  for (const from of [
    "/2024/03/05/first-name/",
    "/2024/03/05/second-name/",
    "/2024/02/01/moved-day/",
    "/2024/02/01/first-name/",
  ])
    expect([from, await findRedirect(site.db, from)]).toEqual([from, "/blog/Moved-day"]);
});

test("redirects lists below a permalink prefix and a site folder", async () => {
  const terms = `<category domain="category" nicename="rivers">${cdata("Rivers")}</category>`;
  await using site = await moveIn(
    exportXml(
      [
        { id: "1", title: "One", link: `${old}/shop/news/one/`, terms, author: "rahim.uddin" },
        { id: "2", title: "Two", link: `${old}/shop/news/two/`, terms, author: "rahim.uddin" },
      ],
      "",
      `${old}/shop`,
    ),
  );
  for (const [from, to] of [
    ["/shop/news/category/rivers/", "/blog?category=Rivers"],
    ["/shop/category/rivers/feed/atom/", "/blog/feed.xml"],
    ["/shop/news/author/rahim-uddin/", "/authors/rahim.uddin"],
    ["/shop/2024/03/feed/", "/blog/feed.xml"],
    ["/shop/wp-sitemap.xml", "/sitemap.xml"],
  ] as const)
    expect([from, await findRedirect(site.db, from)]).toEqual([from, to]);
});

test("turns code of plugins into code blocks with every character", async () => {
  const code = `<?php\nif ($a < 3 && $b > 2) {\n    echo "<b>hi</b>";\n}`;
  await using site = await moveIn(
    exportXml([
      {
        title: "Code",
        content: `Before.\n\n[sourcecode language="php"]\n${code}\n[/sourcecode]\n\n<pre lang="php">${code}</pre>\n\n[php]if (a &lt; b)\n  c();[/php]\n\nUse <code><div></code> here.\n\n<code>one(1);\n  two(2);</code>`,
      },
    ]),
  );
  const { body } = await site.body("Code");
  const blocks = body.content.filter(({ type }) => type === "codeBlock");
  expect(blocks.map((block) => toText({ ...body, content: [block] }))).toEqual([
    code,
    code,
    "if (a < b)\n  c();",
    "one(1);\n  two(2);",
  ]);
  expect(toText(body)).toContain("Use <div> here.");
});

test("removes and reports unknown shortcodes, and leaves other brackets", async () => {
  const content = `<p>[osm_map_v3 zoom="17"]</p>\n<p>[su_button url="/x"]Press me[/su_button]</p>\n<p>[newsletter]</p>\n<p>[form 5]</p>\n<p>He said [sic] so, [note 5] and [b]this[/b] too.</p>`;
  await using site = await moveIn(exportXml([{ title: "Plugins", content }]));
  const data = await site.body("Plugins");
  expect(toText(data.body).trim()).toBe("Press me\nHe said [sic] so, [note 5] and [b]this[/b] too.");
  expect(data.summary).not.toContain("osm_map");
  for (const name of ["osm_map_v3", "su_button", "newsletter", "form"])
    expect(site.report).toContain(`“Plugins”: shortcode [${name}]. A plugin filled it in`);
});

test("removes placeholders of search texts, and leaves percent signs", async () => {
  await using site = await moveIn(
    exportXml([
      {
        title: "Bills",
        meta: [
          ["_yoast_wpseo_metadesc", "Cut the bill by 30%."],
          ["_yoast_wpseo_title", "50% off %%sep%% %%sitename%%"],
          ["_yoast_wpseo_meta-robots-noindex", "1"],
          ["_yoast_wpseo_canonical", "https://first.example/bills"],
        ],
      },
    ]),
  );
  expect((await site.body("Bills")).seo).toMatchObject({
    title: "50% off",
    description: "Cut the bill by 30%.",
  });
  expect(site.report).toContain("placeholders in the title for search engines: 50% off %%sep%% %%sitename%%");
  expect(site.report).toMatch(/“Bills”: noindex\./);
  expect(site.report).toContain("“Bills”: canonical address https://first.example/bills.");
});

test("reads texts and rules for search engines of further plugins", async () => {
  await using site = await moveIn(
    exportXml([
      {
        title: "Press",
        meta: [
          ["_seopress_titles_title", "Press title"],
          ["_seopress_titles_desc", "Press description"],
          ["_seopress_robots_index", "yes"],
          ["_seopress_robots_canonical", "https://first.example/press"],
        ],
      },
      {
        id: "2",
        title: "Genesis",
        meta: [
          ["_genesis_title", "Genesis title"],
          ["_genesis_description", "Genesis description"],
          ["_genesis_noindex", "1"],
          ["_genesis_canonical_uri", "https://first.example/genesis"],
        ],
      },
      {
        id: "3",
        title: "Rank",
        meta: [
          ["rank_math_title", "Rank title"],
          ["rank_math_description", "Rank description"],
          ["rank_math_robots", 'a:1:{i:0;s:7:"noindex";}'],
          ["rank_math_canonical_url", "https://first.example/rank"],
        ],
      },
    ]),
  );
  for (const name of ["Press", "Genesis", "Rank"]) {
    expect((await site.body(name)).seo).toMatchObject({
      title: `${name} title`,
      description: `${name} description`,
    });
    expect(site.report).toContain(`“${name}”: noindex.`);
    expect(site.report).toContain(
      `“${name}”: canonical address https://first.example/${name.toLowerCase()}.`,
    );
  }
});

test.each(["_yoast_wpseo_primary_category", "rank_math_primary_category"])(
  "puts the main category of %s first",
  async (key) => {
    const head = ["Common", "Rare"].map(
      (name, at) =>
        `<wp:category><wp:term_id>${at + 3}</wp:term_id><wp:category_nicename>${name.toLowerCase()}</wp:category_nicename><wp:cat_name>${cdata(name)}</wp:cat_name></wp:category>`,
    );
    const term = (name: string) =>
      `<category domain="category" nicename="${name.toLowerCase()}">${cdata(name)}</category>`;
    await using site = await moveIn(
      exportXml(
        [
          {
            id: "1",
            title: "One",
            terms: term("Common") + term("Rare"),
            meta: [[key, "4"]],
          },
          { id: "2", title: "Two", terms: term("Common") },
        ],
        head.join(""),
      ),
    );
    const names = new Map((await listCategories(site.db, "blog")).map(({ id, name }) => [id, name]));
    expect((await site.body("One")).categories.map((id) => names.get(id))).toEqual(["Rare", "Common"]);
  },
);

test("treats the default category as no category in any language", async () => {
  const term = (name: string, nicename: string) =>
    `<category domain="category" nicename="${nicename}">${cdata(name)}</category>`;
  await using site = await moveIn(
    exportXml([
      { title: "One", terms: term("বিভাগবিহীন", "uncategorized") },
      { id: "2", title: "Two", terms: term("নদী", encodeURIComponent("নদী").toLowerCase()) },
    ]),
  );
  expect((await listCategories(site.db, "blog")).map(({ name }) => name)).toEqual(["নদী"]);
  expect((await site.body("One")).categories).toEqual([]);
});

test("reports captions of pictures that no text shows", async () => {
  await using site = await moveIn(
    exportXml([
      { title: "Boats", content: `[gallery ids="9"]` },
      attachment("9", "2024/05/boat.png", { excerpt: "At the quay" }),
      attachment("10", "2024/05/raft.png", { excerpt: "On the river" }),
    ]),
    { "2024/05/boat.png": "red", "2024/05/raft.png": "blue" },
  );
  expect(JSON.stringify((await site.body("Boats")).body)).toContain("At the quay");
  expect(site.report).toContain("caption “On the river”. No text shows it");
  expect(site.report).not.toContain("caption “At the quay”");
});

test("imports footnotes and the overrides of a synced pattern", async () => {
  const pattern = `<!-- wp:paragraph {"metadata":{"name":"Greeting","bindings":{"__default":{"source":"core/pattern-overrides"}}}} -->\n<p>Pattern words</p>\n<!-- /wp:paragraph -->\n<!-- wp:paragraph -->\n<p>Fixed words</p>\n<!-- /wp:paragraph -->`;
  const content = `<!-- wp:paragraph --><p>A claim<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup></p><!-- /wp:paragraph -->
<!-- wp:block {"ref":5,"content":{"Greeting":{"content":"Own words"}}} /-->
<!-- wp:footnotes /-->`;
  await using site = await moveIn(
    exportXml([
      {
        title: "Notes",
        content,
        meta: [["footnotes", JSON.stringify([{ id: "n1", content: "Its source." }])]],
      },
      { id: "5", type: "wp_block", title: "Pattern", content: pattern },
    ]),
  );
  expect(
    toText((await site.body("Notes")).body)
      .trim()
      .split("\n")
      .filter(Boolean),
  ).toEqual(["A claim[1]", "Own words", "Fixed words", expect.stringContaining("Its source.")]);
  expect(site.report).not.toMatch(/“Notes”: (?:words|WordPress block|fields of its own|link to)/);
  expect(jumpsOf((await site.body("Notes")).body)).toEqual({
    links: ["#n1", "#n1-link"],
    places: ["n1-link", "n1"],
  });
});

test("a button of a synced pattern takes its own text and link", async () => {
  const pattern = `<!-- wp:buttons {"layout":{"type":"flex"}} --><div class="wp-block-buttons"><!-- wp:button {"metadata":{"name":"Call"}} -->
<div class="wp-block-button"><a class="wp-block-button__link" href="https://shop.example/all">All lamps</a></div>
<!-- /wp:button --></div><!-- /wp:buttons -->`;
  const post = (id: string, values: object) => ({
    id,
    title: `Button ${id}`,
    content: `<!-- wp:block {"ref":5,"content":${JSON.stringify({ Call: values })}} /-->`,
  });
  await using site = await moveIn(
    exportXml([
      post("1", { text: "One lamp", url: "https://shop.example/one" }),
      post("2", { text: "Two lamps" }),
      { id: "5", type: "wp_block", title: "Pattern", content: pattern },
    ]),
  );
  for (const [slug, text, href] of [
    ["Button-1", "One lamp", "https://shop.example/one"],
    ["Button-2", "Two lamps", "https://shop.example/all"],
  ] as const) {
    const { body } = await site.body(slug);
    expect([toText(body).trim(), JSON.stringify(body).includes(`"${href}"`)]).toEqual([text, true]);
  }
  expect(site.report).not.toContain("unexplained");
});

test("links within and between texts reach their targets", async () => {
  await using site = await moveIn(
    exportXml([
      {
        title: "Wages",
        content: `<p><a href="#wages">Pay</a>, <a href="#Our_prices">prices</a>, <a href="#%E0%A6%A6%E0%A6%BE%E0%A6%AE">দাম</a>, <a href="#end">end</a>, <a href="#nowhere">lost</a></p>
<h2 id="wages">What we pay</h2><h3><span id="Our_prices">What we charge</span></h3><p id="unused">Filler</p><p id="দাম">একশ টাকা</p><p><a name="end"></a>The last words</p>`,
      },
      { id: "2", title: "Other", content: '<p><a href="https://old.example/wages/#unused">there</a></p>' },
    ]),
  );
  const body = (await site.body("Wages")).body;
  expect(jumpsOf(body).places).toEqual(["wages", "Our_prices", "unused", "দাম", "end"]);
  expect([...headingIds(body).values()]).toEqual(["wages", "Our_prices"]);
  expect(site.report).toContain("link to #nowhere. The text has no such anchor");
  expect(site.report).not.toMatch(/link to #(?!nowhere)/);
});

test("imports texts from block settings", async () => {
  await using site = await moveIn(
    exportXml([
      {
        title: "Blocks",
        content: `<!-- wp:tabs --><div><!-- wp:tab {"label":"Prices \\u0026 terms"} --><section><p>Ten taka</p></section><!-- /wp:tab --></div><!-- /wp:tabs -->
<!-- wp:social-links --><ul><!-- wp:social-link {"url":"https://social.example/x","service":"facebook"} /--></ul><!-- /wp:social-links -->
<!-- wp:playlist --><ul><!-- wp:playlist-track {"id":9} /--></ul><!-- /wp:playlist -->
<!-- wp:verse --><pre class="wp-block-verse">One line
another line</pre><!-- /wp:verse -->
[caption id="a" width="300"]<img src="https://old.example/wp-content/uploads/no.jpg" alt="" /> Boats [left] and oars[/caption]`,
      },
    ]),
  );
  const { body } = await site.body("Blocks");
  expect(body.content.map(({ type }) => type)).toEqual([
    "heading",
    "paragraph",
    "bulletList",
    "paragraph",
    "paragraph",
  ]);
  expect(toText(body).split("\n").filter(Boolean)).toEqual([
    "Prices & terms",
    "Ten taka",
    "Facebook",
    "One line",
    "another line",
    "Boats [left] and oars",
  ]);
  expect(site.report).toContain("WordPress block playlist-track");
});

/** Fragment links of a text, and its link targets. */
function jumpsOf(doc: RichText): { links: string[]; places: string[] } {
  const found = { links: [] as string[], places: [] as string[] };
  JSON.stringify(doc, (_, value) => {
    if (value?.type === "anchor") found.places.push(value.attrs.id);
    if (value?.type === "link" && value.attrs.href.startsWith("#")) found.links.push(value.attrs.href);
    return value;
  });
  return found;
}
