import { expect, test } from "vitest";
import fc from "#tests/support/generated.ts";
import { anyDoc } from "./rich-text.arbitrary.ts";
import { emptyDoc, isEmptyDoc, richTextSchema } from "./schema.ts";

const text = (value: string, ...marks: unknown[]) => ({
  type: "text",
  text: value,
  ...(marks.length > 0 && { marks }),
});
const paragraph = (...content: unknown[]) => ({ type: "paragraph", content });
const doc = (...content: unknown[]) => ({ type: "doc", content });

test("accepts every kind of node and mark unchanged", () => {
  fc.assert(
    fc.property(anyDoc(), (one) => {
      expect(richTextSchema.parse(structuredClone(one))).toEqual(one);
    }),
  );
  expect(richTextSchema.parse(emptyDoc)).toEqual(emptyDoc);
});

test("row 56: rejects invalid content with a message and its path", () => {
  const cases: [value: unknown, path: string, message: string][] = [
    [null, "", "must be an object"],
    ["<p>text</p>", "", "must be an object"],
    [[], "", "must be an object"],
    [{ type: "paragraph" }, "type", "This must be “doc”"],
    [doc(), "content", "may not be empty"],
    [{ type: "doc" }, "content", "must be a list"],
    [{ ...doc(paragraph()), onload: "x" }, "", "“onload” may not be given"],
    [doc({ type: "iframe", attrs: { src: "x" } }), "content.0.type", "“iframe” is not a supported block"],
    [doc({ type: "script" }), "content.0.type", "“script” is not a supported block"],
    [doc({ type: "toString" }), "content.0.type", "“toString” is not a supported block"],
    [doc(7), "content.0", "not a block"],
    [doc(text("loose")), "content.0.type", "“text” is not a supported block"],
    [doc({ ...paragraph(), attrs: { style: "color:red" } }), "content.0", "“attrs” may not be given"],
    [
      doc(paragraph({ type: "image", attrs: { file: "a" } })),
      "content.0.content.0.type",
      "“image” is not a supported text",
    ],
    [doc(paragraph(text(""))), "content.0.content.0.text", "may not be empty"],
    [doc(paragraph({ type: "text", text: 5 })), "content.0.content.0.text", "must be text"],
    [doc(paragraph({ ...text("x"), html: "<b>" })), "content.0.content.0", "“html” may not be given"],
    ...["a\u0000b", "a\nb", "a\u001bb", "a\u0085b", "a\ud800b", "a\uffffb"].map(
      (bad): [unknown, string, string] => [
        doc(paragraph(text(bad))),
        "content.0.content.0.text",
        "cannot be shown",
      ],
    ),
    [
      doc(paragraph(text("x", { type: "textStyle" }))),
      "content.0.content.0.marks.0.type",
      "“textStyle” is not a supported style",
    ],
    [
      doc(paragraph(text("x", { type: "bold", attrs: {} }))),
      "content.0.content.0.marks.0",
      "“attrs” may not be given",
    ],
    [
      doc(paragraph(text("x", { type: "bold" }, { type: "bold" }))),
      "content.0.content.0.marks",
      "given twice",
    ],
    [
      doc(paragraph(text("x", { type: "link", attrs: { href: "javascript:alert(1)" } }))),
      "content.0.content.0.marks.0.attrs.href",
      "A link goes to",
    ],
    [
      doc(paragraph(text("x", { type: "link", attrs: { href: "/", target: "_blank" } }))),
      "content.0.content.0.marks.0.attrs",
      "“target” may not",
    ],
    [
      doc(paragraph(text("x", { type: "link", attrs: { href: "/", newTab: "_blank" } }))),
      "content.0.content.0.marks.0.attrs.newTab",
      "true or false",
    ],
    [doc(paragraph(text("x", { type: "link" }))), "content.0.content.0.marks.0.attrs", "must be an object"],
    [doc({ type: "heading", attrs: { level: 1 } }), "content.0.attrs.level", "level 2, 3 or 4"],
    [doc({ type: "heading", attrs: { level: "2" } }), "content.0.attrs.level", "level 2, 3 or 4"],
    [doc({ type: "heading" }), "content.0.attrs", "must be an object"],
    [doc({ type: "bulletList", content: [] }), "content.0.content", "may not be empty"],
    [doc({ type: "bulletList", content: [paragraph()] }), "content.0.content.0.type", ""],
    [
      doc({ type: "bulletList", content: [{ type: "listItem", content: [{ type: "horizontalRule" }] }] }),
      "content.0.content.0.content",
      "begins with a paragraph",
    ],
    [
      doc({ type: "orderedList", attrs: { start: 1.5 }, content: [] }),
      "content.0.attrs.start",
      "whole number",
    ],
    [
      doc({ type: "orderedList", attrs: { start: -1 }, content: [] }),
      "content.0.attrs.start",
      "whole number",
    ],
    [doc({ type: "codeBlock", attrs: { language: 'x" onclick' } }), "content.0.attrs.language", "short name"],
    [
      doc({ type: "codeBlock", content: [text("x", { type: "bold" })] }),
      "content.0.content.0",
      "“marks” may not be given",
    ],
    [
      doc({ type: "codeBlock", content: [{ type: "hardBreak" }] }),
      "content.0.content.0.type",
      "not a supported code",
    ],
    [
      doc({ type: "image", attrs: { file: "data:image/png;base64,AA" } }),
      "content.0.attrs.file",
      "not a file of the library",
    ],
    [doc({ type: "image", attrs: { file: "../x" } }), "content.0.attrs.file", "not a file of the library"],
    [
      doc({ type: "image", attrs: { src: "https://a.example/x.png" } }),
      "content.0.attrs.file",
      "needs a file",
    ],
    [
      doc({ type: "image", attrs: { file: "a", alt: "x".repeat(1001) } }),
      "content.0.attrs.alt",
      "at most 1000",
    ],
    [
      doc({ type: "video", attrs: { url: "https://evil.example/embed" } }),
      "content.0.attrs.url",
      "YouTube or Vimeo",
    ],
    [
      doc({ type: "video", attrs: { url: "http://a.example/x.mp4" } }),
      "content.0.attrs.url",
      "YouTube or Vimeo",
    ],
    [
      doc({ type: "video", attrs: { url: "https://youtube.com.evil.example/x" } }),
      "content.0.attrs.url",
      "YouTube or Vimeo",
    ],
    [
      doc({
        type: "table",
        content: [
          {
            type: "tableRow",
            content: [{ type: "tableCell", attrs: { colspan: 0 }, content: [paragraph()] }],
          },
        ],
      }),
      "content.0.content.0.content.0.attrs.colspan",
      "from 1 to 100",
    ],
    [
      doc({ type: "table", content: [{ type: "tableRow", content: [{ type: "tableCell", content: [] }] }] }),
      "content.0.content.0.content.0.content",
      "may not be empty",
    ],
    [
      doc({ type: "blockquote", attrs: { cite: 5 }, content: [paragraph()] }),
      "content.0.attrs.cite",
      "must be text",
    ],
  ];
  for (const [value, path, message] of cases) {
    const issues = richTextSchema
      .safeParse(value)
      .error?.issues.map((issue) => [issue.path.join("."), issue.message]);
    const found = issues?.find(([where]) => where === path);
    expect(found?.[1], `${JSON.stringify(value)?.slice(0, 200)} ${JSON.stringify(issues)}`).toContain(
      message,
    );
  }
});

test("row 56: rejects depth 5,000 and 5 MB cheaply", () => {
  const limit = "at most";
  let nested: unknown = paragraph();
  for (let depth = 0; depth < 5000; depth++) nested = { type: "blockquote", content: [nested] };
  let attributes: unknown = {};
  for (let depth = 0; depth < 5000; depth++) attributes = { a: attributes };
  const large: unknown[] = [
    doc(nested),
    JSON.parse(`${'{"content":['.repeat(5000)}1${"]}".repeat(5000)}`),
    doc(paragraph(text("x".repeat(5_000_000)))),
    doc(paragraph(text("ক".repeat(140_000)))),
    doc(...Array.from({ length: 20_000 }, () => ({ type: "paragraph" }))),
    doc(paragraph(...Array.from({ length: 20_000 }, () => ({ type: "hardBreak" })))),
    doc(...Array.from({ length: 25_000 }, () => ({}))),
    { type: "doc", ["k".repeat(500_000)]: 1 },
  ];
  for (const value of large) {
    const issues = richTextSchema.safeParse(value).error?.issues;
    expect(issues).toHaveLength(1);
    expect(issues?.[0]?.message).toContain(limit);
  }
  expect(richTextSchema.safeParse(doc({ type: "image", attrs: attributes })).success).toBe(false);
});

test("accepts documents exactly at the limits", () => {
  const nest = (levels: number): unknown =>
    levels === 1 ? paragraph(text("x")) : { type: "blockquote", content: [nest(levels - 1)] };
  expect(richTextSchema.safeParse(doc(nest(22))).success).toBe(true);
  expect(richTextSchema.safeParse(doc(nest(23))).success).toBe(false);
  expect(
    richTextSchema.safeParse(doc(...Array.from({ length: 17_000 }, () => ({ type: "paragraph" })))).error,
  ).toBeUndefined();
  expect(richTextSchema.safeParse(doc(paragraph(text("x".repeat(399_000))))).success).toBe(true);
});

test("I2: rejects prototype keys without changing anything", () => {
  const keys = [
    '"__proto__":{"polluted":1}',
    '"constructor":{"prototype":{"polluted":1}}',
    '"prototype":{"polluted":1}',
  ];
  const places = [
    (key: string) => `{"type":"doc",${key},"content":[{"type":"paragraph"}]}`,
    (key: string) => `{"type":"doc","content":[{"type":"paragraph",${key}}]}`,
    (key: string) =>
      `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"x",${key}}]}]}`,
    (key: string) => `{"type":"doc","content":[{"type":"heading","attrs":{"level":2,${key}}}]}`,
    (key: string) =>
      `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"x","marks":[{"type":"bold",${key}}]}]}]}`,
  ];
  for (const key of keys) {
    for (const place of places)
      expect(richTextSchema.safeParse(JSON.parse(place(key))).success, place(key)).toBe(false);
  }
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

test("preserves joiners, emoji and every script", () => {
  const value = doc(paragraph(text("র‍্যাব ক্‌ষ 👩‍💻 中文 עברית\u00a0\u200b")));
  expect(richTextSchema.parse(value)).toEqual(value);
});

test("treats a document without visible text as empty", () => {
  expect(isEmptyDoc(emptyDoc)).toBe(true);
  expect(
    isEmptyDoc(richTextSchema.parse(doc(paragraph(text("  "), { type: "hardBreak" }), paragraph()))),
  ).toBe(true);
  expect(isEmptyDoc(richTextSchema.parse(doc(paragraph(text("a")))))).toBe(false);
  expect(isEmptyDoc(richTextSchema.parse(doc({ type: "horizontalRule" })))).toBe(false);
});
