import { cutText } from "#app/lib/text/cut.ts";
import { likenessOf, wordsOf, wordsOfQuery } from "#app/lib/text/words.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { SearchHit, SearchPlace, SearchTerm } from "#app/platform/database/engines/engine.ts";
import type { Card } from "./entry.ts";
import type { Kind } from "./kind.ts";
import { service } from "./kinds/service.ts";
import { kinds } from "./kinds.ts";
import { listByIds } from "./published/entries.ts";
import { termsOf } from "./search-terms.ts";
import { slugKey } from "./urls/slug.ts";

export interface SearchResult {
  kind: Kind;
  card: Card;
}

export interface SearchOptions {
  kind?: Kind;
  /** Default 30. */
  limit?: number;
  /** Lines of comma-separated synonyms. */
  synonyms?: readonly string[];
  /** Whether an entry must contain all words of the query (default) or any. */
  match?: "all" | "any";
}

/** Public entries with words that start with those of the query, in the order of `passesOf`. */
export async function searchPublished(
  db: Database,
  query: string,
  { kind, limit = 30, synonyms = [], match = "all" }: SearchOptions = {},
): Promise<SearchResult[]> {
  const terms = termsOf(query, synonyms, match);
  if (terms.length === 0) return [];
  const find = (pass: Pass) =>
    db.search.entries.find(
      db.query,
      { terms, match, place: pass.place, kind: pass.kind?.name ?? null },
      limit,
    );
  const everywhere = await find({ kind: kind ?? null, place: "anywhere" });
  if (everywhere.length < 2) return presentHits(db, everywhere);
  const hits = new Map<string, SearchHit>();
  for (const pass of passesOf(terms, kind ?? null))
    for (const hit of await find(pass)) hits.set(hit.entryId, hits.get(hit.entryId) ?? hit);
  for (const hit of everywhere) hits.set(hit.entryId, hits.get(hit.entryId) ?? hit);
  return presentHits(db, [...hits.values()].slice(0, limit));
}

interface Pass {
  kind: Kind | null;
  place: SearchPlace;
}

/** Searches in order of priority: services, then titles. A name such as C# is searched in titles first. */
function passesOf(terms: readonly SearchTerm[], kind: Kind | null): Pass[] {
  const titles: Pass = { kind, place: "title" };
  if (kind !== null) return [titles];
  const isName = terms.some((term) => term.flat().some((word) => /[#+]$/.test(word)));
  return [
    ...(isName ? [titles] : []),
    { kind: service, place: "summary" },
    titles,
    { kind: service, place: "anywhere" },
  ];
}

async function presentHits(db: Database, hits: readonly SearchHit[]): Promise<SearchResult[]> {
  const found = new Map<string, SearchResult>();
  for (const kind of kinds) {
    const ids = hits.filter((hit) => hit.kind === kind.name).map((hit) => hit.entryId);
    for (const card of await listByIds(db, kind, ids)) found.set(card.id, { kind, card });
  }
  return hits.flatMap((hit) => found.get(hit.entryId) ?? []);
}

/** Public entries that contain all words, by relevance. */
async function findRelevant(db: Database, words: readonly string[], limit: number): Promise<SearchResult[]> {
  const terms = words.map((word) => [[word]]);
  const wanted = { terms, match: "all", place: "anywhere", kind: null } as const;
  return presentHits(db, await db.search.entries.find(db.query, wanted, limit));
}

/**
 * Public entries similar to one of the query's words, most similar titles first, for queries with a typing error. Runs
 * at most nine searches.
 */
export async function searchNear(db: Database, query: string, limit: number): Promise<SearchResult[]> {
  const longest = wordsOfQuery(query)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, 3);
  const near = new Map<string, SearchResult & { likeness: number }>();
  for (const beginning of longest.flatMap(beginningsOf))
    for (const result of await findRelevant(db, [beginning], 8))
      near.set(result.card.id, { ...result, likeness: likenessOfTitle(result.card.title, longest) });
  return [...near.values()].toSorted((one, other) => other.likeness - one.likeness).slice(0, limit);
}

/** Prefixes that tolerate a typing error in the first letters. */
function beginningsOf(word: string): string[] {
  const lengths = [1, 0.75, 0.5].map((part) => Math.max(3, Math.ceil(word.length * part)));
  return [...new Set(lengths.map((length) => cutText(word, length)))];
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

/** Most similar public entry for a missing address, by its words; null without a similar one. */
export async function suggestEntry(db: Database, address: string): Promise<Suggestion | null> {
  const step = lastStep(address);
  const words = [...new Set(wordsOf(step))].filter((word) => word.length > 2 && !/^\d+$/.test(word));
  const wanted = words.toSorted((one, other) => other.length - one.length).slice(0, 5);
  for (let many = wanted.length; many > 0; many -= 1) {
    const found = await findRelevant(db, wanted.slice(0, many), 8);
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

/** Minimum similarity; below it, address and title share little more than a word. */
const leastLikeness = 0.3;

/** Similarity with a bonus for the same list. */
function likenessOfAddress(step: string, slug: string, address: string, listPath: string): number {
  const likeness = likenessOf(slugKey(step), slugKey(slug));
  return likeness + (address.toLowerCase().startsWith(`${listPath}/`) ? 0.1 : 0);
}

/** Last path segment without the file extension of old sites. */
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
