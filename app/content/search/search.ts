import type { Database } from "#app/database/database.ts";
import { wordsOfQuery } from "#app/text/words.ts";
import type { Card } from "../entry.ts";
import type { Kind } from "../kind.ts";
import { kinds } from "../kinds.ts";
import { listByIds } from "../published/entries.ts";

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
  const hits = await db.engine.search(db.query, words, options.kind?.name ?? null, options.limit ?? 30);
  const found = new Map<string, SearchResult>();
  for (const kind of kinds) {
    const ids = hits.filter((hit) => hit.kind === kind.name).map((hit) => hit.entryId);
    for (const card of await listByIds(db, kind, ids)) found.set(card.id, { kind, card });
  }
  return hits.flatMap((hit) => found.get(hit.entryId) ?? []);
}
