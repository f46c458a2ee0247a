import { type Kysely, sql } from "kysely";
import type { Schema } from "#app/platform/database/schema.ts";
import type { LeadSearch, LeadWords } from "../engine.ts";
import { quoteWord, quoteWordPrefix, wordTokens } from "./match.ts";

/** Search of leads by FTS5; secure-delete removes deleted words from the index at once. */
export const sqliteLeadSearch: LeadSearch = {
  async create(query) {
    await sql`create table lead_search_rows (number integer primary key, lead_id text not null unique, kind text not null)`.execute(
      query,
    );
    await sql`create virtual table lead_search using fts5(words, ${sql.raw(wordTokens)}, prefix = '2 3')`.execute(
      query,
    );
    await sql`insert into lead_search (lead_search, rank) values ('secure-delete', 1)`.execute(query);
  },

  async index(query, { leadId, kind, words }) {
    await sqliteLeadSearch.remove(query, [leadId]);
    await sql`insert into lead_search_rows (lead_id, kind) values (${leadId}, ${kind})`.execute(query);
    await sql`insert into lead_search (rowid, words)
      values ((select number from lead_search_rows where lead_id = ${leadId}), ${words.join(" ")})`.execute(
      query,
    );
  },

  async remove(query, leadIds) {
    for (const id of leadIds) {
      await sql`delete from lead_search where rowid = (select number from lead_search_rows where lead_id = ${id})`.execute(
        query,
      );
      await sql`delete from lead_search_rows where lead_id = ${id}`.execute(query);
    }
  },

  async find(query, words, kind, limit) {
    // FTS5 reads whole words lazily, but collects all hits of a prefix first.
    const some = await findNewestByRow(query, words.map(quoteWord).join(" "), kind, limit);
    if (some.length === limit) return some;
    return findNewestByRow(query, words.map(quoteWordPrefix).join(" "), kind, limit);
  },
};

async function findNewestByRow(
  query: Kysely<Schema>,
  match: string,
  kind: LeadWords["kind"] | null,
  limit: number,
) {
  const ofKind = kind === null ? sql`` : sql`and r.kind = ${kind}`;
  const found = await sql<{ id: string }>`select r.lead_id as id from lead_search s
    join lead_search_rows r on r.number = s.rowid
    where lead_search match ${match} ${ofKind} order by s.rowid desc limit ${limit}`.execute(query);
  return found.rows.map(({ id }) => id);
}
