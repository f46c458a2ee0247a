import type { Block, Inline, RichText } from "./schema/document.ts";

const word =
  /[\p{L}\p{N}][\p{L}\p{M}\p{N}\u200c\u200d]*(?:['’.,-][\p{L}\p{N}][\p{L}\p{M}\p{N}\u200c\u200d]*)*/gu;

/** Visible text, one line for each paragraph, cell and caption. */
export function toText(doc: RichText): string {
  return doc.content.flatMap(linesOf).join("\n");
}

/** Number of words; Bangla vowel signs and joiners belong to their word. */
export function countWords(text: string): number {
  return text.match(word)?.length ?? 0;
}

/** Whole minutes, at least one, at 200 words per minute, an adult's usual pace for news on a screen. */
export function minutesToRead(words: number): number {
  return Math.max(1, Math.round(words / 200));
}

export function inlineText(content: Inline[] | undefined): string {
  return (content ?? []).map((node) => (node.type === "text" ? node.text : "\n")).join("");
}

function linesOf(block: Block): string[] {
  return textsOf(block).filter((text) => text !== "");
}

function textsOf(block: Block): string[] {
  switch (block.type) {
    case "paragraph":
    case "heading":
    case "codeBlock":
      return [inlineText(block.content)];
    case "bulletList":
    case "orderedList":
      return block.content.flatMap((item) => item.content.flatMap(linesOf));
    case "blockquote":
      return [...block.content.flatMap(linesOf), block.attrs?.cite ?? ""];
    case "table":
      return block.content.flatMap((row) =>
        (row.content ?? []).flatMap((cell) => cell.content.flatMap(linesOf)),
      );
    case "image":
    case "video":
      return [block.attrs.caption ?? ""];
    case "gallery":
      return block.content.flatMap(linesOf);
    default:
      return [];
  }
}
