import type { CountedWord, WordGroup } from "./facts.ts";

/** Number of occurrences by word. */
export type Tally = Map<string, number>;

export interface WordBalance {
  /** Words of the source that the result lacks, one item per missing occurrence. */
  missing: CountedWord[];
  /** Words of the result that the source lacks. */
  surplus: string[];
  /** Elements whose words are all missing. */
  leftOut: WordGroup[];
}

/**
 * Compares the words of a source with those of a result, regardless of order.
 * @param additions words that the import has added
 * @param possible words that it may have added, each at most once
 */
export function balanceWords(
  words: readonly CountedWord[],
  groups: readonly WordGroup[],
  result: readonly string[],
  additions: readonly string[] = [],
  possible: readonly string[] = [],
): WordBalance {
  const surplus = tallyOf(result);
  for (const word of additions) take(surplus, word);
  const lost = words.filter(({ word }) => !take(surplus, word));
  const missing = tallyOf(lost.map(({ word }) => word));
  for (const word of possible) take(surplus, word);
  joinParts(missing, surplus);
  joinParts(surplus, missing);
  const leftOut: WordGroup[] = [];
  const broken: CountedWord[] = [];
  for (const group of groups) {
    const gone = group.words.filter((word) => !take(surplus, word));
    if (gone.length === 0) continue;
    if (gone.length === group.words.length) leftOut.push(group);
    else for (const word of gone) broken.push({ word, element: group.element });
  }
  return {
    missing: [...lost.filter(({ word }) => take(missing, word)), ...broken],
    surplus: [...surplus].flatMap(([word, count]) => Array.from({ length: count }, () => word)),
    leftOut,
  };
}

export function tallyOf(words: readonly string[]): Tally {
  const tally: Tally = new Map();
  for (const word of words) tally.set(word, (tally.get(word) ?? 0) + 1);
  return tally;
}

/** Removes one occurrence of a word; returns false if it does not occur. */
export function take(tally: Tally, word: string): boolean {
  const count = tally.get(word) ?? 0;
  if (count === 0) return false;
  if (count === 1) tally.delete(word);
  else tally.set(word, count - 1);
  return true;
}

/** Removes all given words, or none if one is missing. */
export function takeAll(tally: Tally, words: readonly string[]): boolean {
  for (const [word, count] of tallyOf(words)) if ((tally.get(word) ?? 0) < count) return false;
  for (const word of words) take(tally, word);
  return true;
}

const maxWordLength = 200;

/** Matches words that are split on one side and joined on the other, since markup does not define word boundaries. */
function joinParts(parts: Tally, wholes: Tally): void {
  if (parts.size === 0) return;
  for (const [whole, count] of [...wholes])
    for (let again = count; again > 0; again -= 1) {
      const found = whole.length <= maxWordLength ? splitInto(whole, parts) : null;
      if (found === null || !takeAll(parts, found)) break;
      take(wholes, whole);
    }
}

/** Splits a word into known parts; null if that is impossible. */
function splitInto(whole: string, parts: Tally): string[] | null {
  const ways: (string[] | null)[] = [[]];
  for (let end = 1; end <= whole.length; end += 1) {
    ways[end] = null;
    for (let start = end - 1; start >= 0 && ways[end] === null; start -= 1) {
      const before = ways[start];
      const part = whole.slice(start, end);
      if (before && parts.has(part)) ways[end] = [...before, part];
    }
  }
  return ways[whole.length] ?? null;
}
