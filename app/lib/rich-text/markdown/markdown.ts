import { plainParagraph } from "../html/build.ts";
import { encodeCharacters } from "../html/html-parse.ts";
import type {
  Block,
  Blockquote,
  BulletList,
  CodeBlock,
  GalleryBlock,
  Heading,
  OrderedList,
  PictureBlock,
  RichText,
  Table,
  TableCell,
  Video,
} from "../schema/document.ts";
import { fitDocument } from "../schema/limits.ts";
import { normalBlock, normalDoc } from "../schema/normal.ts";
import { inlineText } from "../text.ts";
import { encodeText, escapeText, variantsOfLine, writeTag } from "./markdown-inline.ts";
import { readBlocks, readMarkdownText } from "./markdown-read.ts";
import { lexBlocks, type MarkdownProblem, openSource, type Source } from "./markdown-source.ts";

/**
 * Markdown that parses back to the same document; picture names must be unique. Where Markdown has no syntax or would be
 * misread, it contains HTML that `fromMarkdown` supports:
 * - `<u>`, `<strong>`, `<em>`, `<s>`, `<code>`, `<a href>`, `<span id>` and `<br>` in a line, `&#32;` for spaces at its ends,
 * - `<cite>` as the last paragraph of a quote, `<p></p>`, `<!-- -->` between two lists of one kind,
 * - `<table>`, `<tr>`, `<th>`, `<td colspan rowspan>`, `<ul>`, `<ol start>`, `<li>` and `<blockquote>` each on its
 *   own line with blank lines around the blocks in them, `<gallery>` around the lines of its pictures, and
 *   `<pre><code>` or `<img src alt title>` on one line.
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
 * Reads Markdown; `names` maps a picture to its file, or null. Unsupported content becomes text if it has any, and is
 * listed by line.
 */
export function fromMarkdown(
  markdown: string,
  names: { picture(name: string): string | null },
): { doc: RichText; problems: MarkdownProblem[] } {
  const text = markdown.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const source = openSource(text, names.picture);
  const { doc, plain, words } = fitDocument(readAny(text, source));
  if (plain > 0)
    source.note("", "Lists or quotes are nested too deeply; their text is kept in plain paragraphs");
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
    source.note("", "A line has too many special characters; it is kept as plain text"),
  );
  if (tokens) return readMarkdownText(tokens, source);
  source.note("", "Lists or quotes are nested too deeply to be parsed; every line is kept as plain text");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map(plainParagraph);
}

/** Writing context: names of pictures, and whether Markdown parses back to the given block. */
type MarkdownContext = { picture(fileId: string): string; readsAs(markdown: string, block: Block): boolean };

/** Writes normal blocks; an empty comment separates neighbours that would merge. */
function writeBlocks(blocks: Block[], context: MarkdownContext): string {
  const written = blocks.map((block) => writeBlock(block, context));
  return joinBlocks(blocks, written, "\n\n");
}

/** Most readable variant that parses back to the same block; the last one always does. */
function writeBlock(block: Block, context: MarkdownContext): string {
  let written = "";
  for (const way of variantsOf(block, context)) {
    written = way;
    if (context.readsAs(way, block)) break;
  }
  return written;
}

function variantsOf(block: Block, context: MarkdownContext): Iterable<string> {
  switch (block.type) {
    case "paragraph":
      return block.content ? variantsOfLine(block.content, "\\\n") : ["<p></p>"];
    case "heading":
      return variantsOfHeading(block);
    case "bulletList":
    case "orderedList":
      return variantsOfList(block, context);
    case "blockquote":
      return variantsOfQuote(block, context);
    case "codeBlock":
      return variantsOfCode(block);
    case "table":
      return variantsOfTable(block, (content) => writeBlocks(content, context));
    case "image":
      return variantsOfPicture(block, context);
    case "gallery":
      return variantsOfGallery(block, context);
    case "video":
      return variantsOfVideo(block);
    default:
      return ["---"];
  }
}

function variantsOfHeading({ attrs, content }: Heading): string[] {
  const signs = "#".repeat(attrs.level);
  return content ? variantsOfLine(content, "<br>").map((line) => `${signs} ${line}`) : [signs];
}

function* variantsOfList(list: BulletList | OrderedList, context: MarkdownContext): Generator<string> {
  const start = list.type === "orderedList" ? (list.attrs?.start ?? 1) : null;
  const items = list.content.map(({ content }) => ({
    blocks: content,
    written: content.map((block) => writeBlock(block, context)),
  }));
  for (const between of ["\n", "\n\n"]) {
    const lines = items.map(({ blocks, written }, index) => {
      const marker = start === null ? "- " : `${start + index}. `;
      return `${marker}${indent(joinBlocks(blocks, written, between), " ".repeat(marker.length)).trimStart()}`;
    });
    yield lines.join(between);
  }
  const inner = items.map(({ blocks, written }) => `<li>\n\n${joinBlocks(blocks, written, "\n\n")}\n\n</li>`);
  const name = start === null ? "ul" : "ol";
  yield `${writeTag(name, { start })}\n${inner.join("\n")}\n</${name}>`;
}

function* variantsOfQuote({ attrs, content }: Blockquote, context: MarkdownContext): Generator<string> {
  const inner = writeBlocks(content, context);
  const [readable = "", sure = ""] = [escapeText, encodeText].map((write) => {
    const cite = write(attrs?.cite ?? "").replace(/^ | $/g, "&#32;");
    return cite ? `${inner}\n\n<cite>${cite}</cite>` : inner;
  });
  yield indent(readable, "> ");
  yield indent(sure, "> ");
  yield `<blockquote>\n\n${sure}\n\n</blockquote>`;
}

function* variantsOfCode({ attrs, content }: CodeBlock): Generator<string> {
  const code = inlineText(content);
  const language = attrs?.language ?? "";
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  yield `${fence}${language}\n${code && `${code}\n`}${fence}`;
  const name = language && ` class="language-${language}"`;
  yield `<pre><code${name}>${encodeCharacters(code, /[&<>\s]/g).replaceAll("&#32;", " ")}</code></pre>`;
}

function* variantsOfPicture({ attrs }: PictureBlock, context: MarkdownContext): Generator<string> {
  const name = context.picture(attrs.file);
  const target = /[\s()&\\]/.test(name) ? `<${name}>` : name;
  const caption = attrs.caption ? ` "${attrs.caption.replace(/["\\&]/g, "\\$&")}"` : "";
  yield `![${escapeText(attrs.alt ?? "")}](${target}${caption})`;
  yield writeTag("img", { src: name, alt: attrs.alt, title: attrs.caption });
}

function* variantsOfGallery({ content }: GalleryBlock, context: MarkdownContext): Generator<string> {
  yield `<gallery>\n\n${writeBlocks(content, context)}\n\n</gallery>`;
}

function* variantsOfVideo({ attrs: { url, caption } }: Video): Generator<string> {
  yield `@[video](${url}${caption ? ` "${caption.replace(/["\\&]/g, "\\$&")}"` : ""})`;
  const encoded = caption ? ` "${encodeCharacters(caption, /[^\p{L}\p{N} ]/gu)}"` : "";
  yield `@[video](${encodeCharacters(url, /[^\w:/.?=-]/gu)}${encoded})`;
}

/** Joins written blocks; separates lists of one kind and quotes, which would merge. */
function joinBlocks(blocks: Block[], written: string[], between: string): string {
  return written.reduce((all, one, index) => {
    const type = blocks[index]?.type;
    const joins = type === blocks[index - 1]?.type && /List$|blockquote/.test(type ?? "");
    return `${all}${joins ? "\n\n<!-- -->\n\n" : between}${one}`;
  });
}

function indent(text: string, prefix: string): string {
  const lines = text.split("\n");
  return lines.map((line) => (line === "" ? prefix.trimEnd() : `${prefix}${line}`)).join("\n");
}

/** Variants of a table: pipes if each cell is one line below a header row, otherwise tags. */
function* variantsOfTable(table: Table, write: (content: Block[]) => string): Generator<string> {
  const rows = table.content.map((row) => row.content ?? []);
  if (isPlain(rows)) yield* variantsWithPipes(rows);
  const lines = rows.map((cells) =>
    ["<tr>", ...cells.map((cell) => writeCell(cell, write)), "</tr>"].join("\n"),
  );
  yield ["<table>", ...lines, "</table>"].join("\n");
}

function isPlain(rows: TableCell[][]): boolean {
  const width = rows[0]?.length ?? 0;
  return (
    width > 0 &&
    rows.every(
      (cells, index) => cells.length === width && cells.every((cell) => isPlainCell(cell, index === 0)),
    )
  );
}

function isPlainCell({ type, attrs, content }: TableCell, isFirst: boolean): boolean {
  const isLine = content.length === 1 && content[0]?.type === "paragraph";
  return isLine && (type === "tableHeader") === isFirst && attrs?.colspan === 1 && attrs.rowspan === 1;
}

function variantsWithPipes(rows: TableCell[][]): string[] {
  return [0, 1, 2].map((way) => {
    const lines = rows.map((cells) => `| ${cells.map((cell) => writeLine(cell, way)).join(" | ")} |`);
    const rule = `|${" --- |".repeat(rows[0]?.length ?? 0)}`;
    return [lines[0], rule, ...lines.slice(1)].join("\n");
  });
}

function writeLine({ content: [line] }: TableCell, way: number): string {
  const written = line?.type === "paragraph" ? variantsOfLine(line.content, "<br>")[way] : "";
  return (written ?? "").replaceAll("|", "\\|");
}

function writeCell({ type, attrs, content }: TableCell, write: (content: Block[]) => string): string {
  const name = type === "tableHeader" ? "th" : "td";
  const { colspan, rowspan } = attrs ?? {};
  const spans = { ...(colspan !== 1 && { colspan }), ...(rowspan !== 1 && { rowspan }) };
  return `${writeTag(name, spans)}\n\n${write(content)}\n\n</${name}>`;
}
