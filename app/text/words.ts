import { z } from "zod";
import { cutText } from "./cut.ts";
import { foldDigits, foldText } from "./fold.ts";
import { isStorable } from "./plain-text.ts";

/** The words of a text as search compares them, such as `c#` and `2026`; texts and digits are folded. */
export function wordsOf(text: string): string[] {
  return foldDigits(foldText(text)).match(word) ?? [];
}

/** The words somebody looks for: at most eight of at most 60 characters. */
export function wordsOfQuery(query: string): string[] {
  return [...new Set(wordsOf(query))].slice(0, 8).map(cutWord);
}

/** A word as indexes of limited width hold it. */
export function cutWord(text: string): string {
  return cutText(text, 60);
}

/** Whether a sought word matches itself alone, not also words that begin with it: C, C# and C++ name three things. */
export function isWholeWord(sought: string): boolean {
  return /^\p{Script=Latin}\p{M}*$|[#+]$/u.test(sought);
}

/** Whether a folded word is one that a sought word finds. */
export function matchesWord(folded: string, sought: string): boolean {
  return isWholeWord(sought) ? folded === sought : folded.startsWith(sought);
}

/** Letters, digits, marks and joiners of any script; `#` and `++` behind a letter belong to it. */
const word = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}\u200c\u200d]*(?:(?<=\p{L}\p{M}*)(?:\+\+|#))?/gu;

export interface TextWord {
  /** Where it begins in the text. */
  at: number;
  part: string;
  folded: string;
}

/** The words of a text with their places in it. */
export function findWords(text: string): TextWord[] {
  return Array.from(text.matchAll(word), ({ 0: part, index }) => ({
    at: index,
    part,
    folded: foldDigits(foldText(part)),
  }));
}

/** Words to look for, as an address can hold them. */
export const searchWords = z
  .string()
  .max(200, "Use at most 200 characters")
  .refine(isStorable, "This holds characters that cannot be shown")
  .optional();

/** Of their pairs of neighbouring letters, how many two texts share (Dice): 0 for none, 1 for all. */
export function likenessOf(one: string, other: string): number {
  const [some, others] = [pairsOf(one), pairsOf(other)];
  const shared = [...some].filter((pair) => others.has(pair)).length;
  return some.size + others.size === 0 ? 0 : (2 * shared) / (some.size + others.size);
}

function pairsOf(text: string): Set<string> {
  const characters = [...text.replace(/[-_.\s]+/g, " ")];
  return new Set(characters.slice(1).map((character, at) => `${characters[at]}${character}`));
}
