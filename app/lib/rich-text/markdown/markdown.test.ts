import { expect, test } from "vitest";
import fc from "#tests/support/generated.ts";
import type { Block } from "../schema/document.ts";
import { normalDoc } from "../schema/normal.ts";
import { anyDoc } from "../schema/rich-text.arbitrary.ts";
import { emptyDoc, richTextSchema } from "../schema/schema.ts";
import { fromMarkdown, toMarkdown } from "./markdown.ts";

const names = { picture: (name: string) => name };
const library = { picture: (name: string) => (name === "none.jpg" ? null : name) };
const read = (markdown: string) => fromMarkdown(markdown, library);
const write = (...content: Block[]) => toMarkdown({ type: "doc", content }, names);

test("parses every document back from its Markdown unchanged", () => {
  fc.assert(
    fc.property(anyDoc(), (doc) => {
      expect(read(toMarkdown(doc, names))).toEqual({ doc: normalDoc(doc), problems: [] });
    }),
    { numRuns: 200 },
  );
});

test("reads any text to a valid document, stable after one write", () => {
  const bits = fc.constantFrom(
    ...'*_~`[]()<>#+-=.!|&:\\"\n\n\n  >\ta1',
    "- ",
    "> ",
    "1. ",
    "```\n",
    "<ul>\n<li>\n\n",
    "</li>",
    "<u>",
    "র‍্য",
    "| a |\n|--|\n",
  );
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 40 }), (list) => {
      const { doc } = read(list.join(""));
      expect(richTextSchema.safeParse(doc).error).toBeUndefined();
      expect(read(toMarkdown(doc, names)).doc).toEqual(normalDoc(doc));
    }),
    { numRuns: 500 },
  );
});

test("writes Markdown as a person would", () => {
  const markdown = `## Title _one_

Hello (world), a_b: 5 \\* 3 = 15 & more! C# #1 - done, [me@x.example](mailto:me@x.example) **bold**\\
and \`code\` ~~gone~~ <u>under</u>. বাংলা র‍্য **গাঢ়**।

1. One
2. Two
   - nested
   - more
3. Three

- A longer item

  in two paragraphs

> Quote
>
> <cite>A. Client</cite>

| A | B |
| --- | --- |
| 1 | a\\|b |

\`\`\`js
const a = 1;

  b();
\`\`\`

---

![A _picture_ \\[1\\]](pic.jpg "With a caption")

@[video](https://www.youtube.com/watch?v=abcdefgh)
`;
  const { doc, problems } = read(markdown);
  expect(problems).toEqual([]);
  expect(toMarkdown(doc, names)).toBe(markdown.replace("A _picture_", "A picture"));
});

test("writes tags for content without Markdown syntax", () => {
  const cell = (content: Block[], colspan = 1) => ({
    type: "tableCell" as const,
    attrs: { colspan, rowspan: 1 },
    content,
  });
  const line = (text: string): Block => ({ type: "paragraph", content: [{ type: "text", text }] });
  expect(
    write({ type: "table", content: [{ type: "tableRow", content: [cell([line("a"), line("b")], 2)] }] }),
  ).toBe('<table>\n<tr>\n<td colspan="2">\n\na\n\nb\n\n</td>\n</tr>\n</table>\n');
  expect(write({ type: "paragraph" }, line("a"))).toBe("<p></p>\n\na\n");
  expect(
    write({
      type: "paragraph",
      content: [
        { type: "text", text: "a ", marks: [{ type: "bold" }] },
        { type: "text", text: "b" },
      ],
    }),
  ).toBe("<strong>a </strong>b\n");
  const newTab = { type: "link" as const, attrs: { href: "/about", newTab: true } };
  const linked = write({ type: "paragraph", content: [{ type: "text", text: "about us", marks: [newTab] }] });
  expect(linked).toBe('<a href="/about" target="&#95;blank">about us</a>\n');
  expect(read('<a href="/about" target="_blank">about us</a>').doc).toEqual(read(linked).doc);
  expect(toMarkdown(emptyDoc, names)).toBe("");
  expect(read("").doc).toEqual(emptyDoc);
});

test("lists dropped content by line and keeps its text", () => {
  const markdown = `# One

text <div onclick="x">raw</div> <!-- secret -->
![gone picture](none.jpg) [bad](javascript:alert(1)) [hint](/a "hint")

<section>
block
</section>

| a |
|---|
| 1 | 2 |

</ul>

<script>alert(1)</script>`;
  const { doc, problems } = fromMarkdown(markdown.replaceAll("\n", "\r\n"), library);
  expect(problems.map(({ line, message }) => `${line}: ${message.slice(0, 30)}`)).toEqual([
    '3: HTML (<div onclick="x">) is ke',
    "3: A comment was left out",
    "4: There is no picture “none.jpg”",
    "4: A link may not go to “javascri",
    "4: The title of a link is left ou",
    "6: HTML (<section>) is kept as te",
    "12: A row has more cells than the ",
    "16: HTML (<script>) is kept as tex",
    "14: HTML (</ul>) is kept as text",
  ]);
  expect(toMarkdown(doc, names)).toContain('\\<div onclick="x">raw\\</div>');
  expect(JSON.stringify(doc)).toContain("<script>alert(1)</script>");
  expect(JSON.stringify(doc)).toContain("gone picture");
  expect(JSON.stringify(doc)).not.toContain("secret");
});

test("converts other heading levels, tasks and indented code", () => {
  const { doc } = read("# a\n\n###### b\n\n- [x] done\n\n    code");
  expect(doc.content.map((block) => block.type)).toEqual(["heading", "heading", "bulletList"]);
  expect(toMarkdown(doc, names)).toBe("## a\n\n#### b\n\n- \\[x\\] done\n\n  code\n");
});

test("keeps tags with attributes beyond the limits as text", () => {
  for (const cell of [
    '<td colspan="101">',
    '<td colspan="0">',
    '<td style="x">',
    '<li start="2">',
    '<ol start="-1">',
  ]) {
    const { doc, problems } = read(`${cell}\n\nkept`);
    expect(
      problems.map((problem) => problem.message),
      cell,
    ).toEqual([`HTML (${cell}) is kept as text`]);
    expect(doc.content).toHaveLength(2);
  }
});

test("I3: reads excessive nesting or repetition without an error or lost text", () => {
  const inputs = [">", "> ", "- ", "<ul>\n<li>\n\n", "<u>", "[a](", "*a **b ", "`"].map(
    (bit) => `${bit.repeat(3000)} kept`,
  );
  inputs.push(`${"<ul>\n<li>\n\n".repeat(3000)}kept${"\n\n</li>\n</ul>".repeat(3000)}`);
  for (const input of inputs) {
    const { doc } = read(input);
    expect(richTextSchema.safeParse(doc).error, input.slice(0, 20)).toBeUndefined();
    expect(JSON.stringify(doc), input.slice(0, 20)).toContain("kept");
  }
  const { doc, problems } = read("many words here\n\n".repeat(30_000));
  expect(richTextSchema.safeParse(doc).success).toBe(true);
  expect(problems[0]?.message).toMatch(/too long; \d+ words/);
});

test("reads a line above the cost limit as plain text, others normally", () => {
  for (const bit of ["_a__b", "[a](http://x ", "*a ", "a."]) {
    const dense = `${bit.repeat(20_000)}@`;
    const { doc, problems } = read(`*One*\n\n${dense}\n\n*Two*`);
    const [first, middle, last] = doc.content;
    expect(JSON.stringify([first, last]), bit).toMatch(/italic.*italic/);
    expect(JSON.stringify(middle), bit).not.toMatch(/italic|link/);
    expect(JSON.stringify(middle).length, bit).toBeGreaterThan(dense.length);
    expect(
      problems.map(({ message }) => message),
      bit,
    ).toEqual(["A line has too many special characters; it is kept as plain text"]);
  }
  // Normal text stays far below the limit: a paragraph of 3,000 words with a hundred links.
  const long =
    "Some thirty words about the river and its boats [here](https://river.example/a_b), *and more*. ";
  expect(read(long.repeat(100)).problems).toEqual([]);
  expect(read("শব্দ".repeat(3000)).problems).toEqual([]);
});

test("reads many spaces in linear time and trims them at line ends", () => {
  expect(read(`a${" ".repeat(300_000)}b`).doc).toMatchObject({
    content: [{ content: [{ text: `a${" ".repeat(300_000)}b` }] }],
  });
  expect(read("  a   b \n  c \n").doc).toMatchObject({ content: [{ content: [{ text: "a   b c" }] }] });
});
