import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import type { Block, Heading, Inline } from "./document.ts";
import { readList, readLooseItem } from "./html-lists.ts";
import { marksIn, withMark } from "./html-marks.ts";
import { readFigure, readMedia, readPicture } from "./html-media.ts";
import { attributeOf, hasClass, styleOf, textBelow } from "./html-nodes.ts";
import { readCode, readQuote } from "./html-quotes.ts";
import { addBlocks, addBreak, addText, endLine, type Place, type Reader, readApart } from "./html-reader.ts";
import { readTable } from "./html-tables.ts";

type Read = (element: Tree.Element, place: Place, reader: Reader) => void;

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
  ...each("ul ol menu dir", readList),
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
  ...each("br", (_, place) => addBreak(place.sheet)),
  ...each("hr", (_, place) => addBlocks(place.sheet, [{ type: "horizontalRule" }])),
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

/** Reads one element by what it is; one that we do not know is only what it holds. */
export function readElement(element: Tree.Element, around: Place, reader: Reader): void {
  const place = { ...around, depth: around.depth + 1 };
  const handler = hasClass(element, "wp-caption") ? readFigure : handlers.get(element.tagName);
  if (isHidden(element)) leaveHidden(element, reader);
  else if (place.depth > deepest) addText(textBelow([element]), place, reader);
  else if (handler) handler(element, place, reader);
  else if (blocks.has(element.tagName)) readBlock(element, place, reader);
  else readInside(element, place, reader);
}

function readBlock(element: Tree.Element, place: Place, reader: Reader): void {
  const isTerm = element.tagName === "dt" || element.tagName === "summary";
  const marks = isTerm ? withMark(place.marks, { type: "bold" }) : place.marks;
  endLine(place.sheet);
  readInside(
    element,
    { ...place, marks, splits: place.splits && !/^(?:p|dd|dt)$/.test(element.tagName) },
    reader,
  );
  endLine(place.sheet);
}

function readInside(element: Tree.Element, place: Place, reader: Reader): void {
  const marks = marksIn(element, place.marks, reader);
  reader.walk(element.childNodes, { ...place, marks });
}

function heading(level: 2 | 3 | 4): Read {
  const make = (content: Inline[]): Heading => ({ type: "heading", attrs: { level }, content });
  return (element, place, reader) => {
    const read: Block[] = readApart(element.childNodes, place, reader, make);
    addBlocks(place.sheet, read);
  };
}

function readLinkedPicture(element: Tree.Element, place: Place, reader: Reader): void {
  const link = place.marks.find((mark) => mark.type === "link");
  const isWhole = link && /\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|\?)/i.test(link.attrs.href);
  if (link && !isWhole) reader.leave(`link on a picture to ${link.attrs.href.slice(0, 100)}`);
  readPicture(element, place, reader);
}

function leaveHidden(element: Tree.Element, reader: Reader): void {
  if (textBelow([element]).trim() !== "") reader.leave("hidden text");
}

function isHidden(element: Tree.Element): boolean {
  const isOff = styleOf(element, "display") === "none" || styleOf(element, "visibility") === "hidden";
  return (
    isOff || styleOf(element, "mso-hide") === "all" || element.attrs.some((one) => one.name === "hidden")
  );
}

function each(tags: string, read: Read): [string, Read][] {
  return tags.split(" ").map((tag) => [tag, read]);
}
