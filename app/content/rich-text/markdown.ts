import { plainParagraph } from "./build.ts";
import type { Block, RichText } from "./document.ts";
import { fitDocument } from "./fit.ts";
import { readBlocks, readText } from "./markdown-read.ts";
import { lexBlocks, openSource, type Problem, type Source } from "./markdown-source.ts";
import { writeBlocks } from "./markdown-write.ts";
import { normalBlock, normalDoc } from "./normal.ts";

export type { Problem } from "./markdown-source.ts";

/**
 * Markdown that reads back as the same document; no name may stand for two pictures. Where Markdown has
 * no sign, or its signs would be misread, it holds HTML that `fromMarkdown` knows:
 * - `<u>`, `<strong>`, `<em>`, `<s>`, `<code>`, `<a href>` and `<br>` in a line, `&#32;` for spaces at its ends,
 * - `<cite>` as the last paragraph of a quote, `<p></p>`, `<!-- -->` between two lists of one kind,
 * - `<table>`, `<tr>`, `<th>`, `<td colspan rowspan>`, `<ul>`, `<ol start>`, `<li>` and `<blockquote>` each on its
 *   own line with blank lines around the blocks in them, and `<pre><code>` or `<img src alt title>` on one line.
 */
export function toMarkdown(doc: RichText, names: { picture(fileId: string): string }): string {
  const { content } = normalDoc(doc);
  const [first, second] = content;
  if (!second && first?.type === "paragraph" && !first.content) return "";
  const files = new Map<string, string>();
  const picture = (fileId: string) => {
    const name = names.picture(fileId);
    files.set(name, fileId);
    return name;
  };
  const readsAs = (markdown: string, block: Block) =>
    readsBack(markdown, block, (name) => files.get(name) ?? null);
  return `${writeBlocks(content, { picture, readsAs })}\n`;
}

/**
 * Reads Markdown; `names` gives the file of a picture, or null. What a rich text cannot hold is kept as
 * text where it has any, and listed with its line.
 */
export function fromMarkdown(
  markdown: string,
  names: { picture(name: string): string | null },
): { doc: RichText; problems: Problem[] } {
  const text = markdown.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const source = openSource(text, names.picture);
  const { doc, plain, words } = fitDocument(readAny(text, source));
  if (plain > 0)
    source.note("", "Lists or quotes within each other are too deep; their text is kept in plain paragraphs");
  if (words > 0) source.note("", `The text is too long; ${words} words at its end were left out`);
  return { doc, problems: source.problems };
}

function readsBack(markdown: string, block: Block, picture: (name: string) => string | null): boolean {
  const source = openSource(markdown, picture);
  const tokens = lexBlocks(markdown);
  if (!tokens) return false;
  const read = readBlocks(tokens, source).map(normalBlock);
  return source.problems.length === 0 && JSON.stringify(read) === JSON.stringify([block]);
}

function readAny(text: string, source: Source): Block[] {
  const tokens = lexBlocks(text, () =>
    source.note("", "A line has too many signs to be read; it is kept as plain text"),
  );
  if (tokens) return readText(tokens, source);
  source.note(
    "",
    "Lists or quotes are nested in a way that cannot be followed; every line is kept as plain text",
  );
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map(plainParagraph);
}
