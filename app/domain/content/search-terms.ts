import { wordsOf, wordsOfQuery } from "#app/lib/text/words.ts";
import type { SearchTerm } from "#app/platform/database/engines/engine.ts";

/** Words of a query with their synonyms. With `any`, omits common words. */
export function termsOf(query: string, synonyms: readonly string[], match: "all" | "any"): SearchTerm[] {
  const words = wordsOfQuery(query);
  const groups = synonyms.map(readGroup);
  const terms: SearchTerm[] = [];
  for (let at = 0; at < words.length; ) {
    const found = findLongest(words.slice(at), groups);
    const own = words.slice(at, at + (found?.length ?? 1));
    terms.push(found ? [own, ...found.group] : [own]);
    at += own.length;
  }
  const telling = terms.filter((term) => !term.flat().every((word) => commonWords.has(word)));
  return match === "any" && telling.length > 0 ? telling : terms;
}

/** All words of the terms, for highlighting. */
export function wordsOfTerms(terms: readonly SearchTerm[]): string[] {
  return [...new Set(terms.flat(2))];
}

function readGroup(line: string): string[][] {
  return line
    .split(/[,،;=]/)
    .map(wordsOf)
    .filter((words) => words.length > 0);
}

function findLongest(words: readonly string[], groups: readonly string[][][]) {
  let longest: { group: string[][]; length: number } | null = null;
  for (const group of groups)
    for (const phrase of group)
      if (phrase.length > (longest?.length ?? 0) && phrase.every((one, at) => isSame(words[at], one)))
        longest = { group, length: phrase.length };
  return longest;
}

/** Treats an English plural as the same word. */
function isSame(sought: string | undefined, word: string): boolean {
  return sought === word || sought === `${word}s`;
}

const commonWords = new Set(
  wordsOf(
    `a about an and any are as at be by can do does for from get give have how i in is it make me much my need of on or our
    the their this to us want we what when where which who why will with you your
    আছে আপনার আপনি আমরা আমাদের আমার আমি এই একটি একটা এবং ও কত করা করতে কি কিভাবে কীভাবে কী কে কেন কোথায় চাই জন্য তা থেকে না বা যে সে হয়`,
  ),
);
