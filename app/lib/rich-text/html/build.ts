import { cutText } from "#app/lib/text/cut.ts";
import type { Block, CodeBlock, Inline, ListItem, Paragraph } from "../schema/document.ts";
import { addInline, cleanCode, cleanLine } from "../schema/normal.ts";

const maxLineLength = 1000;

export function paragraphOf(line: Inline[]): Paragraph {
  return line.length > 0 ? { type: "paragraph", content: line } : { type: "paragraph" };
}

export function plainParagraph(text: string): Paragraph {
  const clean = cleanLine(text);
  return clean ? { type: "paragraph", content: [{ type: "text", text: clean }] } : { type: "paragraph" };
}

/** List item; starts with an empty paragraph if the blocks do not start with one. */
export function listItemOf(blocks: Block[]): ListItem {
  const begins = blocks[0]?.type === "paragraph";
  return { type: "listItem", content: begins ? blocks : [{ type: "paragraph" }, ...blocks] };
}

/** Picture blocks; a caption beyond the length limit becomes a paragraph below the picture. */
export function pictureBlocks(file: string, alt: string, caption: string): Block[] {
  const below = cleanLine(caption);
  const fits = below.length <= maxLineLength;
  const attrs = { file, alt: cleanLine(cutText(alt, maxLineLength)), caption: (fits && below) || null };
  return [{ type: "image", attrs }, ...(fits ? [] : [plainParagraph(below)])];
}

/** Video blocks; a caption beyond the length limit becomes a paragraph below the video. */
export function videoBlocks(url: string, caption: string): Block[] {
  const below = cleanLine(caption);
  if (below.length > maxLineLength) return [{ type: "video", attrs: { url } }, plainParagraph(below)];
  return [{ type: "video", attrs: below ? { url, caption: below } : { url } }];
}

/** Code block; an invalid language name is dropped. */
export function codeOf(code: string, language: string | null): CodeBlock {
  const text = cleanCode(code);
  const attrs = { language: language && /^[\w+#.-]{1,40}$/.test(language) ? language : null };
  return text
    ? { type: "codeBlock", attrs, content: [{ type: "text", text }] }
    : { type: "codeBlock", attrs };
}

/** Line without leading and trailing spaces and breaks. */
export function trimLine(line: Inline[]): Inline[] {
  const nodes = [...line];
  const isSpace = (node: Inline | undefined) => node && (node.type === "hardBreak" || /^ *$/.test(node.text));
  while (isSpace(nodes[0])) nodes.shift();
  while (isSpace(nodes.at(-1))) nodes.pop();
  return nodes.reduce<Inline[]>((trimmed, node, index) => {
    addInline(
      trimmed,
      node.type === "text" ? { ...node, text: trimText(node.text, index, nodes.length) } : node,
    );
    return trimmed;
  }, []);
}

function trimText(text: string, index: number, count: number): string {
  const start = index === 0 ? text.replace(/^ +/, "") : text;
  return index === count - 1 ? start.replace(/ +$/, "") : start;
}
