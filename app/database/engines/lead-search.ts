import { type Kysely, sql } from "kysely";
import type { Schema } from "#app/database/schema.ts";

/** The words in a lead, already split and folded. */
interface LeadWords {
  leadId: string;
  kind: "messages" | "calls";
  words: string[];
}

/** How either engine finds what visitors sent by the words in it. */
export interface LeadSearch {
  create(query: Kysely<Schema>): Promise<void>;
  index(query: Kysely<Schema>, lead: LeadWords): Promise<void>;
  forget(query: Kysely<Schema>, leadIds: readonly string[]): Promise<void>;
  /** Ids of those whose words begin with all the given ones, the last indexed first; null for either kind. */
  find(
    query: Kysely<Schema>,
    words: readonly string[],
    kind: LeadWords["kind"] | null,
    limit: number,
  ): Promise<string[]>;
}

/** Words without their places: whether they stand in a lead is all that is asked. */
export const postgresLeads: LeadSearch = {
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

  async forget(query, leadIds) {
    await sql`delete from lead_search where lead_id = any(${leadIds}::text[])`.execute(query);
  },

  async find(query, words, kind, limit) {
    const whole = words.map(quote);
    // How many words begin alike the planner guesses badly; whole ones it knows, and then it reads no further than needed.
    const some = await findNewestByVector(query, whole.join(" & "), kind, limit);
    if (some.length === limit) return some;
    return findNewestByVector(query, whole.map((word) => `${word}:*`).join(" & "), kind, limit);
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

function quote(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** What is deleted leaves the index at once and for good, and not only when its parts are next put together. */
export const sqliteLeads: LeadSearch = {
  async create(query) {
    await sql`create table lead_search_rows (number integer primary key, lead_id text not null unique, kind text not null)`.execute(
      query,
    );
    await sql`create virtual table lead_search using fts5(
      words, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M* Cf'", prefix = '2 3'
    )`.execute(query);
    await sql`insert into lead_search (lead_search, rank) values ('secure-delete', 1)`.execute(query);
  },

  async index(query, { leadId, kind, words }) {
    await sqliteLeads.forget(query, [leadId]);
    await sql`insert into lead_search_rows (lead_id, kind) values (${leadId}, ${kind})`.execute(query);
    await sql`insert into lead_search (rowid, words)
      values ((select number from lead_search_rows where lead_id = ${leadId}), ${words.join(" ")})`.execute(
      query,
    );
  },

  async forget(query, leadIds) {
    for (const id of leadIds) {
      await sql`delete from lead_search where rowid = (select number from lead_search_rows where lead_id = ${id})`.execute(
        query,
      );
      await sql`delete from lead_search_rows where lead_id = ${id}`.execute(query);
    }
  },

  async find(query, words, kind, limit) {
    const whole = words.map((word) => `"${word.replaceAll('"', '""')}"`);
    // Whole words are read only as far as needed; the beginning of a word has all its hits gathered first.
    const some = await findNewestByRow(query, whole.join(" "), kind, limit);
    if (some.length === limit) return some;
    return findNewestByRow(query, whole.map((word) => `${word}*`).join(" "), kind, limit);
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
