import { paragraphOf, plainParagraph } from "../html/build.ts";
import { countWords, toText } from "../text.ts";
import type { Block, RichText } from "./document.ts";

export const limits = { depth: 24, nodes: 20_000, bytes: 400_000 };

const encoder = new TextEncoder();

const tooLong = `The text is too long: at most ${limits.bytes / 1000} kB`;
const tooDeep = `The text is nested too deeply: at most ${limits.depth} levels`;
const tooMany = `The text has too many parts: at most ${limits.nodes}`;

type Part = { value: unknown; depth: number; isNode: boolean };

/**
 * Reason why a value is too deep or too large for a rich text, or null. Walks without recursion and stops at the first
 * limit, so hostile input costs no more than the largest valid document.
 */
export function findExcess(value: unknown): string | null {
  const waiting: Part[] = [{ value, depth: 1, isNode: true }];
  let bytes = 0;
  let nodes = 0;
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.depth > limits.depth) return tooDeep;
    if (part.isNode && ++nodes > limits.nodes) return tooMany;
    bytes += bytesOf(part.value);
    if (bytes > limits.bytes) return tooLong;
    addParts(part, waiting);
  }
  return null;
}

/** Length of a value's JSON in bytes. */
export function jsonBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value) ?? "").length;
}

/** Bytes that a value adds to the JSON besides its parts: the text itself, or brackets, keys and commas. */
function bytesOf(value: unknown): number {
  if (typeof value === "string") return value.length > limits.bytes ? value.length : jsonBytes(value);
  if (typeof value !== "object" || value === null) return 4;
  if (Array.isArray(value)) return 2 + value.length;
  return Object.keys(value).reduce((sum, key) => sum + key.length + 4, 2);
}

function addParts(part: Part, waiting: Part[]): void {
  const { value, depth } = part;
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) waiting.push({ value: item, depth, isNode: false });
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    if (key !== "content" || !Array.isArray(child)) waiting.push({ value: child, depth, isNode: false });
    else for (const node of child) waiting.push({ value: node, depth: depth + 1, isNode: true });
  }
}

/**
 * Document within the limits: a block that is too deep becomes plain paragraphs, and excess at the end is cut. `plain`
 * counts the flattened blocks, `words` the missing words.
 */
export function fitDocument(blocks: Block[]): { doc: RichText; plain: number; words: number } {
  const shallow = blocks.map((block) => (isTooDeep(block) ? makePlain(block) : [block]));
  const plain = blocks.filter(isTooDeep).length;
  const all = shallow.flat();
  const fitting = findExcess(docOf(all)) === null ? all : all.slice(0, countFitting(all));
  const missing = all.slice(fitting.length);
  return { doc: docOf(fitting), plain, words: missing.length > 0 ? countWords(toText(docOf(missing))) : 0 };
}

function docOf(blocks: Block[]): RichText {
  return { type: "doc", content: blocks.length > 0 ? blocks : [paragraphOf([])] };
}

function makePlain(block: Block): Block[] {
  const lines = toText(docOf([block])).split("\n");
  return lines.filter((line) => line.trim() !== "").map(plainParagraph);
}

/** Largest number of leading blocks within the limits, by binary search. */
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
