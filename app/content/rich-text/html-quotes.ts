import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { codeOf } from "./build.ts";
import { attributeOf, elementsBelow, isBlankText, isElement, textBelow } from "./html-nodes.ts";
import { addBlocks, endLine, type Place, type Reader, readApart } from "./html-reader.ts";

const apart = new Set(["img", "iframe", "video", "audio", "embed", "object", "script", "style", "template"]);

/** A quote; a name at its end is kept as the line that says whose words these are. */
export function readQuote(element: Tree.Element, place: Place, reader: Reader): void {
  const shown = element.childNodes.filter((node) => !isBlankText(node));
  const last = shown.length > 1 ? shown.at(-1) : undefined;
  const cite = last && isElement(last) ? citeOf(last) : null;
  const rest = cite ? element.childNodes.filter((node) => node !== last) : element.childNodes;
  const blocks = readApart(rest, { ...place, splits: true }, reader);
  if (blocks.length === 0 && !cite) return;
  if (cite && last && isElement(last)) leaveLinks(last, reader);
  const content = blocks.length > 0 ? blocks : [{ type: "paragraph" as const }];
  addBlocks(place.sheet, [{ type: "blockquote", attrs: { cite }, content }]);
}

/** Code keeps its lines; a picture in it comes after it. */
export function readCode(element: Tree.Element, place: Place, reader: Reader): void {
  const below = elementsBelow(element.childNodes);
  const code = codeOf(textBelow(element.childNodes).replace(/\n+$/, ""), languageOf([element, ...below]));
  endLine(place.sheet);
  if (code.content) addBlocks(place.sheet, [code]);
  for (const one of below.filter(({ tagName }) => apart.has(tagName))) reader.walk([one], place);
}

function citeOf(element: Tree.Element): string | null {
  const shown = element.childNodes.filter((node) => !isBlankText(node));
  const [only, second] = shown;
  const isCite = element.tagName === "cite" || element.tagName === "footer";
  const holdsCite = element.tagName === "p" && only && !second && isElement(only) && only.tagName === "cite";
  if (!isCite && !holdsCite) return null;
  if (elementsBelow(element.childNodes).some(({ tagName }) => apart.has(tagName))) return null;
  const text = textBelow(element.childNodes).replace(/\s+/g, " ").trim();
  return text !== "" && text.length <= 300 ? text : null;
}

function leaveLinks(element: Tree.Element, reader: Reader): void {
  for (const link of elementsBelow(element.childNodes).filter(({ tagName }) => tagName === "a")) {
    reader.leave(`link in the source of a quote to ${attributeOf(link, "href").slice(0, 100)}`);
  }
}

function languageOf(elements: Tree.Element[]): string | null {
  const classes = elements.map((element) => attributeOf(element, "class")).join(" ");
  return /(?:^|\s)(?:lang(?:uage)?-|brush:\s?)([\w+#.-]+)/.exec(classes)?.[1] ?? null;
}
