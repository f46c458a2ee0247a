import { type Kysely, sql } from "kysely";
import type { Schema } from "#app/platform/database/schema.ts";
import type { LeadSearch, LeadWords } from "../engine.ts";
import { quoteLexeme, quotePrefix } from "./lexeme.ts";

/** Search of leads by tsvector without positions. */
export const postgresLeadSearch: LeadSearch = {
  async create(query) {
    await sql`create table lead_search (lead_id text collate "C" primary key, kind text collate "C" not null, vector tsvector not null)`.execute(
      query,
    );
    await sql`create index lead_search_vector on lead_search using gin (vector)`.execute(query);
  },

  async index(query, { leadId, kind, words }) {
    await sql`insert into lead_search (lead_id, kind, vector) values (${leadId}, ${kind}, array_to_tsvector(${words}::text[]))
      on conflict (lead_id) do update set vector = excluded.vector`.execute(query);
  },

  async remove(query, leadIds) {
    await sql`delete from lead_search where lead_id = any(${leadIds}::text[])`.execute(query);
  },

  async find(query, words, kind, limit) {
    // The planner estimates whole words well and stops early; for prefixes its estimates are poor.
    const some = await findNewestByVector(query, words.map(quoteLexeme).join(" & "), kind, limit);
    if (some.length === limit) return some;
    return findNewestByVector(query, words.map((word) => quotePrefix(word)).join(" & "), kind, limit);
  },
};

async function findNewestByVector(
  query: Kysely<Schema>,
  match: string,
  kind: LeadWords["kind"] | null,
  limit: number,
) {
  const ofKind = kind === null ? sql`` : sql`and kind = ${kind}`;
  const found = await sql<{ id: string }>`select lead_id as id from lead_search
    where vector @@ ${match}::tsquery ${ofKind} order by lead_id desc limit ${limit}`.execute(query);
  return found.rows.map(({ id }) => id);
}
