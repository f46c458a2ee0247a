import type { MarkedToken, Token, Tokens } from "marked";
import {
  codeOf,
  listItemOf,
  paragraphOf,
  pictureBlocks,
  plainParagraph,
  trimLine,
  videoBlocks,
} from "../html/build.ts";
import { decodeEntities } from "../html/html-parse.ts";
import { isVideoAddress } from "../schema/addresses.ts";
import type {
  Block,
  Blockquote,
  Heading,
  Inline,
  ListItem,
  PictureBlock,
  TableCell,
  TableRow,
} from "../schema/document.ts";
import { limits } from "../schema/limits.ts";
import { type Line, readInline, readPlain, readTag, type Tag } from "./markdown-inline.ts";
import { lexInline, type Source } from "./markdown-source.ts";

export function readBlocks(tokens: Token[], source: Source): Block[] {
  return blocksFrom(readNodes(tokens, source));
}

/** Reads a whole text and advances the source, so that problems have their line numbers. */
export function readMarkdownText(tokens: Token[], source: Source): Block[] {
  const parts = tokens.flatMap((token) => {
    const read = readParts(token as MarkedToken, source); // the lexer has no extensions
    source.pass(token.raw);
    return read;
  });
  return blocksFrom(nest(parts, source));
}

function readNodes(tokens: Token[], source: Source): ParsedNode[] {
  // The lexer has no extensions, so there are no other tokens.
  return nest(
    tokens.flatMap((token) => readParts(token as MarkedToken, source)),
    source,
  );
}

function readParts(token: MarkedToken, source: Source): (ParsedNode | BlockTag)[] {
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "paragraph":
    case "text":
      return readParagraph(token.tokens ?? [], source);
    case "heading":
      return readHeading(token, source);
    case "list":
      return [readList(token, source)];
    case "blockquote":
      return [quoteFrom(readNodes(token.tokens, source))];
    case "code":
      return [readCode(token)];
    case "hr":
      return [{ type: "horizontalRule" }];
    case "table":
      return [readTable(token, source)];
    case "html":
      return readHtmlBlock(token.raw, source) ?? readParagraph(lexInline(token.raw.trim()), source);
    default:
      return readParagraph([token], source);
  }
}

function readParagraph(tokens: Token[], source: Source): ParsedNode[] {
  const video = readVideo(tokens);
  if (video) return video;
  const cite = readCite(tokens, source);
  if (cite) return [{ type: "cite", text: cite }];
  return blocksOfLine(readInline(tokens, source), paragraphOf);
}

function readVideo(tokens: Token[]): Block[] | null {
  const [at, link] = tokens as [MarkedToken?, MarkedToken?]; // as above
  if (tokens.length !== 2 || at?.raw !== "@" || link?.type !== "link" || link.text !== "video") return null;
  const url = decodeEntities(link.href);
  if (!isVideoAddress(url)) return null;
  return videoBlocks(url, decodeEntities(link.title ?? ""));
}

function readCite(tokens: Token[], source: Source): string | null {
  if (tokens[0]?.raw !== "<cite>" || tokens.at(-1)?.raw !== "</cite>") return null;
  const text = readPlain(tokens.slice(1, -1), source);
  return text.length <= 300 ? text : null;
}

function readHeading(token: Tokens.Heading, source: Source): Block[] {
  const level = token.depth <= 2 ? 2 : token.depth === 3 ? 3 : 4;
  const make = (line: Inline[]): Heading => ({
    type: "heading",
    attrs: { level },
    ...(line.length > 0 ? { content: line } : {}),
  });
  return token.tokens.length > 0 ? blocksOfLine(readInline(token.tokens, source), make) : [make([])];
}

/** Blocks of a line: text through `make`, with its pictures between as blocks. */
function blocksOfLine({ pieces }: Line, make: (line: Inline[]) => Block): Block[] {
  return pieces.flatMap((piece) => {
    if (!Array.isArray(piece)) return pictureBlocks(piece.file, piece.alt, piece.caption);
    const line = pieces.length > 1 ? trimLine(piece) : piece;
    return line.length > 0 ? [make(line)] : [];
  });
}

function readList(token: Tokens.List, source: Source): Block {
  const content = token.items.map((item) => listItemOf(readBlocks(joinCheckbox(item.tokens), source)));
  if (!token.ordered) return { type: "bulletList", content };
  return { type: "orderedList", attrs: { start: Number(token.start) }, content };
}

/** Merges a task's checkbox, a separate block in the lexer, into its text. */
function joinCheckbox(tokens: Token[]): Token[] {
  const [box, text, ...rest] = tokens as MarkedToken[]; // as above
  if (box?.type !== "checkbox" || text?.type !== "text") return tokens;
  return [{ ...text, tokens: [box, ...(text.tokens ?? [])] }, ...rest];
}

function readCode(token: Tokens.Code): Block {
  const isFenced = token.codeBlockStyle !== "indented";
  return codeOf(isFenced ? token.text.replace(/\n$/, "") : token.text, token.lang?.split(/\s/)[0] ?? null);
}

function readTable(token: Tokens.Table, source: Source): Block {
  for (const line of token.raw.split("\n").slice(2)) {
    const cells = line
      .trim()
      .replace(/^\||(?<!\\)\|$/g, "")
      .split(/(?<!\\)\|/);
    if (cells.length > token.header.length)
      source.note(line, "A row has more cells than the table; they are left out");
  }
  const rows = [token.header, ...token.rows];
  return { type: "table", content: rows.map((cells) => readRow(cells, source)) };
}

function readRow(cells: Tokens.TableCell[], source: Source): TableRow {
  return { type: "tableRow", content: cells.map((cell) => readCell(cell, source)) };
}

function readCell(cell: Tokens.TableCell, source: Source): TableCell {
  const blocks = blocksOfLine(readInline(cell.tokens, source), paragraphOf);
  return {
    type: cell.header ? "tableHeader" : "tableCell",
    attrs: { colspan: 1, rowspan: 1 },
    content: blocks.length > 0 ? blocks : [paragraphOf([])],
  };
}

const codeShape = /^<pre><code(?: class="language-([^"<>]*)")?>([^<]*)<\/code><\/pre>$/;

/** Allowed attributes of each tag with the smallest and largest values. */
const structure = new Map<string, [name: string, least: number, most: number][]>([
  ["blockquote", []],
  ["ul", []],
  ["ol", [["start", 0, 999_999_999]]],
  ["li", []],
  ["gallery", []],
  ["table", []],
  ["tr", []],
  ...["td", "th"].map((name): [string, [string, number, number][]] => [
    name,
    [
      ["colspan", 1, 100],
      ["rowspan", 1, 1000],
    ],
  ]),
]);

/** Blocks or tag of a separate piece of HTML, or null if it is unsupported. */
function readHtmlBlock(html: string, source: Source): (Block | BlockTag)[] | null {
  const raw = html.trim();
  if (raw === "<!-- -->") return [];
  if (raw === "<p></p>") return [paragraphOf([])];
  const code = codeShape.exec(raw);
  if (code) return [codeOf(decodeEntities(code[2] ?? ""), code[1] ?? null)];
  const tags = raw.split("\n").map((line) => ({ raw: line, tag: readTag(line) }));
  const picture = tags.length === 1 && tags[0]?.tag ? pictureOf(tags[0].tag, source) : null;
  if (picture) return picture;
  const structural = tags.flatMap(({ raw, tag }) =>
    tag && isStructural(tag) ? { type: "tag" as const, tag, raw } : [],
  );
  return structural.length === tags.length ? structural : null;
}

function pictureOf(tag: Tag, source: Source): Block[] | null {
  const file = tag.name === "img" && !tag.closes ? source.picture(tag.attrs.get("src") ?? "") : null;
  return file === null ? null : pictureBlocks(file, tag.attrs.get("alt") ?? "", tag.attrs.get("title") ?? "");
}

function isStructural({ name, attrs }: Tag): boolean {
  const allowed = structure.get(name);
  return (
    [...attrs].every(([key, value]) =>
      allowed?.some(
        ([one, least, most]) => one === key && /^\d{1,9}$/.test(value) && least <= +value && +value <= most,
      ),
    ) && allowed !== undefined
  );
}

/** Citation line of a quote. */
export type Cite = { type: "cite"; text: string };
type ParsedNode = Block | ListItem | TableRow | TableCell | Cite;
/** Block tag between blank lines, with its source HTML. */
type BlockTag = { type: "tag"; tag: Tag; raw: string };

type Frame = { opened: BlockTag | null; nodes: ParsedNode[] };

/** Moves content between the tags of lists, tables and quotes into them; unmatched tags stay as text. */
function nest(parts: (ParsedNode | BlockTag)[], source: Source): ParsedNode[] {
  const root: Frame = { opened: null, nodes: [] };
  const open = [root];
  for (const part of parts) {
    const frame = open.at(-1) ?? root;
    if (part.type !== "tag") frame.nodes.push(part);
    else if (!part.tag.closes && open.length < limits.depth) open.push({ opened: part, nodes: [] });
    else if (frame.opened?.tag.name === part.tag.name) closeFrame(open, source);
    else frame.nodes.push(keepAsText(part, source));
  }
  while (open.length > 1) unwrapFrame(open, source);
  return root.nodes;
}

/** Blocks only: items, rows and cells outside a list, table or quote become separate blocks. */
function blocksFrom(nodes: ParsedNode[]): Block[] {
  return nodes.flatMap((part): Block[] => {
    switch (part.type) {
      case "listItem":
      case "tableCell":
      case "tableHeader":
        return part.content;
      case "tableRow":
        return (part.content ?? []).flatMap((cell) => cell.content);
      case "cite":
        return [plainParagraph(part.text)];
      default:
        return [part];
    }
  });
}

function quoteFrom(nodes: ParsedNode[]): Blockquote {
  const last = nodes.at(-1);
  const cite = last?.type === "cite" ? last.text : null;
  const blocks = blocksFrom(cite === null ? nodes : nodes.slice(0, -1));
  return { type: "blockquote", attrs: { cite }, content: blocks.length > 0 ? blocks : [paragraphOf([])] };
}

function closeFrame(open: Frame[], source: Source): void {
  const frame = open.at(-1);
  const made = frame?.opened && makeNode(frame.opened.tag, frame.nodes);
  if (made) {
    open.pop();
    open.at(-1)?.nodes.push(made);
  } else unwrapFrame(open, source);
}

function unwrapFrame(open: Frame[], source: Source): void {
  const frame = open.pop();
  if (!frame?.opened) return;
  open.at(-1)?.nodes.push(keepAsText(frame.opened, source), ...frame.nodes);
}

function keepAsText({ raw }: BlockTag, source: Source): Block {
  source.note(raw, `HTML (${raw.slice(0, 40)}) is kept as text`);
  return plainParagraph(raw);
}

function makeNode({ name, attrs }: Tag, nodes: ParsedNode[]): ParsedNode | null {
  if (name === "blockquote") return quoteFrom(nodes);
  if (name === "gallery")
    return nodes.every(isPicture) && nodes.length > 0 ? { type: "gallery", content: nodes } : null;
  if (name === "li") return listItemOf(blocksFrom(nodes));
  if (name === "td" || name === "th") return makeCell(name, attrs, blocksFrom(nodes));
  if (name === "tr") return nodes.every(isCell) ? rowOf(nodes) : null;
  if (name === "table")
    return nodes.every(isRow) && nodes.length > 0 ? { type: "table", content: nodes } : null;
  if (!nodes.every(isItem) || nodes.length === 0) return null;
  if (name === "ul") return { type: "bulletList", content: nodes };
  return { type: "orderedList", attrs: { start: Number(attrs.get("start") ?? 1) }, content: nodes };
}

function makeCell(name: "td" | "th", attrs: Map<string, string>, blocks: Block[]): TableCell {
  return {
    type: name === "th" ? "tableHeader" : "tableCell",
    attrs: { colspan: Number(attrs.get("colspan") ?? 1), rowspan: Number(attrs.get("rowspan") ?? 1) },
    content: blocks.length > 0 ? blocks : [paragraphOf([])],
  };
}

function rowOf(cells: TableCell[]): TableRow {
  return cells.length > 0 ? { type: "tableRow", content: cells } : { type: "tableRow" };
}

function isPicture(part: ParsedNode): part is PictureBlock {
  return part.type === "image";
}

function isCell(part: ParsedNode): part is TableCell {
  return part.type === "tableCell" || part.type === "tableHeader";
}

function isRow(part: ParsedNode): part is TableRow {
  return part.type === "tableRow";
}

function isItem(part: ParsedNode): part is ListItem {
  return part.type === "listItem";
}
