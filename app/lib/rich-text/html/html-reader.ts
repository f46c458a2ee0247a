import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { isLinkAddress, videoAddress } from "#app/lib/rich-text/schema/addresses.ts";
import type { Block, Inline, Mark } from "#app/lib/rich-text/schema/document.ts";
import { addInline, cleanLine } from "#app/lib/rich-text/schema/normal.ts";
import { paragraphOf, trimLine } from "./build.ts";

/** Blocks read so far and the current line; `make` converts the line to a block. */
export type HtmlOutput = { blocks: Block[]; line: Inline[]; make(line: Inline[]): Block };

/** Reading state at a place in the HTML. */
export type HtmlPlace = {
  out: HtmlOutput;
  marks: Mark[];
  /** Whether a blank line in the text starts a paragraph, as in the classic editor of WordPress. */
  splits: boolean;
  depth: number;
};

/** Context shared by all parts of the reader. */
export type HtmlReader = {
  walk(nodes: Tree.ChildNode[], place: HtmlPlace): void;
  picture(src: string): string | null;
  link(href: string): string;
  /** Whether links point to the element with this id; null if ids are dropped. */
  isTarget: ((id: string) => boolean) | null;
  /** Ids of elements that wait for the next words, which become their link targets. */
  waitingIds: string[];
  /** Counts dropped content. */
  leave(what: string, count?: number): void;
  /** Whether a single line end is a line break, as in the classic editor of WordPress. */
  keepsLineEnds: boolean;
  /** Whether links may open in a new tab. */
  keepsNewTabs: boolean;
};

export function openOutput(make: HtmlOutput["make"] = lineBlock): HtmlOutput {
  return { blocks: [], line: [], make };
}

/** Reads nodes into their own list of blocks, as the content of a list item, cell or quote. */
export function readSeparately(
  nodes: Tree.ChildNode[],
  place: HtmlPlace,
  reader: HtmlReader,
  make?: HtmlOutput["make"],
): Block[] {
  const out = openOutput(make);
  reader.walk(nodes, { ...place, out, splits: false });
  endLine(out);
  return out.blocks;
}

export function endLine(out: HtmlOutput): void {
  const line = trimLine(out.line);
  out.line = [];
  const shows = line.some((node) => node.type === "text" && node.text.replace(/\u200b/g, "").trim() !== "");
  if (shows) out.blocks.push(out.make(line));
}

export function addBlocks(out: HtmlOutput, blocks: Block[]): void {
  endLine(out);
  // A loop, because the number of call arguments is limited.
  for (const block of blocks) out.blocks.push(block);
}

/** Adds text as a browser renders it: runs of white space become one space. */
export function addText(text: string, place: HtmlPlace, reader: HtmlReader): void {
  const paragraphs = place.splits ? text.split(/\n[ \t\r\f]*\n\s*/) : [text];
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0) endLine(place.out);
    const lines = place.splits && reader.keepsLineEnds ? paragraph.split("\n") : [paragraph];
    for (const [number, line] of lines.entries()) {
      if (number > 0) addLineEnd(place.out);
      addPlaced(line, place, reader);
    }
  }
}

/** Adds a line break; a second one starts a paragraph. */
export function addBreak(out: HtmlOutput): void {
  dropEndSpace(out);
  if (out.line.at(-1)?.type === "hardBreak" && out.make === lineBlock) endLine(out);
  else addInline(out.line, { type: "hardBreak" });
}

/** Normalized address of a link, or null. */
export function linkAddress(raw: string, reader: HtmlReader): string | null {
  const href = raw
    .trim()
    .replace(/[\t\n\r]/g, "")
    .replace(/^\/\//, "https://")
    .replaceAll(" ", "%20");
  const mapped = reader.link(href);
  if (isLinkAddress(mapped)) return mapped;
  if (href !== "") reader.leave(`link to ${href.slice(0, 100)}`);
  return null;
}

/** Block for a line; an address alone on its line becomes a link or a video. */
function lineBlock(line: Inline[]): Block {
  const [only, second] = line;
  const address = only?.type === "text" && !second && /^https?:\/\/\S+$/.test(only.text) ? only : null;
  if (!address) return paragraphOf(line);
  const url = videoAddress(address.text);
  if (url) return { type: "video", attrs: { url } };
  if (address.marks || !isLinkAddress(address.text)) return paragraphOf(line);
  return paragraphOf([{ ...address, marks: [{ type: "link", attrs: { href: address.text } }] }]);
}

/** Adds text with its first words marked as link targets, one word for each waiting id while words remain. */
function addPlaced(text: string, place: HtmlPlace, { waitingIds }: HtmlReader): void {
  let rest = text;
  while (waitingIds.length > 0 && rest.trim() !== "") {
    const [first = rest] = (waitingIds.length > 1 && /^\s*\S+\s+(?=\S)/.exec(rest)) || [rest];
    const id = waitingIds.shift() ?? "";
    const others = place.marks.filter(({ type }) => type !== "anchor");
    addSpaced(first, { ...place, marks: [...others, { type: "anchor", attrs: { id } }] });
    rest = rest.slice(first.length);
  }
  addSpaced(rest, place);
}

function addSpaced(text: string, { out, marks }: HtmlPlace): void {
  const spaced = cleanLine(text).replace(/ +/g, " ");
  const last = out.line.at(-1);
  const afterSpace = !last || last.type === "hardBreak" || last.text.endsWith(" ");
  addInline(out.line, { type: "text", text: afterSpace ? spaced.replace(/^ /, "") : spaced, marks });
}

function addLineEnd(out: HtmlOutput): void {
  dropEndSpace(out);
  const last = out.line.at(-1);
  if (last && last.type !== "hardBreak") addInline(out.line, { type: "hardBreak" });
}

function dropEndSpace(out: HtmlOutput): void {
  const last = out.line.at(-1);
  if (last?.type === "text" && /^ *$/.test(last.text)) out.line.pop();
  else if (last?.type === "text") last.text = last.text.replace(/ $/, "");
}

const unseen = new Set(["script", "style", "template", "title", "desc", "metadata", "noframes"]);

export function isElement(node: Tree.Node): node is Tree.Element {
  return "tagName" in node;
}

export function isBlankText(node: Tree.ChildNode): boolean {
  return "value" in node ? node.value.trim() === "" : node.nodeName === "#comment";
}

export function attributeOf(element: Tree.Element, name: string): string {
  return element.attrs.find((one) => one.name === name)?.value ?? "";
}

export function hasClass(element: Tree.Element, name: string): boolean {
  return attributeOf(element, "class").split(/\s+/).includes(name);
}

/** Value of a property of the style attribute, in lower case. */
export function styleOf(element: Tree.Element, property: string): string {
  const style = attributeOf(element, "style").toLowerCase().split(";");
  const found = style.map((one) => one.split(":")).find(([name]) => name?.trim() === property);
  return found?.[1]?.trim() ?? "";
}

/** All descendant elements in document order, without recursion. */
export function elementsBelow(nodes: Tree.ChildNode[]): Tree.Element[] {
  const found: Tree.Element[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isElement(node)) continue;
    found.push(node);
    for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
  return found;
}

/** Text of all descendants with line breaks, without recursion. */
export function textBelow(nodes: Tree.ChildNode[]): string {
  let text = "";
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ("value" in node) text += node.value;
    if (!isElement(node) || unseen.has(node.tagName)) continue;
    if (node.tagName === "br") text += "\n";
    for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
  return text;
}
