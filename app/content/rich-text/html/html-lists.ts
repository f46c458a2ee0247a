import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import type { Block, ListItem } from "../schema/document.ts";
import { listItemOf } from "./build.ts";
import { attributeOf, isBlankText, isElement } from "./html-nodes.ts";
import { addBlocks, type HtmlPlace, type HtmlReader, readApart } from "./html-reader.ts";

const lists = new Set(["ul", "ol", "menu", "dir"]);

/** A list; what stands in it outside of an item becomes one, and a list there belongs to the item before. */
export function readHtmlList(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const items: Block[][] = [];
  for (const group of groupNodes(element.childNodes)) {
    const [first] = group;
    const blocks = readApart(
      first && isElement(first) && first.tagName === "li" ? first.childNodes : group,
      place,
      reader,
    );
    const isSublist = first && isElement(first) && lists.has(first.tagName);
    if (blocks.length === 0) continue;
    if (isSublist && items.length > 0) items.at(-1)?.push(...blocks);
    else items.push(blocks);
  }
  const content = items.map((blocks) => listItemOf(plainStart(blocks)));
  if (content.length > 0) addBlocks(place.sheet, [listOf(element, content)]);
}

/** An item that stands in no list joins the items before it. */
export function readLooseItem(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const blocks = readApart(element.childNodes, place, reader);
  if (blocks.length === 0) return;
  const item = listItemOf(plainStart(blocks));
  addBlocks(place.sheet, []);
  const last = place.sheet.blocks.at(-1);
  if (last?.type === "bulletList") last.content.push(item);
  else place.sheet.blocks.push({ type: "bulletList", content: [item] });
}

function listOf(element: Tree.Element, content: ListItem[]): Block {
  if (element.tagName !== "ol") return { type: "bulletList", content };
  const start = Number.parseInt(attributeOf(element, "start"), 10);
  return { type: "orderedList", attrs: { start: start >= 0 && start < 1e9 ? start : 1 }, content };
}

/** Each item and each list alone, and what else stands side by side together. */
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
    (group) => group.length > 1 || group.some((node) => !isBlankText(node) || isElement(node)),
  );
}

/** A heading at the start of an item is its first line in bold. */
function plainStart(blocks: Block[]): Block[] {
  const [first, ...rest] = blocks;
  if (first?.type !== "heading") return blocks;
  const content = (first.content ?? []).map((node) => {
    if (node.type !== "text" || node.marks?.some((mark) => mark.type === "bold")) return node;
    return { ...node, marks: [...(node.marks ?? []), { type: "bold" as const }] };
  });
  return [{ type: "paragraph", content }, ...rest];
}
