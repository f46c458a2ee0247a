import { cutText } from "#app/text/cut.ts";
import type { Block, CodeBlock, Inline, ListItem, Paragraph } from "../schema/document.ts";
import { addInline, cleanCode, cleanLine } from "../schema/normal.ts";

const longestLine = 1000;

export function paragraphOf(line: Inline[]): Paragraph {
  return line.length > 0 ? { type: "paragraph", content: line } : { type: "paragraph" };
}

export function plainParagraph(text: string): Paragraph {
  const clean = cleanLine(text);
  return clean ? { type: "paragraph", content: [{ type: "text", text: clean }] } : { type: "paragraph" };
}

/** A list item begins with a paragraph, if need be with an empty one. */
export function listItemOf(blocks: Block[]): ListItem {
  const begins = blocks[0]?.type === "paragraph";
  return { type: "listItem", content: begins ? blocks : [{ type: "paragraph" }, ...blocks] };
}

/** A picture; a caption longer than captions may be becomes a paragraph below it. */
export function pictureBlocks(file: string, alt: string, caption: string): Block[] {
  const below = cleanLine(caption);
  const fits = below.length <= longestLine;
  const attrs = { file, alt: cleanLine(cutText(alt, longestLine)), caption: (fits && below) || null };
  return [{ type: "image", attrs }, ...(fits ? [] : [plainParagraph(below)])];
}

/** A video; as with pictures, a caption that is too long becomes a paragraph below it. */
export function videoBlocks(url: string, caption: string): Block[] {
  const below = cleanLine(caption);
  if (below.length > longestLine) return [{ type: "video", attrs: { url } }, plainParagraph(below)];
  return [{ type: "video", attrs: below ? { url, caption: below } : { url } }];
}

/** A block of code; a language that is no plain name is not kept. */
export function codeOf(code: string, language: string | null): CodeBlock {
  const text = cleanCode(code);
  const attrs = { language: language && /^[\w+#.-]{1,40}$/.test(language) ? language : null };
  return text
    ? { type: "codeBlock", attrs, content: [{ type: "text", text }] }
    : { type: "codeBlock", attrs };
}

/** A line without spaces and breaks at its ends. */
export function trimLine(line: Inline[]): Inline[] {
  const kept = [...line];
  const isSpace = (node: Inline | undefined) => node && (node.type === "hardBreak" || /^ *$/.test(node.text));
  while (isSpace(kept[0])) kept.shift();
  while (isSpace(kept.at(-1))) kept.pop();
  return kept.reduce<Inline[]>((trimmed, node, index) => {
    addInline(
      trimmed,
      node.type === "text" ? { ...node, text: trimText(node.text, index, kept.length) } : node,
    );
    return trimmed;
  }, []);
}

function trimText(text: string, index: number, count: number): string {
  const start = index === 0 ? text.replace(/^ +/, "") : text;
  return index === count - 1 ? start.replace(/ +$/, "") : start;
}
