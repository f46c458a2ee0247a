import { sameMarks, sortMarks } from "../markdown/runs.ts";
import type {
  Block,
  Inline,
  ListItem,
  Mark,
  PictureBlock,
  RichText,
  TableCell,
  TableRow,
  Text,
  Video,
} from "./document.ts";

/** Canonical form of a document: texts joined, marks in order, every attribute set. */
export function normalDoc(doc: RichText): RichText {
  return { type: "doc", content: doc.content.map(normalBlock) };
}

export function normalBlock(block: Block): Block {
  switch (block.type) {
    case "paragraph":
      return { type: "paragraph", ...inlines(block.content) };
    case "heading":
      return { type: "heading", attrs: { level: block.attrs.level }, ...inlines(block.content) };
    case "bulletList":
      return { type: "bulletList", content: block.content.map(normalItem) };
    case "orderedList":
      return {
        type: "orderedList",
        attrs: { start: block.attrs?.start ?? 1 },
        content: block.content.map(normalItem),
      };
    case "blockquote":
      return {
        type: "blockquote",
        attrs: { cite: block.attrs?.cite || null },
        content: block.content.map(normalBlock),
      };
    case "codeBlock":
      return {
        type: "codeBlock",
        attrs: { language: block.attrs?.language || null },
        ...code(block.content),
      };
    case "table":
      return { type: "table", content: block.content.map(normalRow) };
    case "image":
      return normalPicture(block);
    case "gallery":
      return { type: "gallery", content: block.content.map(normalPicture) };
    case "video":
      return normalVideo(block);
    default:
      return { type: "horizontalRule" };
  }
}

/** Adds text to a line, joined to the node before it if their marks are equal. */
export function addInline(line: Inline[], node: Inline): void {
  const last = line.at(-1);
  if (node.type === "hardBreak") line.push({ type: "hardBreak" });
  else if (node.text === "") return;
  else if (last?.type === "text" && sameMarks(sortMarks(last.marks), sortMarks(node.marks)))
    last.text += node.text;
  else line.push(textNode(node));
}

function textNode({ text, marks }: Text): Text {
  const sorted = sortMarks(marks).map(normalMark);
  return sorted.length > 0 ? { type: "text", marks: sorted, text } : { type: "text", text };
}

/** Mark without a false `newTab`, since a link opens in the same tab by default. */
function normalMark(mark: Mark): Mark {
  if (mark.type === "anchor") return { type: "anchor", attrs: { id: mark.attrs.id } };
  if (mark.type !== "link") return mark;
  const { href, newTab } = mark.attrs;
  return { type: "link", attrs: newTab ? { href, newTab } : { href } };
}

function inlines(content: Inline[] | undefined): { content?: Inline[] } {
  const line: Inline[] = [];
  for (const node of content ?? []) addInline(line, node);
  return line.length > 0 ? { content: line } : {};
}

function code(content: Text[] | undefined): { content?: Text[] } {
  const text = (content ?? []).map((node) => node.text).join("");
  return text ? { content: [{ type: "text", text }] } : {};
}

function normalPicture({ attrs: { file, alt, caption } }: PictureBlock): PictureBlock {
  return { type: "image", attrs: { file, alt: alt ?? "", caption: caption || null } };
}

function normalVideo({ attrs: { url, caption } }: Video): Video {
  return { type: "video", attrs: caption ? { url, caption } : { url } };
}

function normalItem(item: ListItem): ListItem {
  return { type: "listItem", content: item.content.map(normalBlock) };
}

function normalRow(row: TableRow): TableRow {
  return row.content?.length
    ? { type: "tableRow", content: row.content.map(normalCell) }
    : { type: "tableRow" };
}

function normalCell(cell: TableCell): TableCell {
  const { colspan = 1, rowspan = 1 } = cell.attrs ?? {};
  return { type: cell.type, attrs: { colspan, rowspan }, content: cell.content.map(normalBlock) };
}

const unfit = /[\p{Cc}\ufffe\uffff]/u;
const unfitAll = /[\p{Cc}\ufffe\uffff]/gu;

/** Whether a line has no control characters and no lone surrogates; joiners are allowed. */
export function isCleanLine(text: string): boolean {
  return text.isWellFormed() && !unfit.test(text);
}

/** Like `isCleanLine`, but allows line ends and tabs. */
export function isCleanCode(text: string): boolean {
  return text.isWellFormed() && !unfit.test(text.replace(/[\n\t]/g, ""));
}

/** Line with line ends and tabs as spaces, without unprintable characters. */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\n\t\r\f\v]/g, " ")
    .replace(unfitAll, "");
}

export function cleanCode(text: string): string {
  const lines = text.toWellFormed().replace(/\r\n?/g, "\n");
  return lines.replace(unfitAll, (character) => (/[\n\t]/.test(character) ? character : ""));
}
