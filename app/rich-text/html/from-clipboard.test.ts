import { expect, test } from "vitest";
import { toMarkdown } from "../markdown/markdown.ts";
import { richTextSchema } from "../schema/schema.ts";
import { fromDocsSample, fromWordSample } from "./from-clipboard.samples.ts";
import { fromClipboard } from "./from-clipboard.ts";
import { hostileHtml } from "./hostile.samples.ts";
import { parseHtml } from "./html-parse.ts";

function paste(html: string) {
  const { doc, left } = fromClipboard(parseHtml(html).nodes, "https://kolpona.example");
  expect(richTextSchema.safeParse(doc).error).toBeUndefined();
  return { doc, left, markdown: toMarkdown(doc, { picture: (id) => id }) };
}

test("what Word copies keeps its titles, lists within lists, numbers, styles, links and tables", () => {
  const { markdown, left } = paste(fromWordSample);
  expect(markdown).toBe(`## What a ledger weighs

We weighed **nine mills** and _one_ <u>ferry</u>, and ~~none~~ some of it is [public](https://mills.example/figures).

## In short

- Rice
  - Boiled
  - Raw
- Jute, **dry** _and_ wet

3. Weigh
4. Write

A picture:

${tableOf([
  ["**Mill**", "**Tons**"],
  ["Padma", "41"],
])}
`);
  expect(left).toEqual([{ what: "picture file:///C:/Temp/clip_image002.jpg", count: 1 }]);
});

test("what Google Docs copies is not bold as a whole, and its lists, links and tables stay", () => {
  const { markdown, left } = paste(fromDocsSample);
  expect(markdown).toBe(`## নদীর খাতা

Plain, <strong>bold</strong>, <em>leaning</em> and <a href="/services/Web-Development">our own page</a><s> gone</s>

- One
  - Within
- Two

${tableOf([["A", "<p></p>"]])}
`);
  expect(left.map(({ count }) => count)).toEqual([1]);
});

test("a picture of our own library stays, by whatever address it was copied", () => {
  for (const src of [
    "/files/picture-0001/640.webp",
    "https://kolpona.example/files/picture-0001/1280.avif",
    "https://kolpona.example/files/picture-0001/2-320.webp",
  ])
    expect(paste(`<p>x</p><img src="${src}" alt="A mill">`).markdown).toContain("![A mill](picture-0001)");
  expect(paste('<img src="https://other.example/files/picture-0001/640.webp">').left).toHaveLength(1);
});

test("O1 nothing that was copied brings along what a browser could run", () => {
  for (const html of hostileHtml) {
    const { doc } = paste(html);
    expect(JSON.stringify(doc)).not.toMatch(/"href":"(?:javascript|data|vbscript)/i);
  }
});

/** A table without a head, as Markdown that reads back has it. */
function tableOf(rows: string[][]): string {
  const cells = (row: string[]) => row.map((cell) => `<td>\n\n${cell}\n\n</td>\n`).join("");
  return `<table>\n${rows.map((row) => `<tr>\n${cells(row)}</tr>\n`).join("")}</table>`;
}
