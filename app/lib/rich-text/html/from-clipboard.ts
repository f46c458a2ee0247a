import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import type { RichText } from "../schema/document.ts";
import { elementsBelow, hasClass, isBlankText, isElement, styleOf, textBelow } from "./html-reader.ts";
import { type DroppedContent, openCount, readTree } from "./read-tree.ts";

/**
 * Converts content copied from Word, Google Docs or a web page to a rich text, and counts dropped pictures and videos.
 * `origin` is that of this site: its pictures are recognized, and links to it become paths.
 */
export function fromClipboard(
  nodes: Tree.ChildNode[],
  origin: string,
): { doc: RichText; left: DroppedContent[] } {
  const { leave, left } = openCount();
  const names = {
    picture: (src: string) => pictureOf(src, origin),
    link: (href: string) => linkOf(href, origin),
  };
  // Mail programs and websites set `target` on every link.
  const rules = { splits: false, keepsLineEnds: false, keepsNewTabs: false };
  const doc = readTree(fromWord(nodes), { names, ...rules }, leave);
  return {
    doc,
    left: left().filter(({ what }) => /^(?:picture|iframe|video|audio|drawing|embed)\b/.test(what)),
  };
}

function pictureOf(src: string, origin: string): string | null {
  const own = src.startsWith(`${origin}/`) ? src.slice(origin.length) : src;
  return /^\/files\/([a-z0-9-]{8,64})\/(?:\d+-)?\d+\.\w+$/.exec(own)?.[1] ?? null;
}

/** Direct target of a Google redirect link; links to this site become paths. */
function linkOf(href: string, origin: string): string {
  const url = URL.parse(href);
  if (!url) return href;
  const isPassed = /^www\.google\.[a-z.]+$/.test(url.hostname) && url.pathname === "/url";
  const target = isPassed ? (url.searchParams.get("q") ?? href) : href;
  return target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
}

interface WordItem {
  paragraph: Tree.Element;
  level: number;
  /** Marker before the text: "1.", "a)", "·". */
  sign: string;
}

/** Converts Word's paragraphs that imitate lists and titles to real ones. */
function fromWord(nodes: Tree.ChildNode[]): Tree.ChildNode[] {
  const done: Tree.ChildNode[] = [];
  let open: WordItem[] = [];
  const closeList = () => {
    done.push(...listsOf(open));
    open = [];
  };
  for (const node of nodes) {
    const item = isElement(node) ? wordItem(node) : null;
    if (item) open.push(item);
    else if (open.length === 0 || !isBlankText(node) || isElement(node)) {
      closeList();
      done.push(isElement(node) ? withChildren(titled(node), fromWord(node.childNodes)) : node);
    }
  }
  closeList();
  return done;
}

function wordItem(element: Tree.Element): WordItem | null {
  const level = /^l\d+ level(\d)/.exec(styleOf(element, "mso-list"))?.[1];
  if (level === undefined) return null;
  const signs = elementsBelow(element.childNodes).filter((one) => styleOf(one, "mso-list") === "ignore");
  const paragraph = withChildren(element, without(element.childNodes, new Set(signs)));
  return { paragraph, level: Number(level), sign: textBelow(signs).trim() };
}

/** Lists of adjacent items; deeper items belong to the item before them, and another kind of marker starts a new list. */
function listsOf(items: WordItem[]): Tree.Element[] {
  const base = Math.min(...items.map(({ level }) => level));
  const groups: WordItem[][] = [];
  for (const item of items) {
    if (item.level > base && groups.length > 0) groups.at(-1)?.push(item);
    else groups.push([item]);
  }
  const lists: Tree.Element[] = [];
  for (const [first, ...inner] of groups) {
    if (!first) continue;
    const item = makeElement("li", [first.paragraph, ...listsOf(inner)]);
    const list = emptyList(first.sign);
    if (lists.at(-1)?.tagName !== list.tagName) lists.push(list);
    lists.at(-1)?.childNodes.push(item);
  }
  return lists;
}

function emptyList(sign: string): Tree.Element {
  if (!/^\(?(?:\d{1,3}|[a-z]{1,4})[.)]/i.test(sign)) return makeElement("ul", []);
  return makeElement("ol", [], [{ name: "start", value: /^\(?(\d+)/.exec(sign)?.[1] ?? "1" }]);
}

function titled(element: Tree.Element): Tree.Element {
  return hasClass(element, "MsoTitle") ? { ...element, nodeName: "h1", tagName: "h1" } : element;
}

function without(nodes: Tree.ChildNode[], gone: ReadonlySet<Tree.ChildNode>): Tree.ChildNode[] {
  return nodes
    .filter((node) => !gone.has(node))
    .map((node) => (isElement(node) ? withChildren(node, without(node.childNodes, gone)) : node));
}

function withChildren(node: Tree.Element, childNodes: Tree.ChildNode[]): Tree.Element {
  return { ...node, childNodes };
}

function makeElement(
  tagName: string,
  childNodes: Tree.ChildNode[],
  attrs: Tree.Element["attrs"] = [],
): Tree.Element {
  // The reader uses names, attributes and children only.
  return { nodeName: tagName, tagName, attrs, childNodes } as Tree.Element;
}
