import { paragraphOf, plainParagraph } from "../html/build.ts";
import { countWords, toText } from "../text.ts";
import type { Block, RichText } from "./document.ts";
import { findExcess, limits } from "./limits.ts";

/**
 * A document within the limits: a block nested too deeply becomes the paragraphs of its text, and what
 * is too much at the end is left out. Says how many blocks were made plain and how many words are missing.
 */
export function fitDocument(blocks: Block[]): { doc: RichText; plain: number; words: number } {
  const shallow = blocks.map((block) => (isTooDeep(block) ? makePlain(block) : [block]));
  const plain = blocks.filter(isTooDeep).length;
  const all = shallow.flat();
  const kept = findExcess(docOf(all)) === null ? all : all.slice(0, countFitting(all));
  const missing = all.slice(kept.length);
  return { doc: docOf(kept), plain, words: missing.length > 0 ? countWords(toText(docOf(missing))) : 0 };
}

function docOf(blocks: Block[]): RichText {
  return { type: "doc", content: blocks.length > 0 ? blocks : [paragraphOf([])] };
}

function makePlain(block: Block): Block[] {
  const lines = toText(docOf([block])).split("\n");
  return lines.filter((line) => line.trim() !== "").map(plainParagraph);
}

/** The largest number of first blocks that are within the limits, found by halving. */
function countFitting(blocks: Block[]): number {
  let fits = 0;
  for (let excess = blocks.length; excess - fits > 1; ) {
    const middle = Math.floor((fits + excess) / 2);
    if (findExcess(docOf(blocks.slice(0, middle))) === null) fits = middle;
    else excess = middle;
  }
  return fits;
}

function isTooDeep(block: Block): boolean {
  let level: unknown[] = [block];
  for (let depth = 2; level.length > 0; depth++) {
    if (depth > limits.depth) return true;
    level = level.flatMap((node) => contentOf(node));
  }
  return false;
}

function contentOf(node: unknown): unknown[] {
  if (typeof node !== "object" || node === null || !("content" in node)) return [];
  return Array.isArray(node.content) ? node.content : [];
}
