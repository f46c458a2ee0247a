import { z } from "zod";
import { cutText } from "./cut.ts";
import { foldDigits, foldText } from "./fold.ts";
import { isStorable } from "./plain-text.ts";

/** Folded words of a text for search, such as `c#` and `2026`. */
export function wordsOf(text: string): string[] {
  return foldDigits(foldText(text)).match(word) ?? [];
}

/** Words of a search: at most eight of at most 60 characters. */
export function wordsOfQuery(query: string): string[] {
  return [...new Set(wordsOf(query))].slice(0, 8).map(cutWord);
}

/** Cuts a word to the length limit of indexes. */
export function cutWord(text: string): string {
  return cutText(text, 60);
}

/** Whether a search word matches only exactly, not as a prefix: C, C# and C++ are different. */
export function isWholeWord(sought: string): boolean {
  return /^\p{Script=Latin}\p{M}*$|[#+]$/u.test(sought);
}

/** Whether a folded word matches a search word. */
export function matchesWord(folded: string, sought: string): boolean {
  return isWholeWord(sought) ? folded === sought : folded.startsWith(sought);
}

/** Letters, digits, marks and joiners of any script, with `#` or `++` after a letter. */
const word = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}\u200c\u200d]*(?:(?<=\p{L}\p{M}*)(?:\+\+|#))?/gu;

export interface TextWord {
  /** Index in the text. */
  at: number;
  part: string;
  folded: string;
}

/** Words of a text with their positions. */
export function findWords(text: string): TextWord[] {
  return Array.from(text.matchAll(word), ({ 0: part, index }) => ({
    at: index,
    part,
    folded: foldDigits(foldText(part)),
  }));
}

/** Search words in an address. */
export const searchWords = z
  .string()
  .max(200, "Use at most 200 characters")
  .refine(isStorable, "This holds characters that cannot be shown")
  .optional();

/** Similarity of two texts by shared letter pairs (Dice): 0 to 1. */
export function likenessOf(one: string, other: string): number {
  const [some, others] = [pairsOf(one), pairsOf(other)];
  const shared = [...some].filter((pair) => others.has(pair)).length;
  return some.size + others.size === 0 ? 0 : (2 * shared) / (some.size + others.size);
}

function pairsOf(text: string): Set<string> {
  const characters = [...text.replace(/[-_.\s]+/g, " ")];
  return new Set(characters.slice(1).map((character, at) => `${characters[at]}${character}`));
}
