import { parseFragment, type DefaultTreeAdapterTypes as Tree } from "parse5";

/** The text of a piece of HTML on one line, such as a title: no tags, references resolved, one space between words. */
export function textLineOf(html: string): string {
  return readerText(html).replace(/\s+/g, " ").trim();
}

/** Everything that a reader would see, one space or line end where a new part begins. */
export function readerText(html: string): string {
  let text = "";
  const waiting: (Tree.ChildNode | string)[] = parseFragment(html).childNodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === "string") text += node;
    else if ("value" in node) text += node.value;
    else if ("tagName" in node && !unseen.has(node.tagName)) {
      const edge = inline.has(node.tagName) && !isNoteNumber(node) ? "" : "\n";
      waiting.push(edge, ...node.childNodes.toReversed());
      text += edge;
    }
  }
  return text;
}

/** A raised number with a link is no part of the word before it. */
function isNoteNumber({ tagName, childNodes }: Tree.Element): boolean {
  return tagName === "sup" && childNodes.some((child) => child.nodeName === "a");
}

const unseen = new Set([
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

/** Elements that part no words. */
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
