import { expect, test } from "vitest";
import fc from "#tests/support/generated.ts";
import { toMarkdown } from "../markdown/markdown.ts";
import { richTextSchema } from "../schema/schema.ts";
import { toText } from "../text.ts";
import { fromHtml } from "./from-html.ts";

const names = {
  picture: (src: string) => (src.includes("good") ? "good" : null),
  link: (href: string) => href.replace("https://old.example", ""),
};

test("keeps paragraphs, captions, videos and lists of a classic WordPress post", () => {
  const { markdown, left } = convert(`First line
second <b>line</b>

Third <em>part</em>.<!--more-->
<h1>Title</h1>
[caption id="a" width="300"]<a href="https://old.example/good.jpg"><img src="good.jpg" alt="Seen" /></a> The <a href="/x">caption</a>[/caption]

https://www.youtube.com/watch?v=abcdefgh

[embed]https://vimeo.com/123[/embed]

https://a.example/page

[gallery ids="1,2"]
<ul>
	<li>one</li>
	<li>two
<ol start="3"><li>three</li></ol></li>
</ul>`);
  expect(markdown).toBe(
    `First line\\
second **line**

Third _part_.

## Title

![Seen](good "The caption")

@[video](https://www.youtube.com/watch?v=abcdefgh)

@[video](https://vimeo.com/123)

[https://a.example/page](https://a.example/page)

\\[gallery ids="1,2"\\]

- one
- two
  3. three
`.replace("- one\n- two\n  3.", "- one\n\n- two\n\n  3."),
  );
  expect(left).toEqual({ "shortcode [gallery], kept as text": 1, comment: 1, "link in a caption to /x": 1 });
});

test("keeps ids of link targets at their first words", () => {
  const read = (html: string) =>
    toMarkdown(fromHtml(html, { ...names, isTarget: (id) => id !== "no" }).doc, { picture: (id) => id });
  expect(read('<h2 id="a">One <b>two</b></h2><p id="no">x</p><p id="b c">y</p>')).toBe(
    '## <span id="a">One</span> **two**\n\nx\n\ny\n'.replace("One</span> ", "One </span>"),
  );
  expect(read('<div id="a"><section id="b"><p>One two three</p></section></div>')).toBe(
    '<span id="a">One </span><span id="b">two three</span>\n',
  );
  expect(
    read('<p>Law<sup id="r1"><a href="#n1">1</a></sup></p><ol><li id="n1">Act <a href="#r1">↩</a></li></ol>'),
  ).toBe('Law<span id="r1">\\[</span>[1](#n1)\\]\n\n1. <span id="n1">Act </span>[↩](#r1)\n');
  expect(convert('<h2 id="a">One</h2>').markdown).toBe("## One\n");
  expect(fromHtml('<p>x</p><p id="a"></p>', { ...names, isTarget: () => true }).left).toEqual([
    { what: "link target #a without text after it", count: 1 },
  ]);
});

test("requests a video file by its current link address", () => {
  const { markdown, left } = convert('<video src="https://old.example/boat.mp4"></video>');
  expect([markdown, left]).toEqual(["@[video](/boat.mp4)\n", {}]);
});

test("converts WordPress blocks and lists blocks rendered on the server", () => {
  const { markdown, left } = convert(`<!-- wp:paragraph {"align":"left"} -->
<p class="x">Hello <a href="https://old.example/about">about</a>,<br>next</p>
<!-- /wp:paragraph -->
<!-- wp:latest-posts {"postsToShow":3} /-->
<!-- wp:image {"id":1} --><figure class="wp-block-image"><img src="good.png" alt=""/><figcaption>Under it</figcaption></figure><!-- /wp:image -->
<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://youtu.be/abcdefgh
</div><figcaption>A film</figcaption></figure>
<figure class="wp-block-table"><table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>x<br>y</td></tr></tbody></table></figure>
<blockquote class="wp-block-quote"><p>Good work.</p><cite>A client</cite></blockquote>
<pre class="wp-block-code"><code lang="php" class="language-php">&lt;?php
	echo 1;
</code></pre>
<hr class="wp-block-separator"/>`);
  expect(markdown).toBe(`Hello [about](/about),\\
next

![](good "Under it")

@[video](https://www.youtube.com/watch?v=abcdefgh "A film")

| A | B |
| --- | --- |
| 1 | x<br>y |

> Good work.
>
> <cite>A client</cite>

\`\`\`php
<?php
	echo 1;
\`\`\`

---
`);
  expect(left).toEqual({ "WordPress block latest-posts": 1 });
});

test("converts each element to the closest supported one", () => {
  const cases: [html: string, markdown: string][] = [
    ["<h1>a</h1><h2>b</h2><h3>c</h3><h5>d</h5><h6>e</h6>", "## a\n\n## b\n\n### c\n\n#### d\n\n#### e\n"],
    ["<b>a</b> <strong>b</strong> <i>c</i> <em>d</em>", "**a** **b** _c_ _d_\n"],
    ["<del>a</del> <s>b</s> <u>c</u> <ins>d</ins>", "~~a~~ ~~b~~ <u>c</u> <u>d</u>\n"],
    ["<code>a</code> <kbd>b</kbd> <samp>c</samp> <tt>d</tt>", "`a` `b` `c` `d`\n"],
    ["H<sub>2</sub>O x<sup>2</sup> <abbr title=t>HTML</abbr> <cite>Name</cite>", "H2O x2 HTML Name\n"],
    ["<q>said</q><address>Street<br>City</address>", "“said”\n\nStreet\\\nCity\n"],
    ["a<br><br>b<br>", "a\n\nb\n"],
    ["<p>&nbsp;</p><p> a \n b </p><div></div>", "a b\n"],
    ["<b style='font-weight:normal' id=docs><span style='font-weight:700'>a</span> b</b>", "**a** b\n"],
    ["<span style='font-style:italic;text-decoration:underline'>a</span>", "_<u>a</u>_\n"],
    ["<dl><dt>Term</dt><dd>Meaning</dd></dl>", "**Term**\n\nMeaning\n"],
    ["<details><summary>More</summary>Inside</details>", "**More**\n\nInside\n"],
    [
      "<ul>loose <b>text</b><li>a<ul><li>b</ul><ul><li>c</ul></ul>",
      "- loose **text**\n- a\n  - b\n\n  <!-- -->\n\n  - c\n",
    ],
    ["<li>a<li>b", "- a\n- b\n"],
    ["<ul><li><h3>Head</h3>text</li></ul>", "- **Head**\n\n  text\n"],
    ["<table><tr><td>only</td></tr></table>", "only\n"],
    [
      "<table><caption>Top</caption><tr><th>a<th>b<tr><td>c<td>d</table>",
      "Top\n\n| a | b |\n| --- | --- |\n| c | d |\n",
    ],
    ["<p>a <img src=good.jpg alt=x> b</p>", "a\n\n![x](good)\n\nb\n"],
    ["<h2>a <img src=good.jpg></h2>", "## a\n\n![](good)\n"],
    [
      "<img src='data:image/gif;base64,R0' data-src=good.jpg><noscript><img src=good.jpg></noscript>",
      "![](good)\n",
    ],
    ["<img src=good.jpg alt=a><img src=good.jpg alt=b>", "![a](good)\n\n![b](good)\n"],
    ["a <img class=emoji alt='🙂' src=x>", "a 🙂\n"],
    [
      "<div class=wp-caption><img src=good.jpg><p class=wp-caption-text>Under</p></div>",
      '![](good "Under")\n',
    ],
    [
      "<iframe src='//www.youtube.com/embed/abcdefgh?rel=0'></iframe>",
      "@[video](https://www.youtube.com/watch?v=abcdefgh)\n",
    ],
    ["<iframe src='https://player.vimeo.com/video/12?h=1'></iframe>", "@[video](https://vimeo.com/12)\n"],
    ["<video><source src='https://a.example/v.mp4'>old</video>", "@[video](https://a.example/v.mp4)\n"],
    ["<audio src='https://a.example/s.mp3'></audio>", "[s.mp3](https://a.example/s.mp3)\n"],
    ["<blockquote><p>a</p><p><cite>— B</cite></p></blockquote>", "> a\n>\n> <cite>— B</cite>\n"],
    ["<a href='//a.example/x y'>a</a>", "[a](https://a.example/x%20y)\n"],
    ["<a href=/a target=_blank>a</a>", '<a href="/a" target="&#95;blank">a</a>\n'],
    [
      "<form><label>Name <input></label><button>Send</button><button>Stop</button></form>",
      "Name Send Stop\n",
    ],
    ["<p>র‍্যাব <b>ক্‌ষ</b></p>", "র‍্যাব **ক্‌ষ**\n"],
    ["&lt;b&gt;not bold&lt;/b&gt;", "\\<b>not bold\\</b>\n"],
    ["", ""],
  ];
  for (const [html, markdown] of cases) expect(convert(html).markdown, html).toBe(markdown);
});

test.each([
  ['<p>So <math data-latex="E = mc^2"><mi>E</mi><mo>=</mo></math>.</p>', "So `E = mc^2`.\n"],
  [
    '<p><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math></p>',
    "`x_1`\n",
  ],
  ["<p><math><msup><mi>x</mi><mn>2</mn></msup></math></p>", "x^2\n"],
  ["<p><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p>", "1/2\n"],
  ['<h3>How high?<span aria-hidden="true">+</span></h3>', "### How high?\n"],
  ['<p>Score <span aria-hidden="true">4 of 5</span></p>', "Score 4 of 5\n"],
])("reads formulas and drops ornaments: %s", (html, markdown) => {
  expect(convert(html)).toEqual({ markdown, left: {} });
});

test("counts dropped content by type", () => {
  const { left } = convert(`<script>a</script><script>b</script><style>c</style><!-- note -->
    <img src=lost.jpg alt="A chart"><a href="javascript:alert(1)">x</a><a href="page.html">y</a>
    <iframe src="https://maps.example/"></iframe><p style="display:none">spam</p><input>
    <a href="/elsewhere"><img src="good.jpg"></a><svg><path/></svg>`);
  expect(left).toEqual({
    script: 2,
    style: 1,
    comment: 1,
    "picture lost.jpg (A chart)": 1,
    "link to javascript:alert(1)": 1,
    "link to page.html": 1,
    "iframe https://maps.example/": 1,
    "hidden text": 1,
    "form field": 1,
    "link on a picture to /elsewhere": 1,
    drawing: 1,
  });
});

test("moves or drops content that exceeds a limit or cannot be shown", () => {
  const long = "word ".repeat(300).trim();
  const figure = fromHtml(`<figure><img src=good><figcaption>${long}</figcaption></figure>`, names).doc
    .content;
  expect(figure.map((block) => block.type)).toEqual(["image", "paragraph"]);
  expect(toText({ type: "doc", content: figure })).toBe(long);
  const quote = fromHtml(`<blockquote>a<cite>${long}</cite></blockquote>`, names).doc;
  expect(toText(quote)).toContain(long);
  expect(convert(`<p>a\ud800b&#1;c\u0007d</p><pre>e\ud800\u0007f</pre>`).markdown).toBe(
    "a\ufffdbcd\n\n```\ne\ufffdf\n```\n",
  );
  expect(convert("<td>").markdown).toBe("");
  const spans = '<table><tr><td colspan=9999 rowspan=0>a<td rowspan="x">b<tr><td>c</table>';
  expect(convert(spans).markdown).toContain('<td colspan="100" rowspan="2">');
});

test("keeps every word of any HTML in a valid document", () => {
  fc.assert(
    fc.property(fc.array(anyNode, { maxLength: 6 }), (nodes) => {
      const html = nodes.map((node) => node.html).join("");
      const { doc } = fromHtml(html, names);
      expect(richTextSchema.safeParse(doc).error).toBeUndefined();
      const words = new Set(toText(doc).match(/w\d+/g));
      for (const word of html.match(/w\d+/g) ?? []) expect(words, html).toContain(word);
    }),
    { numRuns: 500 },
  );
});

test("I3: HTML with excessive nesting or repetition becomes a valid document", () => {
  const many = Array.from({ length: 1500 }, (_, index) => `<font size=${index}>`).join("");
  const inputs = [
    ...[
      "<div>",
      "<ul><li>",
      "<blockquote>",
      "<b>",
      "<table><tr><td>",
      "<figure><q><dl>",
      "<pre>",
      "[caption]<img>",
    ].map((bit) => `${bit.repeat(2000)}kept`),
    "<".repeat(100_000).concat(" kept"),
    `<div class="gallery">${"<ul><li>".repeat(60_000)}kept`,
    `<div class="gallery">kept${"<p>a".repeat(190_000)}`,
    `<figure>kept${"<p>a".repeat(190_000)}`,
  ];
  for (const html of inputs) {
    const { doc } = fromHtml(html, names);
    expect(richTextSchema.safeParse(doc).error, html.slice(0, 30)).toBeUndefined();
    expect(toText(doc), html.slice(0, 30)).toContain("kept");
  }
  const unclosed = fromHtml(`<p>${many}</p>${"<p>kept</p>".repeat(1500)}`, names);
  expect(unclosed.left).toEqual([{ what: expect.stringContaining("all markup"), count: 1 }]);
  expect(toText(unclosed.doc).match(/kept/g)).toHaveLength(1500);
  const { doc, left } = fromHtml("<p>two words</p>".repeat(30_000), names);
  expect(richTextSchema.safeParse(doc).success).toBe(true);
  const wordCount = doc.content.length * 2;
  expect(left).toEqual([{ what: expect.stringContaining("word"), count: 60_000 - wordCount }]);
});

type Node = { html: string };

const tags = [
  "p",
  "div",
  "span",
  "b",
  "i",
  "u",
  "a",
  "h1",
  "h3",
  "h6",
  "ul",
  "ol",
  "li",
  "dl",
  "dt",
  "dd",
  "table",
  "tr",
  "td",
  "th",
  "caption",
  "blockquote",
  "cite",
  "q",
  "pre",
  "code",
  "figure",
  "figcaption",
  "section",
  "sub",
  "details",
  "summary",
  "button",
  "label",
  "select",
  "option",
  "textarea",
  "center",
  "font",
  "x-y",
  "noscript",
  "address",
  "article",
  "object",
  "svg",
  "math",
  "text",
  "form",
  "thead",
  "tbody",
  "footer",
  "ruby",
  "rt",
];

const anyNode: fc.Arbitrary<Node> = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, depthSize: "medium" },
    fc.nat(99_999).map((number) => ({ html: ` w${number} ` })),
    fc
      .constantFrom(
        "<br>",
        "<hr>",
        "\n\n",
        "<img src=good>",
        "<img src=bad>",
        "&nbsp;",
        "</p>",
        "</div>",
        "</b>",
      )
      .map((html) => ({ html })),
    fc
      .record({
        tag: fc.constantFrom(...tags),
        inside: fc.array(tie("node"), { maxLength: 4 }),
        closes: fc.boolean(),
      })
      .map(({ tag, inside, closes }) => ({
        html: `<${tag}>${inside.map((one) => one.html).join("")}${closes ? `</${tag}>` : ""}`,
      })),
  ),
})).node;

function convert(html: string): { markdown: string; left: Record<string, number> } {
  const { doc, left } = fromHtml(html, names);
  expect(richTextSchema.safeParse(doc).error).toBeUndefined();
  const markdown = toMarkdown(doc, { picture: (file) => file });
  return { markdown, left: Object.fromEntries(left.map(({ what, count }) => [what, count])) };
}

test("keeps galleries of WordPress, Ghost and this product; single pictures stay single", () => {
  const image = '<img src="good.jpg" alt="Seen">';
  const two = `<figure>${image}<figcaption>One</figcaption></figure><p></p><figure><img src="good-2.jpg" alt=""></figure>`;
  const gallery = '<gallery>\n\n![Seen](good "One")\n\n![](good)\n\n</gallery>\n';
  for (const html of [
    `<figure class="wp-block-gallery">${two}</figure>`,
    `<ul class="wp-block-gallery"><li>${two}</li></ul>`,
    `<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container">${two}</div></figure>`,
    `<div class="gallery" role="group" aria-label="Gallery">${two}</div>`,
  ])
    expect(convert(html).markdown, html).toBe(gallery);
  expect(
    convert(`<figure class="wp-block-gallery">${image}<figcaption>All of it</figcaption></figure>`),
  ).toEqual({
    markdown: "![Seen](good)\n\nAll of it\n",
    left: {},
  });
});
