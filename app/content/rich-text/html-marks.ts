import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import type { Mark } from "./document.ts";
import { attributeOf, styleOf } from "./html-nodes.ts";
import { linkAddress, type Reader } from "./html-reader.ts";

const markOfTag = new Map<string, Exclude<Mark["type"], "link">>([
  ...["b", "strong"].map((tag) => [tag, "bold"] as const),
  ...["i", "em"].map((tag) => [tag, "italic"] as const),
  ...["del", "s", "strike"].map((tag) => [tag, "strike"] as const),
  ...["u", "ins"].map((tag) => [tag, "underline"] as const),
  ...["code", "kbd", "samp", "tt"].map((tag) => [tag, "code"] as const),
]);

/** The marks of the text in an element: those around it, its own, and those its style asks for. */
export function marksIn(element: Tree.Element, around: Mark[], reader: Reader): Mark[] {
  const tag = markOfTag.get(element.tagName);
  const marks = tag && !(tag === "bold" && isLight(element)) ? withMark(around, { type: tag }) : around;
  const styled = stylesOf(element, marks).reduce((all, type) => withMark(all, { type }), marks);
  return element.tagName === "a" ? withLink(element, styled, reader) : styled;
}

export function withMark(marks: Mark[], mark: Mark): Mark[] {
  return marks.some((one) => one.type === mark.type) ? marks : [...marks, mark];
}

function withLink(element: Tree.Element, marks: Mark[], reader: Reader): Mark[] {
  if (!element.attrs.some((one) => one.name === "href")) return marks;
  const href = linkAddress(attributeOf(element, "href"), reader);
  return href === null ? marks : withMark(marks, { type: "link", attrs: { href } });
}

function stylesOf(element: Tree.Element, marks: Mark[]): Exclude<Mark["type"], "link">[] {
  const line = `${styleOf(element, "text-decoration")} ${styleOf(element, "text-decoration-line")}`;
  const isLinked = element.tagName === "a" || marks.some((mark) => mark.type === "link");
  return [
    ...(/^(?:bold|bolder|[6-9]00)/.test(styleOf(element, "font-weight")) ? ["bold" as const] : []),
    ...(styleOf(element, "font-style") === "italic" ? ["italic" as const] : []),
    ...(line.includes("line-through") ? ["strike" as const] : []),
    ...(line.includes("underline") && !isLinked ? ["underline" as const] : []),
  ];
}

/** Google Docs wraps all that is copied in a `b` that is not bold. */
function isLight(element: Tree.Element): boolean {
  return /^(?:normal|[1-4]00)/.test(styleOf(element, "font-weight"));
}
