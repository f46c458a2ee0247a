import type { Database } from "#app/database/database.ts";
import { likenessOf } from "#app/text/likeness.ts";
import { wordsOf, wordsOfQuery } from "#app/text/words.ts";
import { type SearchResult, searchPublished } from "./search.ts";

/**
 * Public entries that hold something like one of the query's words, nearest titles first: for a query that nothing answers in
 * full, such as one with a slip of the finger or a word too many. At most nine searches, whatever is asked.
 */
export async function searchNear(db: Database, query: string, limit: number): Promise<SearchResult[]> {
  const longest = wordsOfQuery(query)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, 3);
  const near = new Map<string, SearchResult & { likeness: number }>();
  for (const beginning of longest.flatMap(beginningsOf))
    for (const result of await searchPublished(db, beginning, { limit: 8 }))
      near.set(result.card.id, { ...result, likeness: likenessOfTitle(result.card.title, longest) });
  return [...near.values()].toSorted((one, other) => other.likeness - one.likeness).slice(0, limit);
}

/** A slip in a word's first letters is not found by its beginning. */
function beginningsOf(word: string): string[] {
  const lengths = [1, 0.75, 0.5].map((part) => Math.max(3, Math.ceil(word.length * part)));
  return [...new Set(lengths.map((length) => word.slice(0, length)))];
}

function likenessOfTitle(title: string, words: readonly string[]): number {
  const own = wordsOf(title);
  return Math.max(0, ...words.flatMap((word) => own.map((one) => likenessOf(word, one))));
}
