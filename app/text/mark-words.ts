import { wordsOfQuery } from "./words.ts";

export interface MarkedPart {
  /** Where it begins in the text. */
  at: number;
  part: string;
  isHit: boolean;
}

/** Cuts a text at the words that begin with one of the query's. */
export function markWords(text: string, query: string): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const { index, 0: part } of text.matchAll(hitsOf(query))) {
    if (index > end) parts.push({ at: end, part: text.slice(end, index), isHit: false });
    parts.push({ at: index, part, isHit: true });
    end = index + part.length;
  }
  return end < text.length ? [...parts, { at: end, part: text.slice(end), isHit: false }] : parts;
}

/**
 * The part of the texts that shows most of the query's words, at most about `length` characters of it, with dots where it was
 * cut; empty when none shows any. Of equals the first counts.
 */
export function extractAround(texts: readonly string[], query: string, length = 170): string {
  const best = texts
    .map((text) => ({ text, shown: countShown(text, query) }))
    .reduce((one, other) => (other.shown > one.shown ? other : one), { text: "", shown: 0 });
  return best.shown === 0 ? "" : cutAround(best.text, best.text.search(hitsOf(query)), length);
}

/** How many of the query's words begin a word of the text. */
export function countShown(text: string, query: string): number {
  return wordsOfQuery(query).filter((word) => hitsOf(word).test(text)).length;
}

/** A third of it stands before the hit, so that a reader sees what it is about. */
function cutAround(text: string, at: number, length: number): string {
  if (text.length <= length * 1.2) return text;
  const wanted = Math.max(0, Math.min(at - length / 3, text.length - length));
  const from = wanted === 0 ? 0 : text.indexOf(" ", wanted) + 1;
  const start = from > at ? at : from;
  const last = start + length >= text.length ? text.length : text.lastIndexOf(" ", start + length);
  const end = last <= at ? Math.min(text.length, start + length) : last;
  return `${start > 0 ? "…\u00a0" : ""}${text.slice(start, end).trim()}${end < text.length ? "\u00a0…" : ""}`;
}

function hitsOf(query: string): RegExp {
  const words = wordsOfQuery(query);
  if (words.length === 0) return /(?!)/gu;
  // A word holds letters, digits, marks and joiners alone: nothing that means something in an expression.
  return new RegExp(
    `(?<![\\p{L}\\p{N}\\p{M}])(?:${words.join("|")})[\\p{L}\\p{N}\\p{M}\\u200c\\u200d]*`,
    "giu",
  );
}
