import type { Database } from "#app/database/database.ts";
import { likenessOf, wordsOf, wordsOfQuery } from "#app/text/words.ts";
import type { Card } from "./entry.ts";
import type { Kind } from "./kind.ts";
import { kinds } from "./kinds.ts";
import { listByIds } from "./published/entries.ts";
import { slugKey } from "./urls/slug.ts";

export interface SearchResult {
  kind: Kind;
  card: Card;
}

/** Public entries in which every word of the query begins some word, best first; at most `limit` (default 30). */
export async function searchPublished(
  db: Database,
  query: string,
  options: { kind?: Kind; limit?: number } = {},
): Promise<SearchResult[]> {
  const words = wordsOfQuery(query);
  if (words.length === 0) return [];
  const hits = await db.search.entries.find(db.query, words, options.kind?.name ?? null, options.limit ?? 30);
  const found = new Map<string, SearchResult>();
  for (const kind of kinds) {
    const ids = hits.filter((hit) => hit.kind === kind.name).map((hit) => hit.entryId);
    for (const card of await listByIds(db, kind, ids)) found.set(card.id, { kind, card });
  }
  return hits.flatMap((hit) => found.get(hit.entryId) ?? []);
}

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

export interface Suggestion {
  id: string;
  title: string;
  path: string;
  kind: string;
}

/** The public entry that a lost address most likely means, by its words; null when none comes near. */
export async function suggestEntry(db: Database, address: string): Promise<Suggestion | null> {
  const step = lastStep(address);
  const words = [...new Set(wordsOf(step))].filter((word) => word.length > 2 && !/^\d+$/.test(word));
  const wanted = words.toSorted((one, other) => other.length - one.length).slice(0, 5);
  for (let many = wanted.length; many > 0; many -= 1) {
    const found = await searchPublished(db, wanted.slice(0, many).join(" "), { limit: 8 });
    const near = found
      .map(({ kind, card }) => ({
        kind,
        card,
        likeness: likenessOfAddress(step, card.slug, address, kind.path),
      }))
      .toSorted((one, other) => other.likeness - one.likeness)[0];
    if (near && near.likeness >= leastLikeness)
      return { id: near.card.id, title: near.card.title, path: near.card.path, kind: near.kind.name };
  }
  return null;
}

/** Below this an address and a title have little but a word in common. */
const leastLikeness = 0.3;

/** A little more when they stand in the same list. */
function likenessOfAddress(step: string, slug: string, address: string, listPath: string): number {
  const likeness = likenessOf(slugKey(step), slugKey(slug));
  return likeness + (address.toLowerCase().startsWith(`${listPath}/`) ? 0.1 : 0);
}

/** What the address calls its page, without the ending that old sites gave their files. */
function lastStep(address: string): string {
  const steps = address.split("/").filter((step) => step !== "");
  const isList = (step: string) => kinds.some(({ path }) => path === `/${step.toLowerCase()}`);
  const step = steps.findLast((one) => !isList(one)) ?? "";
  try {
    return decodeURIComponent(step).replace(/\.\w{2,5}$/, "");
  } catch {
    return step;
  }
}
