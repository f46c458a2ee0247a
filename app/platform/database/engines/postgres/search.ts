import { type Kysely, sql } from "kysely";
import type { Schema } from "#app/platform/database/schema.ts";
import {
  maxRankedHits,
  type Search,
  type SearchDocument,
  type SearchHit,
  type WantedEntries,
} from "../engine.ts";
import { postgresLeadSearch } from "./lead-search.ts";
import { quoteLexeme, quotePrefix } from "./lexeme.ts";

/** Search by tsvector. */
export const postgresSearch: Search = {
  entries: {
    create: createEntrySearch,
    index: indexEntry,
    remove: removeEntry,
    find: findEntries,
  },
  leads: postgresLeadSearch,
  async clear(query) {
    for (const name of postgresSearchTables) await sql`delete from ${sql.table(name)}`.execute(query);
  },
};

/** Derived from other tables, so backups leave them out. */
export const postgresSearchTables = ["entry_search", "lead_search"];

async function createEntrySearch(query: Kysely<Schema>): Promise<void> {
  await sql`create table entry_search (
    entry_id text collate "C" primary key references entries(id) on delete cascade,
    kind text not null,
    vector tsvector not null,
    titles tsvector not null
  )`.execute(query);
  await sql`create index entry_search_vector on entry_search using gin (vector)`.execute(query);
  await sql`create index entry_search_titles on entry_search using gin (titles)`.execute(query);
}

async function indexEntry(query: Kysely<Schema>, document: SearchDocument): Promise<void> {
  const vector = toVector(document);
  const titles = toVector({ ...document, summary: [], body: [] });
  await sql`insert into entry_search (entry_id, kind, vector, titles)
    values (${document.entryId}, ${document.kind}, ${vector}::tsvector, ${titles}::tsvector)
    on conflict (entry_id) do update set vector = excluded.vector, titles = excluded.titles, kind = excluded.kind`.execute(
    query,
  );
}

async function removeEntry(query: Kysely<Schema>, entryId: string): Promise<void> {
  await sql`delete from entry_search where entry_id = ${entryId}`.execute(query);
}

/** Ranks only the newest hits of a common word. */
async function findEntries(query: Kysely<Schema>, wanted: WantedEntries, limit: number) {
  const { kind, place } = wanted;
  const match = toQuery(wanted);
  const column = sql.ref(place === "title" ? "titles" : "vector");
  const ofKind = kind === null ? sql`` : sql`and kind = ${kind}`;
  const found = await sql<SearchHit>`select entry_id as "entryId", kind from
    (select * from entry_search where ${column} @@ ${match}::tsquery ${ofKind} order by entry_id desc limit ${maxRankedHits}) as hits
    order by ts_rank(vector, ${match}::tsquery) desc, entry_id desc limit ${limit}`.execute(query);
  return found.rows;
}

function toQuery({ terms, match, place }: WantedEntries): string {
  const weights = place === "summary" ? "AB" : "";
  const each = terms.map((term) => {
    const ways = term.map((words) => words.map((word) => quotePrefix(word, weights)).join(" & "));
    return `(${ways.map((way) => `(${way})`).join(" | ")})`;
  });
  return each.join(match === "all" ? " & " : " | ");
}

/** Builds the vector from split words, since the server's parser breaks Bangla words under some locales. Weights: title A, summary B, body D. */
function toVector({ title, summary, body }: SearchDocument): string {
  const places = new Map<string, string[]>();
  let at = 0;
  for (const [words, weight] of [
    [title, "A"],
    [summary, "B"],
    [body, ""],
  ] as const) {
    for (const word of words) {
      at += 1;
      if (at > 16_000) break;
      const list = places.get(word) ?? [];
      if (list.length < 60) list.push(`${at}${weight}`);
      places.set(word, list);
    }
  }
  return [...places].map(([word, list]) => `${quoteLexeme(word)}:${list.join(",")}`).join(" ");
}
