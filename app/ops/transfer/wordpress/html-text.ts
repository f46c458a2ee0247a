import { parseFragment, type DefaultTreeAdapterTypes as Tree } from "parse5";

/** The text of HTML on one line, such as a title: without tags, with decoded references and single spaces. */
export function textLineOf(html: string): string {
  return readerText(html).replace(/\s+/g, " ").trim();
}

/** The displayed text of HTML, with line breaks between blocks. */
export function readerText(html: string): string {
  let text = "";
  const waiting: (Tree.ChildNode | string)[] = parseFragment(html).childNodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === "string") text += node;
    else if ("value" in node) text += node.value;
    else if ("tagName" in node && !hidden.has(node.tagName)) {
      const edge = inline.has(node.tagName) && !isNoteNumber(node) ? "" : "\n";
      waiting.push(edge, ...node.childNodes.toReversed());
      text += edge;
    }
  }
  return text;
}

/** Whether it is a linked superscript number, which is not part of the word before it. */
function isNoteNumber({ tagName, childNodes }: Tree.Element): boolean {
  return tagName === "sup" && childNodes.some((child) => child.nodeName === "a");
}

const hidden = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "title",
  "head",
  "iframe",
  "object",
  "svg",
  "math",
]);

/** Elements that do not separate words. */
const inline = new Set([
  "a",
  "abbr",
  "acronym",
  "b",
  "bdi",
  "bdo",
  "big",
  "cite",
  "code",
  "data",
  "del",
  "dfn",
  "em",
  "font",
  "i",
  "ins",
  "kbd",
  "mark",
  "q",
  "rp",
  "rt",
  "ruby",
  "s",
  "samp",
  "small",
  "span",
  "strike",
  "strong",
  "sub",
  "sup",
  "time",
  "tt",
  "u",
  "var",
  "wbr",
]);
