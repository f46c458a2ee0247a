import { expect, test, vi } from "vitest";
import { fromHtml } from "#app/lib/rich-text/html/from-html.ts";
import { fromMarkdown } from "#app/lib/rich-text/markdown/markdown.ts";
import { openReport, writeReport } from "../wordpress/report.ts";
import { openLedger } from "./ledger.ts";
import type { SourceItem } from "./source-item.ts";

const empty: SourceItem = {
  id: "1",
  type: "post",
  title: "Lamps",
  link: "https://old.example/lamps/",
  content: "",
  excerpt: "",
  parent: "0",
  attachmentUrl: "",
  meta: [],
  terms: [],
};

const noFields = {
  title: "",
  summary: "",
  seoTitle: "",
  seoDescription: "",
  categories: [],
  tags: [],
  hasCover: true,
  language: null,
  translationGroup: null,
};

interface Trial {
  content: string;
  /** The stored text. */
  markdown?: string;
  html?: string;
  others?: SourceItem[];
  meta?: SourceItem["meta"];
  system?: "WordPress" | "Ghost";
  /** Lines that are already in the report. */
  lines?: { item: string; what: string }[];
}

/** Returns the lines that the ledger writes for one item. */
function compare({
  content,
  markdown = "",
  html,
  others = [],
  meta = [],
  system = "WordPress",
  lines = [],
}: Trial): string[] {
  const report = openReport();
  for (const { item, what } of lines) report.add(item, what, "");
  const item = { ...empty, content, meta };
  const ledger = openLedger(
    {
      system,
      items: [item, ...others],
      urls: ["https://old.example"],
      placeOf: ({ pathname }) => (pathname === "/moved/" ? "/blog/Moved" : null),
    },
    null,
    report,
  );
  const names = { picture: (src: string) => src, isTarget: () => true };
  const { doc } = html === undefined ? fromMarkdown(markdown, names) : fromHtml(html, names);
  ledger.compareItem(item, "Post 1", { doc, fields: { ...noFields, title: item.title } }, 0);
  ledger.finish();
  return report.lines.map(({ what, isUnexplained }) => (isUnexplained ? `! ${what}` : what));
}

test.each<[name: string, trial: Trial, lines: string[]]>([
  ["equal texts", { content: "<p>One <b>lamp</b></p>", markdown: "One **lamp**" }, []],
  ["words that markup parts", { content: "<p>Mark<sup>up</sup></p>", markdown: "Mark up" }, []],
  ["a lost word", { content: "<p>One lamp lamp</p>", markdown: "One lamp" }, ["! 1 word in text: lamp"]],
  [
    "an added word",
    { content: "<p>One</p>", markdown: "One lamp" },
    ["! 1 word that the source does not have: lamp"],
  ],
  [
    "a script",
    { content: "<p>One</p><script>var a = 1 < 2;</script>", markdown: "One" },
    ["4 words in `<script>`"],
  ],
  [
    "hidden text",
    { content: '<p>One</p><div style="display: none">two <i>three</i></div>', markdown: "One" },
    ["2 words in hidden text"],
  ],
  [
    "a shortcode of a plugin",
    { content: '<p>One</p>\n[newsletter list="5"]', markdown: "One" },
    ["3 words in a [newsletter] shortcode"],
  ],
  [
    "a shortcode with a number alone on its line",
    { content: "<p>One</p>\n[form 5]", markdown: "One" },
    ["2 words in a [form] shortcode"],
  ],
  [
    "a shortcode of which a part is stored",
    { content: '<p>One</p>\n[newsletter list="5"]', markdown: "One newsletter" },
    ["! 2 words in a [newsletter] shortcode: list, 5"],
  ],
  [
    "a bracket in a sentence",
    { content: "<p>He [sic] said</p>", markdown: "He said" },
    ["! 1 word in text: sic"],
  ],
  [
    "an HTML comment",
    { content: "<p>One</p><!-- two three -->", markdown: "One" },
    ["2 words in HTML comments"],
  ],
  [
    "settings of a block",
    { content: '<!-- wp:vendor/box {"quote":"Long text here"} /--><p>One</p>', markdown: "One" },
    ["3 words in settings of the block “vendor/box”"],
  ],
  [
    "settings that repeat the text",
    {
      content: '<!-- wp:vendor/box {"quote":"Long text"} --><p>Long text</p><!-- /wp:vendor/box -->',
      markdown: "Long text",
    },
    [],
  ],
  [
    "raw code",
    { content: "[php]if ($a < b) { c(); }[/php]", markdown: "```\nif ($a < b) {  }\n```" },
    ["! 1 word in code: c"],
  ],
  [
    "a lost picture",
    { content: '<p>One</p><img src="https://old.example/a.png" alt="">', markdown: "One" },
    ["1 picture not among the files of the export"],
  ],
  [
    "a picture of another host",
    { content: '<p>One</p><img src="https://other.example/a.png">', markdown: "One" },
    ["1 picture on other hosts"],
  ],
  [
    "a picture without a file",
    { content: '<img src="data:image/png;base64,AA"><p>One</p>', markdown: "One" },
    ["1 picture drawn within the text"],
  ],
  [
    "a lost picture behind the same one",
    { content: '<img src="a.png"><img src="a.png">', html: '<img src="a.png">' },
    ["1 picture not among the files of the export"],
  ],
  [
    "a picture for browsers without scripts",
    {
      content: '<img data-src="a.png"><noscript><img src="a.png"></noscript>',
      html: '<img src="a.png">',
    },
    ["1 picture in a `<noscript>` behind the same picture"],
  ],
  [
    "a picture of another folder",
    {
      content: '<img src="https://old.example/wp-content/uploads/2024/a.png">',
      html: '<img src="2023/a.png">',
    },
    ["1 picture not among the files of the export", "! picture 2023/a.png, which the source does not have"],
  ],
  [
    "a picture of another host with the same path",
    { content: '<img src="https://other.example/2024/a.png">', html: '<img src="2024/a.png">' },
    ["1 picture on other hosts", "! picture 2024/a.png, which the source does not have"],
  ],
  [
    "a picture by way of a server for pictures",
    {
      content: '<img src="https://i0.wp.com/old.example/wp-content/uploads/2024/a-scaled.png?w=9">',
      html: '<img src="2024/a.png">',
    },
    [],
  ],
  [
    "another alternative text",
    { content: '<img src="a.png" alt="A lamp">', html: '<img src="a.png" alt="A boat">' },
    ["! alternative text “A lamp”"],
  ],
  [
    "a lost caption",
    {
      content: '<figure><img src="a.png" alt=""><figcaption>A lamp</figcaption></figure>',
      html: '<img src="a.png" alt="">',
    },
    ["! 2 words in a caption: a, lamp"],
  ],
  [
    "a lost link",
    { content: '<a href="https://x.example/">One</a>', markdown: "One" },
    ["! link to https://x.example/"],
  ],
  [
    "a link to another page of the site",
    { content: '<a href="https://old.example/a/">One</a>', markdown: "[One](/b)" },
    ["! link to https://old.example/a/"],
  ],
  [
    "a link to a page that has moved",
    { content: '<a href="../moved/#x">One</a>', markdown: "[One](/blog/Moved#x)" },
    [],
  ],
  [
    "a link to another page than the one that has moved",
    { content: '<a href="../moved/">One</a>', markdown: "[One](/blog/Other)" },
    ["! link to ../moved/"],
  ],
  [
    "a link to a file",
    {
      content: '<a href="https://old.example/wp-content/uploads/2024/a.pdf">One</a>',
      markdown: "[One](/files/documents/2024%2Fa.pdf)",
    },
    [],
  ],
  [
    "a link on a picture",
    { content: '<a href="/x"><img src="a.png" alt=""></a>', html: '<img src="a.png" alt="">' },
    ["1 link on a picture"],
  ],
  [
    "a link that runs code",
    { content: '<a href="javascript:a()">One</a>', markdown: "One" },
    ["1 link to addresses that are not of the web"],
  ],
  [
    "a lost place",
    { content: '<p id="a">One</p><a href="#a">two</a>', markdown: "One\n\n[two](#a)" },
    ["! id “a”"],
  ],
  ["an id without links", { content: '<p id="a">One</p>', markdown: "One" }, ["1 ids that no link leads to"]],
  ["the place of a heading", { content: '<h2 id="a-b">A b</h2>', markdown: "## A b" }, []],
  [
    "a lost video",
    { content: '<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>One', markdown: "One" },
    ["! iframe https://www.youtube.com/embed/abcdefghijk"],
  ],
  [
    "a lost word that is the name of a player's file",
    {
      content: '<p>One lamp</p><audio src="https://x.example/lamp.mp3"></audio>',
      markdown: "One\n\n[lamp.mp3](https://x.example/lamp.mp3)",
    },
    ["! 1 word in text: lamp"],
  ],
  [
    "another frame",
    { content: '<iframe src="https://maps.example/x">Map</iframe>One', markdown: "One" },
    ["1 word in `<iframe>`", "iframe https://maps.example/x"],
  ],
  [
    "a note",
    { content: "<p>One</p>", markdown: "One", meta: [["footnotes", '[{"id":"a","content":"Its source"}]']] },
    ["! 2 words in text: its, source", "! link to #a-link", "1 ids that no link leads to"],
  ],
  [
    "a card of Ghost",
    {
      system: "Ghost",
      content: '<div class="kg-card kg-signup-card"><p>One</p><form><button>Join us</button></form></div>',
      markdown: "One",
    },
    ["2 words in a part of a card “signup”"],
  ],
  [
    "a block for members",
    {
      system: "Ghost",
      content: "<p>One</p><!--kg-gated-block:begin nonMember:false --><p>two</p><!--kg-gated-block:end-->",
      markdown: "One",
    },
    ["1 word in a block for members"],
  ],
])("reports the difference for %s", (_, trial, lines) => {
  expect(compare(trial).toSorted()).toEqual(lines.toSorted());
});

test("reads texts with which an item overrides a pattern", () => {
  const pattern = {
    ...empty,
    id: "5",
    type: "wp_block",
    content:
      '<!-- wp:paragraph {"metadata":{"name":"Greeting"}} --><p>Old words</p><!-- /wp:paragraph --><p>Fixed</p>',
  };
  const content =
    '<!-- wp:block {"ref":5,"content":{"Greeting":{"content":"Own words"},"Other":{"content":"Not shown"}}} /-->';
  expect(compare({ content, others: [pattern], markdown: "Own words\n\nFixed" })).toEqual([
    "2 words in settings of the block “block”",
  ]);
  expect(compare({ content, others: [pattern], markdown: "Fixed" })).toContain(
    "! 2 words in text: own, words",
  );
});

test("reads text and link with which an item overrides a button", () => {
  const pattern = {
    ...empty,
    id: "5",
    type: "wp_block",
    content:
      '<!-- wp:button {"metadata":{"name":"Call"}} --><div><a href="https://x.example/">All</a></div><!-- /wp:button -->',
  };
  const content = '<!-- wp:block {"ref":5,"content":{"Call":{"text":"One","url":"https://y.example/"}}} /-->';
  expect(compare({ content, others: [pattern], markdown: "[One](https://y.example/)" })).toEqual([]);
  expect(compare({ content, others: [pattern], markdown: "[All](https://x.example/)" })).toEqual([
    "! 1 word in text: one",
    "! 1 word that the source does not have: all",
    "! link to https://y.example/",
  ]);
});

test("reads captions and alternative texts of a gallery by number", () => {
  const picture = {
    ...empty,
    id: "7",
    type: "attachment",
    attachmentUrl: "https://old.example/wp-content/uploads/a.png",
    excerpt: "A caption",
    meta: [["_wp_attachment_image_alt", "A lamp"]] as const,
  };
  const trial = { content: '[gallery ids="7"]', others: [picture] };
  const stored = '<figure><img src="a-300x200.png" alt="A lamp"><figcaption>A caption</figcaption></figure>';
  expect(compare({ ...trial, html: stored })).toEqual([]);
  expect(compare({ ...trial, html: stored.replace("A lamp", "A boat") })).toEqual([
    "! alternative text “A lamp”",
  ]);
  expect(compare({ ...trial, html: "" })).toEqual([
    "1 picture not among the files of the export",
    "2 words in captions of pictures that were left out",
  ]);
});

test("reports fields of plugins and of WordPress with their counts", () => {
  const meta = [
    ["_elementor_data", "[]"],
    ["_edit_last", "1"],
    ["_thumbnail_id", "2"],
  ] as const;
  const others = [{ ...empty, id: "2", meta }];
  expect(compare({ content: "", meta, others })).toEqual([
    "bookkeeping of WordPress: _edit_last (2 entries)",
    "field of a plugin: _elementor_data (2 entries)",
  ]);
});

test("compares the fields of an entry", () => {
  const report = openReport();
  const item = {
    ...empty,
    title: "Brass &amp; <em>lamps</em>",
    excerpt: "A short text",
    meta: [["_yoast_wpseo_title", "Lamps for sale"]] as const,
    terms: [
      { domain: "category", slug: "news", name: "News" },
      { domain: "post_tag", slug: "oil", name: "oil" },
      { domain: "language", slug: "bn", name: "বাংলা" },
      { domain: "post_translations", slug: "pll_1", name: "pll_1" },
    ],
  };
  const ledger = openLedger({ system: "WordPress", items: [item], urls: [] }, null, report);
  const { doc } = fromMarkdown("", { picture: () => null });
  const fields = {
    title: "Brass & lamps (2)",
    summary: "A text",
    seoTitle: "Lamps for sale",
    seoDescription: "",
    categories: ["News"],
    tags: [],
    hasCover: false,
    language: null,
    translationGroup: "old.example pll_2",
  };
  ledger.compareItem(item, "Post 1", { doc, fields }, 0);
  expect(report.lines.map(({ what }) => what)).toEqual([
    "1 word in the excerpt: short",
    "tag “oil”",
    "language “bn”",
    "translation group “pll_1”",
  ]);
});

test("reports unreported fields of an item without an entry", () => {
  const report = openReport();
  const item = {
    ...empty,
    title: "About &amp; <em>us</em>",
    excerpt: "A short text",
    meta: [
      ["_yoast_wpseo_title", "Lamps for sale"],
      ["_thumbnail_id", "2"],
      ["budget", "40"],
    ] as const,
    terms: [
      { domain: "category", slug: "news", name: "News &amp; more" },
      { domain: "category", slug: "uncategorized", name: "Uncategorized" },
      { domain: "post_tag", slug: "oil", name: "oil" },
      { domain: "language", slug: "bn", name: "বাংলা" },
      { domain: "post_translations", slug: "pll_1", name: "pll_1" },
    ],
  };
  const ledger = openLedger({ system: "WordPress", items: [item], urls: [] }, null, report);
  const { doc } = fromMarkdown("", { picture: () => null });
  ledger.compareItem(item, "Page 1", { doc, fields: null }, 0);
  expect(report.lines.map(({ what }) => what)).toEqual([
    "title “About &amp; <em>us</em>”",
    "excerpt “A short text”",
    "title for search engines “Lamps for sale”",
    "category “News &amp; more”",
    "tag “oil”",
    "language “bn”",
    "translation group “pll_1”",
    "featured picture 2",
    "fields of its own: budget",
  ]);
  const named = openReport();
  for (const what of [
    "title “About & us”",
    "excerpt “A short text”",
    "title for search engines “Lamps for sale”",
    "category “News & more”",
    "tag “oil”",
    "language bn",
    "translation group “old.example pll_1”",
    "featured picture",
    "fields of its own: budget",
  ])
    named.add("Page 1", what, "");
  openLedger({ system: "WordPress", items: [item], urls: [] }, null, named).compareItem(
    item,
    "Page 1",
    { doc, fields: null },
    0,
  );
  expect(named.lines.filter(({ isUnexplained }) => isUnexplained)).toEqual([]);
});

test("reports public addresses without a redirect", () => {
  const report = openReport();
  const ledger = openLedger(
    { system: "WordPress", items: [empty], urls: ["https://old.example"] },
    null,
    report,
  );
  const places = new Map([["/lamps", "/blog/Lamps"]]);
  ledger.compareAddresses(empty, "Post 1", "/blog/Lamps", places);
  expect(report.lines.map(({ what }) => what)).toEqual(["address /?p=1"]);
});

test("a report begins with its unexplained differences", () => {
  const report = openReport();
  report.add("Post 1", "2 words in `<script>`", "Left out completely");
  report.addUnexplained("Post 2", "link to https://x.example/");
  expect(writeReport(report).text.split("\n")).toEqual([
    "1 difference is unexplained: the import may lose it.",
    "Post 2: link to https://x.example/. Unexplained: compare it with the former site.",
    "Post 1: 2 words in `<script>`. Left out completely.",
    "",
  ]);
});

test("counts long unclosed markup within the time limit", { timeout: 10_000 }, () => {
  for (const part of [
    "<",
    "[",
    "<a ",
    "<!--",
    '<a href="',
    "[a ",
    "<p hidden>",
    "</",
    "<math>",
    "<pre>",
    "&amp",
    "https://",
  ])
    compare({ content: part.repeat(20_000), markdown: "" });
});

test("reports a Ghost column that no line mentions", () => {
  const meta = [
    ["og_title", "Kites"],
    ["show_title_and_feature_image", "true"],
  ] as const;
  expect(compare({ content: "<p>One</p>", markdown: "One", system: "Ghost", meta })).toEqual([
    "! column og_title (1 entry)",
  ]);
});

test.each(["(", "a.b", "নাম", "two words"])("reports a column %s that no line mentions", (column) => {
  const meta = [[column, "Kites"]] as const;
  expect(compare({ content: "<p>One</p>", markdown: "One", system: "Ghost", meta })).toEqual([
    `! column ${column} (1 entry)`,
  ]);
});

test.each(["(", "a.b", "নাম", "two words"])("accepts a line of the report for a column %s", (column) => {
  const meta = [[column, "Kites"]] as const;
  const lines = [{ item: "Site", what: `column ${column} of posts (1 row)` }];
  expect(compare({ content: "<p>One</p>", markdown: "One", system: "Ghost", meta, lines })).toEqual([
    `column ${column} of posts (1 row)`,
  ]);
});

test("compares pictures and links of one name without trying every pair", () => {
  const countFor = (count: number) => {
    const paths = Array.from({ length: count }, (_, at) => `2024/${at}/a.png`);
    const content = paths
      .map((path) => `https://old.example/wp-content/uploads/${path}`)
      .map((address) => `<img src="${address}" alt=""><a href="${address}">One</a> `)
      .join("");
    const html = paths.map((path) => `<img src="${path}" alt=""><a href="/files/pictures/${path}">One</a> `);
    const replace = vi.spyOn(String.prototype, "replace");
    expect(compare({ content, html: html.join("") })).toEqual([]);
    const { length } = replace.mock.calls;
    replace.mockRestore();
    return length;
  };
  expect(countFor(200)).toBeLessThanOrEqual(4.2 * countFor(50));
});
