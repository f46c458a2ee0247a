import { parseFragment, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { expect, test } from "vitest";
import fc from "#tests/support/generated.ts";
import { headingsOf } from "../headings.ts";
import { fromMarkdown } from "../markdown/markdown.ts";
import type { Block, Mark, PictureBlock, RichText } from "../schema/document.ts";
import { normalDoc } from "../schema/normal.ts";
import { anyDoc } from "../schema/rich-text.arbitrary.ts";
import { richTextSchema } from "../schema/schema.ts";
import { toText } from "../text.ts";
import { fromHtml } from "./from-html.ts";
import { hostileAddresses, hostileHtml } from "./hostile.samples.ts";
import { type HtmlContext, toHtml } from "./html.ts";
import { elementsBelow } from "./html-reader.ts";

const context: HtmlContext = {
  picture: (file) => (file === "gone" ? null : "<picture><img></picture>"),
  large: (file) => ({ address: `/files/${file}/1600.webp`, alt: "A kite" }),
};
const names = { picture: (src: string) => (src === "good" ? "good" : null) };

test("O1: 120 hostile HTML samples become harmless HTML through every reader", () => {
  expect(hostileHtml.length).toBeGreaterThanOrEqual(120);
  for (const html of hostileHtml) {
    for (const { doc } of [fromHtml(html, names), fromMarkdown(html, names)]) {
      expect(richTextSchema.safeParse(doc).error, html).toBeUndefined();
      expectHarmless(toHtml(doc, context), html);
    }
    const text = html.replace(/\p{Cc}/gu, " ");
    const everywhere = write(...textEverywhere(text));
    expectHarmless(everywhere, html);
    expect(textOf(everywhere).split(text).length - 1, html).toBe(7);
  }
});

test("O1: hostile addresses are rejected and never written, even if stored", () => {
  for (const address of hostileAddresses) {
    const blocks: Block[] = [
      {
        type: "paragraph",
        content: [{ type: "text", text: "x", marks: [{ type: "link", attrs: { href: address } }] }],
      },
      { type: "video", attrs: { url: address } },
      { type: "image", attrs: { file: address } },
      { type: "codeBlock", attrs: { language: address } },
    ];
    const stored = blocks.filter(
      (block) => richTextSchema.safeParse({ type: "doc", content: [block] }).success,
    );
    expect(
      stored.map((block) => block.type).filter((type) => type !== "image" && type !== "codeBlock"),
      address,
    ).toEqual([]);
    expectHarmless(write(...blocks), address);
  }
});

test("O1: unknown nodes, marks and attributes produce no HTML", () => {
  const strange = [
    { type: "iframe", attrs: { src: "javascript:alert(1)" } },
    { type: "constructor" },
    {
      type: "paragraph",
      content: [{ type: "text", text: "a", marks: [{ type: "constructor" }, { type: "script" }] }],
    },
    {
      type: "paragraph",
      content: [{ type: "text", text: "b", marks: [{ type: "toString", attrs: { onclick: "x" } }] }],
    },
    { type: "paragraph", content: [{ type: "html", html: "<script>alert(1)</script>" }] },
    {
      type: "heading",
      attrs: { level: "1 onclick=alert(1)", id: "x" },
      content: [{ type: "text", text: "c" }],
    },
    { type: "orderedList", attrs: { start: "1 onclick=alert(1)" }, content: [] },
    {
      type: "table",
      content: [
        { type: "tableRow", content: [{ type: "tableCell", attrs: { colspan: "2 x" }, content: [] }] },
      ],
    },
    { type: "codeBlock", attrs: { language: 'x" onclick="alert(1)' } },
  ];
  for (const node of strange) {
    expect(richTextSchema.safeParse({ type: "doc", content: [node] }).success, node.type).toBe(false);
    expectHarmless(write(node as unknown as Block), node.type); // as if stored without validation
  }
});

test("writes allowed HTML with the whole text of any valid document", () => {
  fc.assert(
    fc.property(anyDoc(), (doc) => {
      const html = toHtml(doc, { ...context, picture: () => "" });
      expectHarmless(html, "");
      for (const line of toText(doc).split("\n")) expect(textOf(html).split("\n").join("")).toContain(line);
    }),
    { numRuns: 100 },
  );
});

test("headings have unique ids that match the table of contents", () => {
  const texts = ["What we do", "What we do!", "what-we-do-2", "আমাদের র‍্যাংক", "???", ""];
  const doc = docOf(
    ...texts.map(
      (text): Block => ({
        type: "heading",
        attrs: { level: 3 },
        content: text ? [{ type: "text", text }] : [],
      }),
    ),
  );
  const ids = ["what-we-do", "what-we-do-2", "what-we-do-2-2", "আমাদের-র‍্যাংক", "section", "section-2"];
  expect(elementsOf(toHtml(doc, context)).map((one) => one.attrs[0]?.value)).toEqual(ids);
  expect(headingsOf(doc)).toEqual(
    texts.slice(0, 5).map((text, index) => ({ id: ids[index], text, level: 3 })),
  );
});

test("each anchor id appears once, and headings use theirs", () => {
  const anchor = (id: string) => ({ type: "anchor" as const, attrs: { id } });
  const text = (value: string, ...marks: Mark[]) => ({ type: "text" as const, text: value, marks });
  const doc: RichText = {
    type: "doc",
    content: [
      { type: "heading", attrs: { level: 2 }, content: [text("One", anchor("first"))] },
      { type: "heading", attrs: { level: 2 }, content: [text("First")] },
      { type: "heading", attrs: { level: 2 }, content: [text("Two", anchor("first"))] },
      {
        type: "paragraph",
        content: [text("a", anchor("p"), { type: "bold" }), text("b", anchor("p")), text("c", anchor('"<'))],
      },
    ],
  };
  expect(headingsOf(doc).map(({ id }) => id)).toEqual(["first", "first-2", "two"]);
  expect(toHtml(doc, { picture: () => null })).toBe(
    `<h2 id="first"><span>One</span></h2>
<h2 id="first-2">First</h2>
<h2 id="two"><span>Two</span></h2>
<p><span id="p"><strong>a</strong>b</span><span id="&quot;&lt;">c</span></p>`,
  );
});

test("nested marks share one link, and only external links have rel", () => {
  const link = (href: string) => ({ type: "link" as const, attrs: { href } });
  const content = [
    {
      type: "text" as const,
      text: "a ",
      marks: [{ type: "bold" as const }, link("https://x.example/?a=1&b=2")],
    },
    { type: "hardBreak" as const },
    {
      type: "text" as const,
      text: "b",
      marks: [link("https://x.example/?a=1&b=2"), { type: "italic" as const }],
    },
    { type: "text" as const, text: "c", marks: [link("/about")] },
  ];
  expect(write({ type: "paragraph", content })).toBe(
    '<p><a href="https://x.example/?a=1&amp;b=2" rel="noopener"><strong>a </strong><br><em>b</em></a><a href="/about">c</a></p>',
  );
});

test("marks a link that opens a new tab", () => {
  const newTab = { type: "link" as const, attrs: { href: "/about", newTab: true } };
  const doc = docOf({
    type: "paragraph",
    content: [
      { type: "text", text: "About ", marks: [newTab] },
      { type: "text", text: "us", marks: [newTab, { type: "bold" }] },
      { type: "text", text: "!", marks: [{ type: "link", attrs: { href: "/about", newTab: false } }] },
    ],
  });
  const htmlWith = (note: string) =>
    `<p><a href="/about" target="_blank" rel="noopener">About <strong>us</strong>${note}</a><a href="/about">!</a></p>`;
  const noteOf = (words: string) => htmlWith(`<span class="visually-hidden"> ${words}</span>`);
  expect(toHtml(doc, { ...context, isOnSite: true })).toBe(noteOf("(opens a new tab)"));
  expect(toHtml(doc, { ...context, isOnSite: true, lang: "bn" })).toBe(noteOf("(নতুন ট্যাবে খোলে)"));
  expect(toHtml(doc, context)).toBe(htmlWith(""));
  expect(fromHtml(toHtml(doc, { ...context, isOnSite: true }), names).doc).toEqual(normalDoc(doc));
});

test("tables scroll in a box and their headers have a scope", () => {
  const { doc } = fromHtml(
    "<table><tr><th>A<th>B<tr><th rowspan=2>1<td>2<br>3<tr><td><p>x<p>y</table>",
    names,
  );
  expect(toHtml(doc, context)).toBe(
    '<div class="tablebox" tabindex="0" role="region" aria-label="Table"><table>' +
      '<thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead>' +
      '<tbody><tr><th scope="row" rowspan="2">1</th><td>2<br>3</td></tr><tr><td><p>x</p>\n<p>y</p></td></tr></tbody>' +
      "</table></div>",
  );
});

test("scrollable tables and code blocks have unique names in the page's language", () => {
  const table = "| A |\n|---|\n| 1 |";
  const code = "```\na\n```";
  const { doc } = fromMarkdown([table, code, table, code].join("\n\n"), names);
  const namesIn = (lang: string) =>
    [...toHtml(doc, { ...context, lang }).matchAll(/tabindex="0" role="region" aria-label="([^"]+)"/g)].map(
      ([, name]) => name,
    );
  expect(namesIn("en")).toEqual(["Table", "Code", "Table 2", "Code 2"]);
  expect(namesIn("bn")).toEqual(["সারণি", "কোড", "সারণি ২", "কোড ২"]);
});

test("writes lists, quotes, code, pictures and videos", () => {
  const markdown = [
    "3. one\n4. two\n   - three",
    "> Good work.\n>\n> <cite>A client</cite>",
    "```js\na < b\n```",
    '![seen](good "A caption")',
    '@[video](https://vimeo.com/1 "The mill")',
    "---",
  ].join("\n\n");
  expect(toHtml(fromMarkdown(markdown, names).doc, context).split("\n")).toEqual([
    '<ol start="3"><li>one</li><li>two<ul><li>three</li></ul></li></ol>',
    "<blockquote><p>Good work.</p><footer><cite>A client</cite></footer></blockquote>",
    '<pre tabindex="0" role="region" aria-label="Code"><code class="language-js">a &lt; b</code></pre>',
    "<figure><picture><img></picture><figcaption>A caption</figcaption></figure>",
    '<figure class="video" data-video="https://vimeo.com/1"><a href="https://vimeo.com/1" rel="noopener">Watch the video on Vimeo</a><figcaption>The mill</figcaption></figure>',
    "<hr>",
  ]);
  expect(write({ type: "image", attrs: { file: "gone", caption: "x" } })).toBe("");
});

test("gallery pictures link to named large versions; missing pictures are left out", () => {
  const picture = (file: string, alt: string | null, caption: string | null): PictureBlock => ({
    type: "image",
    attrs: { file, alt, caption },
  });
  const gallery: Block = {
    type: "gallery",
    content: [
      picture("one", "Tall & thin", "Over the river"),
      picture("gone", "x", "y"),
      picture("two", "", null),
    ],
  };
  expect(write(gallery)).toBe(
    '<div class="gallery" role="group" aria-label="Gallery">' +
      '<figure><a href="/files/one/1600.webp" aria-label="Enlarge picture 1 of 2: Tall &amp; thin"><picture><img></picture></a>' +
      "<figcaption>Over the river</figcaption></figure>" +
      '<figure><a href="/files/two/1600.webp" aria-label="Enlarge picture 2 of 2: A kite"><picture><img></picture></a></figure>' +
      "</div>",
  );
  expect(toHtml(docOf(gallery), { ...context, lang: "bn" })).toContain("২টির মধ্যে ১ নম্বর ছবিটি");
  expect(toHtml(docOf(gallery), { picture: context.picture })).toBe(
    '<div class="gallery" role="group" aria-label="Gallery">' +
      "<figure><picture><img></picture><figcaption>Over the river</figcaption></figure>" +
      "<figure><picture><img></picture></figure></div>",
  );
  expect(write({ type: "gallery", content: [picture("gone", "", null)] })).toBe("");
});

test("odd number of gallery pictures gives the first its own row", () => {
  const gallery = (...files: string[]): Block => ({
    type: "gallery",
    content: files.map((file) => ({
      type: "image",
      attrs: {
        file,
        alt: "",
        caption: null,
      },
    })),
  });
  const placesIn = (block: Block) => {
    const places: string[] = [];
    toHtml(docOf(block), {
      picture: (file, _alt, place) => {
        if (place) places.push(place);
        return file === "gone" ? null : "";
      },
    });
    return places;
  };
  expect(placesIn(gallery("one", "two", "one"))).toEqual(["row", "half", "half"]);
  expect(placesIn(gallery("one", "gone", "one"))).toEqual(["half", "half"]);
});

test("marks a caption in a language other than the page's", () => {
  const figure = (caption: string): Block => ({ type: "image", attrs: { file: "x", alt: "", caption } });
  const langOf = (caption: string, lang: string) =>
    /<figcaption(?: lang="(\w+)")?>/.exec(toHtml(docOf(figure(caption)), { ...context, lang }))?.[1];
  expect(langOf("নদীর ঘাট", "en")).toBe("bn");
  expect(langOf("At the ghat", "en")).toBeUndefined();
  expect(langOf("At the ghat", "bn")).toBe("en");
  expect(langOf("নদীর ঘাট", "bn")).toBeUndefined();
  expect(langOf("2026", "bn")).toBeUndefined();
});

test("marks Bangla blocks on a page in another language", () => {
  const { doc } = fromMarkdown("## র‍্যাংক ও web\n\nEnglish ও বাংলা\n\n- বাংলা লেখা\n- text", names);
  expect(toHtml(doc, { ...context, lang: "en" })).toBe(
    '<h2 id="র‍্যাংক-ও-web" lang="bn">র‍্যাংক ও web</h2>\n<p>English ও বাংলা</p>\n<ul><li lang="bn">বাংলা লেখা</li><li>text</li></ul>',
  );
  expect(toHtml(doc, { ...context, lang: "bn" })).not.toContain("lang=");
});

const allowed: Record<string, string[]> = {
  ...Object.fromEntries(
    [
      "strong",
      "em",
      "s",
      "u",
      "br",
      "hr",
      "blockquote",
      "cite",
      "table",
      "thead",
      "tbody",
      "tr",
      "picture",
      "img",
      "ul",
    ].map((tag) => [tag, []]),
  ),
  ...Object.fromEntries(["p", "li", "figcaption", "footer"].map((tag) => [tag, ["lang"]])),
  ...Object.fromEntries(["h2", "h3", "h4"].map((tag) => [tag, ["id", "lang"]])),
  a: ["href", "target", "rel", "aria-label"],
  span: ["id"],
  code: ["class"],
  pre: ["tabindex", "role", "aria-label"],
  ol: ["start"],
  figure: ["class", "data-video"],
  div: ["class", "tabindex", "role", "aria-label"],
  td: ["colspan", "rowspan", "lang"],
  th: ["scope", "colspan", "rowspan", "lang"],
};

function expectHarmless(html: string, from: string): void {
  for (const { tagName, attrs } of elementsOf(html)) {
    expect(Object.keys(allowed), from).toContain(tagName);
    for (const { name, value } of attrs) {
      expect(allowed[tagName], `${from} → ${tagName}`).toContain(name);
      if (name === "href")
        expect(value, from).toMatch(/^(?:https?:\/\/|mailto:[^/]|tel:[^/]|#|\/(?![/\\])|\/$)/i);
      if (name === "data-video") expect(value, from).toMatch(/^(?:https:\/\/|\/(?![/\\]))/);
      if (name === "target") expect(value, from).toBe("_blank");
      if (name === "start" || name.endsWith("span")) expect(value, from).toMatch(/^\d+$/);
    }
  }
  expect(html, from).not.toMatch(/<!|<\?/);
}

function textEverywhere(text: string): Block[] {
  return [
    { type: "paragraph", content: [{ type: "text", text, marks: [{ type: "bold" }] }] },
    { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text }] },
    { type: "codeBlock", content: [{ type: "text", text }] },
    { type: "image", attrs: { file: "x", alt: text, caption: text } },
    { type: "blockquote", attrs: { cite: text }, content: [{ type: "paragraph" }] },
    {
      type: "bulletList",
      content: [{ type: "listItem", content: [{ type: "paragraph", content: [{ type: "text", text }] }] }],
    },
    {
      type: "table",
      content: [
        {
          type: "tableRow",
          content: [
            { type: "tableCell", content: [{ type: "paragraph", content: [{ type: "text", text }] }] },
          ],
        },
      ],
    },
  ];
}

function write(...blocks: Block[]): string {
  return toHtml(docOf(...blocks), context);
}

function docOf(...content: Block[]): RichText {
  return { type: "doc", content };
}

function elementsOf(html: string): Tree.Element[] {
  return elementsBelow(parseFragment(html).childNodes);
}

function textOf(html: string): string {
  const text = (nodes: Tree.ChildNode[]): string =>
    nodes
      .map((node) => ("value" in node ? node.value : "childNodes" in node ? text(node.childNodes) : ""))
      .join("");
  return text(parseFragment(html).childNodes);
}
