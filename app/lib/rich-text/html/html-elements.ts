import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { isAnchorId } from "../schema/addresses.ts";
import type {
  Block,
  Heading,
  Inline,
  ListItem,
  Mark,
  PlainMark,
  TableCell,
  TableRow,
} from "../schema/document.ts";
import { codeOf, listItemOf } from "./build.ts";
import { readFigure, readGallery, readMedia, readPicture } from "./html-media.ts";
import {
  addBlocks,
  addBreak,
  addText,
  attributeOf,
  elementsBelow,
  endLine,
  type HtmlPlace,
  type HtmlReader,
  hasClass,
  isBlankText,
  isElement,
  linkAddress,
  readSeparately,
  styleOf,
  textBelow,
} from "./html-reader.ts";

const separateTags = new Set([
  "img",
  "iframe",
  "video",
  "audio",
  "embed",
  "object",
  "script",
  "style",
  "template",
]);

/** Reads a quote; a name at its end becomes the citation. */
function readQuote(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const shown = element.childNodes.filter((node) => !isBlankText(node));
  const last = shown.length > 1 ? shown.at(-1) : undefined;
  const cite = last && isElement(last) ? citeOf(last) : null;
  const rest = cite ? element.childNodes.filter((node) => node !== last) : element.childNodes;
  const blocks = readSeparately(rest, { ...place, splits: true }, reader);
  if (blocks.length === 0 && !cite) return;
  if (cite && last && isElement(last)) leaveLinks(last, reader);
  const content = blocks.length > 0 ? blocks : [{ type: "paragraph" as const }];
  addBlocks(place.out, [{ type: "blockquote", attrs: { cite }, content }]);
}

/** Reads code with its line breaks; a picture in it follows the code block. */
function readCode(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const below = elementsBelow(element.childNodes);
  const code = codeOf(textBelow(element.childNodes).replace(/\n+$/, ""), languageOf([element, ...below]));
  endLine(place.out);
  if (code.content) addBlocks(place.out, [code]);
  for (const one of below.filter(({ tagName }) => separateTags.has(tagName))) reader.walk([one], place);
}

function citeOf(element: Tree.Element): string | null {
  const shown = element.childNodes.filter((node) => !isBlankText(node));
  const [only, second] = shown;
  const isCite = element.tagName === "cite" || element.tagName === "footer";
  const holdsCite = element.tagName === "p" && only && !second && isElement(only) && only.tagName === "cite";
  if (!isCite && !holdsCite) return null;
  if (elementsBelow(element.childNodes).some(({ tagName }) => separateTags.has(tagName))) return null;
  const text = textBelow(element.childNodes).replace(/\s+/g, " ").trim();
  return text !== "" && text.length <= 300 ? text : null;
}

function leaveLinks(element: Tree.Element, reader: HtmlReader): void {
  for (const link of elementsBelow(element.childNodes).filter(({ tagName }) => tagName === "a")) {
    reader.leave(`link in the source of a quote to ${attributeOf(link, "href").slice(0, 100)}`);
  }
}

function languageOf(elements: Tree.Element[]): string | null {
  const classes = elements.map((element) => attributeOf(element, "class")).join(" ");
  return /(?:^|\s)(?:lang(?:uage)?-|brush:\s?)([\w+#.-]+)/.exec(classes)?.[1] ?? null;
}

const markOfTag = new Map<string, PlainMark["type"]>([
  ...["b", "strong"].map((tag) => [tag, "bold"] as const),
  ...["i", "em"].map((tag) => [tag, "italic"] as const),
  ...["del", "s", "strike"].map((tag) => [tag, "strike"] as const),
  ...["u", "ins"].map((tag) => [tag, "underline"] as const),
  ...["code", "kbd", "samp", "tt"].map((tag) => [tag, "code"] as const),
]);

/** Marks for the text of an element: inherited ones, its own, and those of its style. */
function marksIn(element: Tree.Element, around: Mark[], reader: HtmlReader): Mark[] {
  const tag = markOfTag.get(element.tagName);
  const marks = tag && !(tag === "bold" && isLight(element)) ? withMark(around, { type: tag }) : around;
  const styled = stylesOf(element, marks).reduce((all, type) => withMark(all, { type }), marks);
  return element.tagName === "a" ? withLink(element, styled, reader) : styled;
}

function withMark(marks: Mark[], mark: Mark): Mark[] {
  return marks.some((one) => one.type === mark.type) ? marks : [...marks, mark];
}

function withLink(element: Tree.Element, marks: Mark[], reader: HtmlReader): Mark[] {
  if (!element.attrs.some((one) => one.name === "href")) return marks;
  const href = linkAddress(attributeOf(element, "href"), reader);
  if (href === null) return marks;
  const isNewTab = reader.keepsNewTabs && attributeOf(element, "target").toLowerCase() === "_blank";
  return withMark(marks, { type: "link", attrs: isNewTab ? { href, newTab: true } : { href } });
}

function stylesOf(element: Tree.Element, marks: Mark[]): PlainMark["type"][] {
  const line = `${styleOf(element, "text-decoration")} ${styleOf(element, "text-decoration-line")}`;
  const isLinked = element.tagName === "a" || marks.some((mark) => mark.type === "link");
  return [
    ...(/^(?:bold|bolder|[6-9]00)/.test(styleOf(element, "font-weight")) ? ["bold" as const] : []),
    ...(styleOf(element, "font-style") === "italic" ? ["italic" as const] : []),
    ...(line.includes("line-through") ? ["strike" as const] : []),
    ...(line.includes("underline") && !isLinked ? ["underline" as const] : []),
  ];
}

/** Whether a `b` element is not bold: Google Docs wraps all copied content in one. */
function isLight(element: Tree.Element): boolean {
  return /^(?:normal|[1-4]00)/.test(styleOf(element, "font-weight"));
}

type Read = (element: Tree.Element, place: HtmlPlace, reader: HtmlReader) => void;

const deepest = 150;

const blocks = new Set(
  `address article aside body caption center col dd details dialog div fieldset figcaption footer form header hgroup
  html legend main nav optgroup option p search section summary dt dl tbody td tfoot th thead tr`.split(
    /\s+/,
  ),
);

const handlers = new Map<string, Read>([
  ...each("h1 h2", heading(2)),
  ...each("h3", heading(3)),
  ...each("h4 h5 h6", heading(4)),
  ...each("ul ol menu dir", readHtmlList),
  ...each("li", readLooseItem),
  ...each("pre listing xmp plaintext", readCode),
  ...each("blockquote", readQuote),
  ...each("table", readTable),
  ...each("img", readLinkedPicture),
  ...each("figure", readFigure),
  ...each("iframe frame embed video audio", readMedia),
  ...each("script style template title desc metadata noframes", (element, _, reader) =>
    reader.leave(element.tagName),
  ),
  ...each("object", (element, place, reader) => {
    readMedia(element, place, reader);
    reader.walk(element.childNodes, place);
  }),
  ...each("svg", (element, place, reader) => {
    reader.leave("drawing");
    readInside(element, place, reader);
  }),
  ...each("sup", readRaised),
  ...each("math", readFormula),
  ...each("msup", readParts("^")),
  ...each("msub", readParts("_")),
  ...each("mfrac", readParts("/")),
  ...each("br", (_, place) => addBreak(place.out)),
  ...each("hr", (_, place) => addBlocks(place.out, [{ type: "horizontalRule" }])),
  ...each("q", (element, place, reader) => {
    addText("“", place, reader);
    readInside(element, place, reader);
    addText("”", place, reader);
  }),
  ...each("button text", (element, place, reader) => {
    addText(" ", place, reader);
    readInside(element, place, reader);
    addText(" ", place, reader);
  }),
  ...each("input", (element, place, reader) => {
    const isButton = /^(?:submit|button|reset)$/i.test(attributeOf(element, "type"));
    if (isButton) addText(` ${attributeOf(element, "value")} `, place, reader);
    else reader.leave("form field");
  }),
]);

/** Reads an element by its tag; an unknown element is replaced by its children. */
export function readElement(element: Tree.Element, around: HtmlPlace, reader: HtmlReader): void {
  const place = { ...around, depth: around.depth + 1 };
  const handler = readerOfClass(element) ?? handlers.get(element.tagName);
  noteTarget(element, reader);
  if (isHidden(element)) leaveHidden(element, reader);
  else if (isOrnament(element)) return;
  else if (place.depth > deepest) addText(textBelow([element]), place, reader);
  else if (handler) handler(element, place, reader);
  else if (blocks.has(element.tagName)) readBlock(element, place, reader);
  else readInside(element, place, reader);
}

/** Marks the following words as a link target. */
function noteTarget(element: Tree.Element, reader: HtmlReader): void {
  if (!reader.isTarget) return;
  const id = attributeOf(element, "id") || (element.tagName === "a" ? attributeOf(element, "name") : "");
  const isWanted = /^h[1-6]$/.test(element.tagName) || reader.isTarget(id);
  if (isWanted && isAnchorId(id) && !reader.waitingIds.includes(id)) reader.waitingIds.push(id);
}

const galleryClasses = ["gallery", "wp-block-gallery", "blocks-gallery-grid", "kg-gallery-card"];

/** Reader of an element that its class identifies, regardless of the tag. */
function readerOfClass(element: Tree.Element): Read | undefined {
  if (hasClass(element, "wp-caption")) return readFigure;
  return galleryClasses.some((name) => hasClass(element, name)) ? readGallery : undefined;
}

function readBlock(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const isTerm = element.tagName === "dt" || element.tagName === "summary";
  const marks = isTerm ? withMark(place.marks, { type: "bold" }) : place.marks;
  endLine(place.out);
  readInside(
    element,
    { ...place, marks, splits: place.splits && !/^(?:p|dd|dt)$/.test(element.tagName) },
    reader,
  );
  endLine(place.out);
}

function readInside(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const marks = marksIn(element, place.marks, reader);
  reader.walk(element.childNodes, { ...place, marks });
}

function heading(level: 2 | 3 | 4): Read {
  const make = (content: Inline[]): Heading => ({ type: "heading", attrs: { level }, content });
  return (element, place, reader) => {
    const read: Block[] = readSeparately(element.childNodes, place, reader, make);
    addBlocks(place.out, read);
  };
}

function readLinkedPicture(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const link = place.marks.find((mark) => mark.type === "link");
  const isWhole = link && /\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|\?)/i.test(link.attrs.href);
  if (link && !isWhole) reader.leave(`link on a picture to ${link.attrs.href.slice(0, 100)}`);
  readPicture(element, place, reader);
}

/** Puts the number of a footnote in brackets, because rich texts have no superscript. */
function readRaised(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const jumps = elementsBelow(element.childNodes).some(
    ({ tagName, attrs }) =>
      tagName === "a" && attrs.some(({ name, value }) => name === "href" && value.startsWith("#")),
  );
  const isNote = jumps && /^\s*[\p{N}*†‡]+\s*$/u.test(textBelow(element.childNodes));
  if (isNote) addText("[", place, reader);
  readInside(element, place, reader);
  if (isNote) addText("]", place, reader);
}

/** Reads a formula: its TeX source as code if present, else its characters in one line. */
function readFormula(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const annotations = elementsBelow(element.childNodes).filter(({ tagName }) => tagName === "annotation");
  const source =
    attributeOf(element, "data-latex") ||
    attributeOf(element, "alttext") ||
    textBelow(annotations.slice(0, 1));
  const marks = withMark(place.marks, { type: "code" });
  if (source.trim() === "") readInside(element, place, reader);
  else addText(source, { ...place, marks, splits: false }, reader);
}

/** Reads part of a formula with an operator before its second element: x^2. */
function readParts(sign: string): Read {
  return (element, place, reader) => {
    const second = element.childNodes.filter(isElement)[1];
    for (const node of element.childNodes) {
      if (node === second) addText(sign, place, reader);
      reader.walk([node], place);
    }
  };
}

/** Whether an element is decoration without letters or digits, such as the "+" of an accordion. */
function isOrnament(element: Tree.Element): boolean {
  if (attributeOf(element, "aria-hidden") !== "true") return false;
  const text = textBelow([element]).trim();
  return (
    text !== "" &&
    !/[\p{L}\p{N}]/u.test(text) &&
    !elementsBelow(element.childNodes).some(({ tagName }) => separateTags.has(tagName))
  );
}

function leaveHidden(element: Tree.Element, reader: HtmlReader): void {
  if (textBelow([element]).trim() !== "") reader.leave("hidden text");
}

function isHidden(element: Tree.Element): boolean {
  const isOff = styleOf(element, "display") === "none" || styleOf(element, "visibility") === "hidden";
  return (
    isOff ||
    styleOf(element, "mso-hide") === "all" ||
    hasClass(element, "visually-hidden") ||
    element.attrs.some((one) => one.name === "hidden")
  );
}

function each(tags: string, read: Read): [string, Read][] {
  return tags.split(" ").map((tag) => [tag, read]);
}

type Row = { element: Tree.Element; cells: Tree.Element[]; isHead: boolean };

/** Reads a table with its caption above it; a table with a single cell is replaced by its content. */
function readTable(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const parts = element.childNodes.filter(isElement);
  for (const caption of parts.filter((part) => part.tagName === "caption")) {
    addBlocks(place.out, readSeparately(caption.childNodes, place, reader));
  }
  const rows = parts.flatMap(rowsOf);
  const spans = rows.some((row) => row.cells.some((cell) => spanOf(cell, "rowspan", 1000) !== 1));
  const filledRows = rows.filter((row) => row.cells.length > 0 || spans);
  const [only, ...others] = filledRows.flatMap((row) => row.cells);
  if (only && others.length === 0) addBlocks(place.out, readSeparately(only.childNodes, place, reader));
  else if (only)
    addBlocks(place.out, [
      {
        type: "table",
        content: filledRows.map((row, index) => readRow(row, filledRows.length - index, place, reader)),
      },
    ]);
}

function rowsOf(part: Tree.Element): Row[] {
  if (part.tagName === "tr") return [{ element: part, cells: cellsOf(part), isHead: false }];
  const isHead = part.tagName === "thead";
  const rows = part.childNodes.filter(isElement).filter((child) => child.tagName === "tr");
  return rows.map((row) => ({ element: row, cells: cellsOf(row), isHead }));
}

function cellsOf(row: Tree.Element): Tree.Element[] {
  return row.childNodes.filter(isElement).filter((cell) => cell.tagName === "td" || cell.tagName === "th");
}

function readRow(row: Row, below: number, place: HtmlPlace, reader: HtmlReader): TableRow {
  noteTarget(row.element, reader);
  const content = row.cells.map((cell): TableCell => {
    noteTarget(cell, reader);
    const blocks = readSeparately(cell.childNodes, place, reader);
    const rowspan = Math.min(spanOf(cell, "rowspan", 1000) || below, below, 1000);
    return {
      type: row.isHead || cell.tagName === "th" ? "tableHeader" : "tableCell",
      attrs: { colspan: spanOf(cell, "colspan", 100) || 1, rowspan },
      content: blocks.length > 0 ? blocks : [{ type: "paragraph" }],
    };
  });
  return content.length > 0 ? { type: "tableRow", content } : { type: "tableRow" };
}

/** Number of columns or rows that a cell spans; 0 means all that follow. */
function spanOf(cell: Tree.Element, name: string, most: number): number {
  const span = Number.parseInt(attributeOf(cell, name) || "1", 10);
  return span >= 0 ? Math.min(span, most) : 1;
}

const lists = new Set(["ul", "ol", "menu", "dir"]);

/** Reads a list; content outside items becomes an item, and a nested list belongs to the item before it. */
function readHtmlList(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const items: Block[][] = [];
  for (const group of groupNodes(element.childNodes)) {
    const [first] = group;
    const item = first && isElement(first) && first.tagName === "li" ? first : null;
    if (item) noteTarget(item, reader);
    const blocks = readSeparately(item ? item.childNodes : group, place, reader);
    const isSublist = first && isElement(first) && lists.has(first.tagName);
    if (blocks.length === 0) continue;
    if (isSublist && items.length > 0) items.at(-1)?.push(...blocks);
    else items.push(blocks);
  }
  const content = items.map((blocks) => listItemOf(plainStart(blocks)));
  if (content.length > 0) addBlocks(place.out, [listOf(element, content)]);
}

/** Adds an item without a list to the items before it. */
function readLooseItem(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const blocks = readSeparately(element.childNodes, place, reader);
  if (blocks.length === 0) return;
  const item = listItemOf(plainStart(blocks));
  addBlocks(place.out, []);
  const last = place.out.blocks.at(-1);
  if (last?.type === "bulletList") last.content.push(item);
  else place.out.blocks.push({ type: "bulletList", content: [item] });
}

function listOf(element: Tree.Element, content: ListItem[]): Block {
  if (element.tagName !== "ol") return { type: "bulletList", content };
  const start = Number.parseInt(attributeOf(element, "start"), 10);
  return { type: "orderedList", attrs: { start: start >= 0 && start < 1e9 ? start : 1 }, content };
}

/** Groups child nodes: each item and each list alone, other neighbours together. */
function groupNodes(nodes: Tree.ChildNode[]): Tree.ChildNode[][] {
  const groups: Tree.ChildNode[][] = [];
  let loose: Tree.ChildNode[] | null = null;
  for (const node of nodes) {
    const isOwn = isElement(node) && (node.tagName === "li" || lists.has(node.tagName));
    if (isOwn || !loose) groups.push([node]);
    else loose.push(node);
    loose = isOwn ? null : (loose ?? groups.at(-1) ?? null);
  }
  return groups.filter(
    (group) => group.length > 1 || group.some((node) => node.nodeName === "#comment" || !isBlankText(node)),
  );
}

/** Turns a heading at the start of an item into a bold first line. */
function plainStart(blocks: Block[]): Block[] {
  const [first, ...rest] = blocks;
  if (first?.type !== "heading") return blocks;
  const content = (first.content ?? []).map((node) => {
    if (node.type !== "text" || node.marks?.some((mark) => mark.type === "bold")) return node;
    return { ...node, marks: [...(node.marks ?? []), { type: "bold" as const }] };
  });
  return [{ type: "paragraph", content }, ...rest];
}
