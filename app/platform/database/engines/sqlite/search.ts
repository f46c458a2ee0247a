import { type Kysely, sql } from "kysely";
import type { Schema } from "#app/platform/database/schema.ts";
import {
  maxRankedHits,
  type Search,
  type SearchDocument,
  type SearchHit,
  type SearchPlace,
  type WantedEntries,
} from "../engine.ts";
import { sqliteLeadSearch } from "./lead-search.ts";
import { quoteWord, quoteWordPrefix, wordTokens } from "./match.ts";

/** Search by FTS5. */
export const sqliteSearch: Search = {
  entries: {
    create: createEntrySearch,
    index: indexEntry,
    remove: removeEntry,
    find: findEntries,
  },
  leads: sqliteLeadSearch,
  clear: clearSearch,
};

/** Derived from other tables, so backups leave them out. */
export const sqliteSearchTables = [
  "entry_search",
  "entry_titles",
  "lead_search",
  "entry_search_rows",
  "lead_search_rows",
];

async function clearSearch(query: Kysely<Schema>): Promise<void> {
  for (const name of sqliteSearchTables) await sql`delete from ${sql.table(name)}`.execute(query);
}

/** Creates the indexes; secure-delete removes the words of a deleted row at once, not at the next merge. */
async function createEntrySearch(query: Kysely<Schema>): Promise<void> {
  const wholeWords = sql.raw(wordTokens);
  await sql`create table entry_search_rows (
    number integer primary key,
    entry_id text not null unique references entries(id) on delete cascade
  )`.execute(query);
  await sql`create virtual table entry_search using fts5(
    entry_id unindexed, kind unindexed, title, summary, body, ${wholeWords}, prefix = '2 3'
  )`.execute(query);
  await sql`create virtual table entry_titles using fts5(
    entry_id unindexed, kind unindexed, title, ${wholeWords}, prefix = '2 3'
  )`.execute(query);
  await sql`insert into entry_search (entry_search, rank) values ('secure-delete', 1)`.execute(query);
  await sql`insert into entry_titles (entry_titles, rank) values ('secure-delete', 1)`.execute(query);
}

async function indexEntry(query: Kysely<Schema>, document: SearchDocument): Promise<void> {
  const { entryId, kind, title, summary, body } = document;
  await removeEntry(query, entryId);
  await sql`insert into entry_search_rows (entry_id) values (${entryId}) on conflict do nothing`.execute(
    query,
  );
  await sql`insert into entry_search (rowid, entry_id, kind, title, summary, body)
    values (${rowOf(entryId)}, ${entryId}, ${kind}, ${title.join(" ")}, ${summary.join(" ")}, ${body.join(" ")})`.execute(
    query,
  );
  await sql`insert into entry_titles (rowid, entry_id, kind, title)
    values (${rowOf(entryId)}, ${entryId}, ${kind}, ${title.join(" ")})`.execute(query);
}

async function removeEntry(query: Kysely<Schema>, entryId: string): Promise<void> {
  await sql`delete from entry_search where rowid = ${rowOf(entryId)}`.execute(query);
  await sql`delete from entry_titles where rowid = ${rowOf(entryId)}`.execute(query);
}

function rowOf(entryId: string) {
  return sql`(select number from entry_search_rows where entry_id = ${entryId})`;
}

/** Returns the newest hits of a common word instead of the best ones, since ranking reads each hit. */
async function findEntries(query: Kysely<Schema>, wanted: WantedEntries, limit: number) {
  const prefixes = toMatch(wanted, quoteWordPrefix);
  // FTS5 reads whole words lazily, but collects all hits of a prefix first.
  for (const match of [toMatch(wanted, quoteWord), prefixes]) {
    const newest = await findNewest(query, match, wanted, maxRankedHits);
    if (newest.length === maxRankedHits) return newest.slice(0, limit);
  }
  return rankHits(query, prefixes, wanted, limit);
}

function toMatch({ terms, match, place }: WantedEntries, quote: (word: string) => string): string {
  const each = terms.map(
    (term) => `(${term.map((words) => `(${words.map(quote).join(" AND ")})`).join(" OR ")})`,
  );
  const whole = `(${each.join(match === "all" ? " AND " : " OR ")})`;
  return place === "summary" ? `{title summary} : ${whole}` : whole;
}

async function findNewest(
  query: Kysely<Schema>,
  match: string,
  { kind, place }: WantedEntries,
  limit: number,
): Promise<SearchHit[]> {
  const table = tableOf(place);
  const found = await sql<SearchHit>`select entry_id as "entryId", kind from ${sql.table(table)}
    where ${sql.table(table)} match ${match} ${ofKind(kind)} order by rowid desc limit ${limit}`.execute(
    query,
  );
  return found.rows;
}

async function rankHits(
  query: Kysely<Schema>,
  match: string,
  { kind, place }: WantedEntries,
  limit: number,
): Promise<SearchHit[]> {
  const table = tableOf(place);
  const rank = place === "title" ? sql`bm25(entry_titles)` : sql`bm25(entry_search, 0, 0, 8, 3, 1)`;
  const found = await sql<SearchHit>`select entry_id as "entryId", kind from ${sql.table(table)}
    where ${sql.table(table)} match ${match} ${ofKind(kind)} order by ${rank} limit ${limit}`.execute(query);
  return found.rows;
}

function tableOf(place: SearchPlace): "entry_search" | "entry_titles" {
  return place === "title" ? "entry_titles" : "entry_search";
}

function ofKind(kind: string | null) {
  return kind === null ? sql`` : sql`and kind = ${kind}`;
}
