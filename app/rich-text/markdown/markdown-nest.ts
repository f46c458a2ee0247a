import { listItemOf, paragraphOf, plainParagraph } from "../html/build.ts";
import type { Block, Blockquote, ListItem, PictureBlock, TableCell, TableRow } from "../schema/document.ts";
import { limits } from "../schema/limits.ts";
import type { Source } from "./markdown-source.ts";
import type { Tag } from "./markdown-tags.ts";

/** The line that says whose words a quote gives. */
export type Cite = { type: "cite"; text: string };
export type Held = Block | ListItem | TableRow | TableCell | Cite;
/** A tag of a block that lies between blank lines, with the HTML it was read from. */
export type BlockTag = { type: "tag"; tag: Tag; raw: string };

type Frame = { opened: BlockTag | null; held: Held[] };

/** Puts what lies between the tags of lists, tables and quotes into them; tags without a partner stay as text. */
export function nest(parts: (Held | BlockTag)[], source: Source): Held[] {
  const root: Frame = { opened: null, held: [] };
  const open = [root];
  for (const part of parts) {
    const frame = open.at(-1) ?? root;
    if (part.type !== "tag") frame.held.push(part);
    else if (!part.tag.closes && open.length < limits.depth) open.push({ opened: part, held: [] });
    else if (frame.opened?.tag.name === part.tag.name) closeFrame(open, source);
    else frame.held.push(keepAsText(part, source));
  }
  while (open.length > 1) giveUpFrame(open, source);
  return root.held;
}

/** Blocks alone: what belongs in a list, table or quote and is not in one stands for itself. */
export function blocksFrom(held: Held[]): Block[] {
  return held.flatMap((part): Block[] => {
    switch (part.type) {
      case "listItem":
      case "tableCell":
      case "tableHeader":
        return part.content;
      case "tableRow":
        return (part.content ?? []).flatMap((cell) => cell.content);
      case "cite":
        return [plainParagraph(part.text)];
      default:
        return [part];
    }
  });
}

export function quoteFrom(held: Held[]): Blockquote {
  const last = held.at(-1);
  const cite = last?.type === "cite" ? last.text : null;
  const blocks = blocksFrom(cite === null ? held : held.slice(0, -1));
  return { type: "blockquote", attrs: { cite }, content: blocks.length > 0 ? blocks : [paragraphOf([])] };
}

function closeFrame(open: Frame[], source: Source): void {
  const frame = open.at(-1);
  const made = frame?.opened && makeNode(frame.opened.tag, frame.held);
  if (made) {
    open.pop();
    open.at(-1)?.held.push(made);
  } else giveUpFrame(open, source);
}

function giveUpFrame(open: Frame[], source: Source): void {
  const frame = open.pop();
  if (!frame?.opened) return;
  open.at(-1)?.held.push(keepAsText(frame.opened, source), ...frame.held);
}

function keepAsText({ raw }: BlockTag, source: Source): Block {
  source.note(raw, `HTML (${raw.slice(0, 40)}) is kept as text`);
  return plainParagraph(raw);
}

function makeNode({ name, attrs }: Tag, held: Held[]): Held | null {
  if (name === "blockquote") return quoteFrom(held);
  if (name === "gallery")
    return held.every(isPicture) && held.length > 0 ? { type: "gallery", content: held } : null;
  if (name === "li") return listItemOf(blocksFrom(held));
  if (name === "td" || name === "th") return makeCell(name, attrs, blocksFrom(held));
  if (name === "tr") return held.every(isCell) ? rowOf(held) : null;
  if (name === "table") return held.every(isRow) && held.length > 0 ? { type: "table", content: held } : null;
  if (!held.every(isItem) || held.length === 0) return null;
  if (name === "ul") return { type: "bulletList", content: held };
  return { type: "orderedList", attrs: { start: Number(attrs.get("start") ?? 1) }, content: held };
}

function makeCell(name: "td" | "th", attrs: Map<string, string>, blocks: Block[]): TableCell {
  return {
    type: name === "th" ? "tableHeader" : "tableCell",
    attrs: { colspan: Number(attrs.get("colspan") ?? 1), rowspan: Number(attrs.get("rowspan") ?? 1) },
    content: blocks.length > 0 ? blocks : [paragraphOf([])],
  };
}

function rowOf(cells: TableCell[]): TableRow {
  return cells.length > 0 ? { type: "tableRow", content: cells } : { type: "tableRow" };
}

function isPicture(part: Held): part is PictureBlock {
  return part.type === "image";
}

function isCell(part: Held): part is TableCell {
  return part.type === "tableCell" || part.type === "tableHeader";
}

function isRow(part: Held): part is TableRow {
  return part.type === "tableRow";
}

function isItem(part: Held): part is ListItem {
  return part.type === "listItem";
}
