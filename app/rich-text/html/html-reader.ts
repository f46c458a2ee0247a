import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { isLinkAddress, videoAddress } from "#app/rich-text/schema/addresses.ts";
import type { Block, Inline, Mark } from "#app/rich-text/schema/document.ts";
import { addInline, cleanLine } from "#app/rich-text/schema/normal.ts";
import { paragraphOf, trimLine } from "./build.ts";

/** Blocks as they come out of HTML, and the line being filled; `make` says what a line becomes. */
export type HtmlOutput = { blocks: Block[]; line: Inline[]; make(line: Inline[]): Block };

/** Where in the HTML the reading stands. */
export type HtmlPlace = {
  sheet: HtmlOutput;
  marks: Mark[];
  /** Whether a blank line in the text begins a paragraph, as in the classic editor of WordPress. */
  splits: boolean;
  depth: number;
};

/** What all parts of the reading share. */
export type HtmlReader = {
  walk(nodes: Tree.ChildNode[], place: HtmlPlace): void;
  picture(src: string): string | null;
  link(href: string): string;
  /** Whether links lead to the element with this id; null where no id comes along. */
  isTarget: ((id: string) => boolean) | null;
  /** Ids of elements that were reached and that the next words take as places. */
  waitingIds: string[];
  /** Counts something that does not come along. */
  leave(what: string, count?: number): void;
  /** Whether a single line end is a line break, as in the classic editor of WordPress. */
  keepsLineEnds: boolean;
  /** Whether links keep opening in a new tab. */
  keepsNewTabs: boolean;
};

export function openOutput(make: HtmlOutput["make"] = lineBlock): HtmlOutput {
  return { blocks: [], line: [], make };
}

/** Reads nodes by themselves, as the content of one list item, cell or quote. */
export function readApart(
  nodes: Tree.ChildNode[],
  place: HtmlPlace,
  reader: HtmlReader,
  make?: HtmlOutput["make"],
): Block[] {
  const sheet = openOutput(make);
  reader.walk(nodes, { ...place, sheet, splits: false });
  endLine(sheet);
  return sheet.blocks;
}

export function endLine(sheet: HtmlOutput): void {
  const line = trimLine(sheet.line);
  sheet.line = [];
  const shows = line.some((node) => node.type === "text" && node.text.replace(/\u200b/g, "").trim() !== "");
  if (shows) sheet.blocks.push(sheet.make(line));
}

export function addBlocks(sheet: HtmlOutput, blocks: Block[]): void {
  endLine(sheet);
  // One by one: a call takes only so many arguments.
  for (const block of blocks) sheet.blocks.push(block);
}

/** Adds text as a browser shows it: runs of spaces and line ends are one space. */
export function addText(text: string, place: HtmlPlace, reader: HtmlReader): void {
  const paragraphs = place.splits ? text.split(/\n[ \t\r\f]*\n\s*/) : [text];
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0) endLine(place.sheet);
    const lines = place.splits && reader.keepsLineEnds ? paragraph.split("\n") : [paragraph];
    for (const [number, line] of lines.entries()) {
      if (number > 0) addLineEnd(place.sheet);
      addPlaced(line, place, reader);
    }
  }
}

/** A line break; a second one begins a paragraph. */
export function addBreak(sheet: HtmlOutput): void {
  dropEndSpace(sheet);
  if (sheet.line.at(-1)?.type === "hardBreak" && sheet.make === lineBlock) endLine(sheet);
  else addInline(sheet.line, { type: "hardBreak" });
}

/** The address of a link as we keep it, or null. */
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

/** An address alone on its line is a link, or the video it leads to. */
function lineBlock(line: Inline[]): Block {
  const [only, second] = line;
  const address = only?.type === "text" && !second && /^https?:\/\/\S+$/.test(only.text) ? only : null;
  if (!address) return paragraphOf(line);
  const url = videoAddress(address.text);
  if (url) return { type: "video", attrs: { url } };
  if (address.marks || !isLinkAddress(address.text)) return paragraphOf(line);
  return paragraphOf([{ ...address, marks: [{ type: "link", attrs: { href: address.text } }] }]);
}

/** Adds text, its first words marked as the places that it is; each of several takes a word while there are enough. */
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

function addSpaced(text: string, { sheet, marks }: HtmlPlace): void {
  const spaced = cleanLine(text).replace(/ +/g, " ");
  const last = sheet.line.at(-1);
  const afterSpace = !last || last.type === "hardBreak" || last.text.endsWith(" ");
  addInline(sheet.line, { type: "text", text: afterSpace ? spaced.replace(/^ /, "") : spaced, marks });
}

function addLineEnd(sheet: HtmlOutput): void {
  dropEndSpace(sheet);
  const last = sheet.line.at(-1);
  if (last && last.type !== "hardBreak") addInline(sheet.line, { type: "hardBreak" });
}

function dropEndSpace(sheet: HtmlOutput): void {
  const last = sheet.line.at(-1);
  if (last?.type === "text" && /^ *$/.test(last.text)) sheet.line.pop();
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

/** The value of a property of the style attribute, in small letters. */
export function styleOf(element: Tree.Element, property: string): string {
  const style = attributeOf(element, "style").toLowerCase().split(";");
  const found = style.map((one) => one.split(":")).find(([name]) => name?.trim() === property);
  return found?.[1]?.trim() ?? "";
}

/** All elements below some nodes, in order, without recursion. */
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

/** The text below some nodes, with line breaks, without recursion. */
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
