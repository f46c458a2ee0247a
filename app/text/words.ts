import { z } from "zod";
import { normalizeText } from "./normalize.ts";
import { isStorable } from "./plain-text.ts";

/** The words of a text as search knows them: letters, digits, marks and joiners of any script, without difference of case or form. */
export function wordsOf(text: string): string[] {
  return normalizeText(text).toLowerCase().match(word) ?? [];
}

/** The words somebody looks for: at most eight of at most 60 characters, joiners alone left out. */
export function wordsOfQuery(query: string): string[] {
  return [...new Set(wordsOf(query))].slice(0, 8).map((one) => one.slice(0, 60));
}

const word = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}\u200c\u200d]*/gu;

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
