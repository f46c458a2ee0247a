import fc from "#tests/support/generated.ts";
import { isAnchorId, isLinkAddress, isVideoAddress } from "./addresses.ts";
import { type Block, type Inline, type Mark, markNames, type RichText } from "./document.ts";
import { findExcess } from "./limits.ts";
import { isCleanCode, isCleanLine } from "./normal.ts";

/** Test data: valid documents of every kind, biased to content that Markdown and HTML could misread. */
export function anyDoc(): fc.Arbitrary<RichText> {
  const doc = filled(tree.block, 5).map((content): RichText => ({ type: "doc", content }));
  return doc.filter((one) => findExcess(one) === null);
}

const bits = [
  ..."*_~`[]()<>#+-=.!|&:@^\\\"'/ \u00a0\u2028\ufeff",
  "**",
  "__",
  "~~",
  "``",
  "](",
  "![",
  "<br>",
  "</u>",
  "<u>",
  "<!-- -->",
  "&amp;",
  "&#42;",
  "&lt",
  "1.",
  "2)",
  "https://a.example/b",
  "www.a.example",
  "me@a.example",
  "- [ ] ",
  "---",
  "|",
  "<p></p>",
  "[x]: /y",
  "@[video](/a)",
  "a",
  "word",
  "Two words",
  " ",
  "  ",
  "9",
  "é",
  "র‍্য",
  "ক্ষ",
  "বাংলা লেখা।",
  "👩‍💻",
  "中文",
];

const line = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...bits) }, fc.string({ unit: "binary", maxLength: 4 })),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((list) => list.join(""))
  .filter((text) => text !== "" && isCleanLine(text));

const codeText = fc
  .array(
    fc.oneof(line, fc.constantFrom("\n", "\n\n", "\t", "  ", "```", "~~~~", "</code>", "\n- a", "\n> b")),
    { maxLength: 6 },
  )
  .map((list) => list.join(""))
  .filter(isCleanCode);

const href = fc.oneof(
  fc.constantFrom("https://a.example/", "/about", "#top", "mailto:a@b.example", "tel:+8801700000000"),
  fc.constantFrom(
    "https://a.example/?a=1&copy;=2&b",
    "/a(b)c",
    "/a_b_*c*",
    "/x<y>",
    "https://a.example/[x]\"'`|~",
  ),
  line.map((text) => `/${text.replace(/\s/g, "")}`).filter(isLinkAddress),
);

const anchorId = fc.oneof(
  fc.constantFrom("fn1", "fnref:1", "দাম", "a.b", "top"),
  line.map((text) => text.replace(/\s/g, "")).filter(isAnchorId),
);

const mark = (name: (typeof markNames)[number]): fc.Arbitrary<Mark> =>
  name === "link"
    ? fc.record({ href, newTab: optional(fc.boolean()) }).map((attrs): Mark => ({ type: "link", attrs }))
    : name === "anchor"
      ? anchorId.map((id): Mark => ({ type: "anchor", attrs: { id } }))
      : fc.constant<Mark>({ type: name });

const marks = fc
  .shuffledSubarray([...markNames], { maxLength: 3 })
  .chain((names) => fc.tuple(...names.map(mark)))
  .map((list) => [...list]);

const inline: fc.Arbitrary<Inline> = fc.oneof(
  { weight: 3, arbitrary: line.map((text): Inline => ({ type: "text", text })) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("text" as const), text: line, marks }) },
  { weight: 1, arbitrary: fc.constant<Inline>({ type: "hardBreak" }) },
);

const content = fc.option(fc.array(inline, { maxLength: 5 }), { nil: undefined });
const paragraph = content.map(
  (pieces): Block => (pieces ? { type: "paragraph", content: pieces } : { type: "paragraph" }),
);
const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });

const picture = fc.record({
  type: fc.constant("image" as const),
  attrs: fc.record({
    file: fc.stringMatching(/^[a-z0-9][\w.-]{0,9}$/),
    alt: optional(line),
    caption: fc.option(line, { nil: null }),
  }),
});

const leaf: fc.Arbitrary<Block> = fc.oneof(
  { weight: 4, arbitrary: paragraph },
  fc.record({
    type: fc.constant("heading" as const),
    attrs: fc.record({ level: fc.constantFrom(2 as const, 3 as const, 4 as const) }),
    content,
  }),
  fc.record({
    type: fc.constant("codeBlock" as const),
    attrs: optional(fc.record({ language: fc.option(fc.constantFrom("js", "c++", "c#", "objective-c")) })),
    content: codeText.map((text) => (text ? [{ type: "text" as const, text }] : undefined)),
  }),
  fc.constant<Block>({ type: "horizontalRule" }),
  picture,
  fc.record({ type: fc.constant("gallery" as const), content: filled(picture, 3) }),
  fc.record({
    type: fc.constant("video" as const),
    attrs: fc.record({
      url: fc
        .oneof(fc.constantFrom("https://youtu.be/abc", "https://vimeo.com/1?a=1&amp;b"), href)
        .filter(isVideoAddress),
      caption: optional(fc.option(line, { nil: null })),
    }),
  }),
);

const tree = fc.letrec<{ block: Block; container: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 3, arbitrary: leaf },
    { weight: 2, arbitrary: tie("container") },
  ),
  container: fc.oneof(
    fc.record({ type: fc.constant("bulletList" as const), content: filled(item(tie("block")), 3) }),
    fc.record({
      type: fc.constant("orderedList" as const),
      attrs: optional(fc.record({ start: optional(fc.oneof(fc.nat(12), fc.nat(999_999_999))) })),
      content: filled(item(tie("block")), 3),
    }),
    fc.record({
      type: fc.constant("blockquote" as const),
      attrs: optional(fc.record({ cite: optional(line) })),
      content: filled(tie("block"), 3),
    }),
    fc.record({ type: fc.constant("table" as const), content: filled(row(filled(tie("block"), 2)), 3) }),
    plainTable(),
  ),
}));

function item(block: fc.Arbitrary<Block>) {
  const rest = fc.array(block, { maxLength: 2 });
  return fc
    .tuple(paragraph, rest)
    .map(([first, more]) => ({ type: "listItem" as const, content: [first, ...more] }));
}

function row(inside: fc.Arbitrary<Block[]>) {
  const span = optional(fc.integer({ min: 1, max: 3 }));
  const cell = fc.record({
    type: fc.constantFrom("tableHeader" as const, "tableCell" as const),
    attrs: optional(fc.record({ colspan: span, rowspan: span })),
    content: inside,
  });
  return fc.record({
    type: fc.constant("tableRow" as const),
    content: optional(fc.array(cell, { maxLength: 3 })),
  });
}

function plainTable(): fc.Arbitrary<Block> {
  const rows = fc
    .integer({ min: 1, max: 3 })
    .chain((width) =>
      fc.array(fc.array(paragraph, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 3 }),
    );
  return rows.map((lines) => ({
    type: "table",
    content: lines.map((cells, index) => ({
      type: "tableRow",
      content: cells.map((one) => ({ type: index === 0 ? "tableHeader" : "tableCell", content: [one] })),
    })),
  }));
}

function filled<T>(part: fc.Arbitrary<T>, maxLength: number) {
  return fc.array(part, { minLength: 1, maxLength });
}
