import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Database } from "../database.ts";
import type { Schema } from "../schema.ts";
import { type Engine, mostRanked, type SearchDocument, type SearchHit } from "./engine.ts";
import { postgresLeads } from "./postgres-leads.ts";
import { channel, Listener } from "./postgres-listener.ts";

/** Opens PostgreSQL with bounded waits: a slow or absent database is an error within seconds, never a hang. */
export function openPostgres(url: string, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 2000,
    statement_timeout: 5000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: "frontdesk",
  });
  // Without listeners, a connection that breaks would end the process: the pool hears those that are idle, and
  // each hears itself while it is lent out, between the statements of a transaction.
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", () => {}));
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { query, engine: postgresEngine(query, new Listener(url, onError)) };
}

function postgresEngine(query: Kysely<Schema>, listener: Listener): Engine {
  return {
    name: "postgres",
    keyType: `text collate "C"`,
    passLocked: sql`for update skip locked`,
    createSearch,
    createTitleSearch,
    indexEntry,
    forgetEntry,
    search,
    leadSearch: postgresLeads,
    lock: async (tx, name) =>
      void (await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)),
    announce: async (tx, labels) => {
      if (labels.size > 0)
        await sql`select pg_notify(${channel}, ${listener.writeNotice(labels)})`.execute(tx);
    },
    announced: (labels) => listener.tell(labels),
    onChange: (callback) => listener.add(callback),
    readSize,
    isTaken: (error) => error instanceof Error && "code" in error && error.code === "23505",
    close: async () => {
      await listener.close();
      await query.destroy();
    },
  };
}

async function createSearch(query: Kysely<Schema>): Promise<void> {
  await sql`create table entry_search (entry_id text collate "C" primary key references entries(id) on delete cascade, kind text not null, vector tsvector not null)`.execute(
    query,
  );
  await sql`create index entry_search_vector on entry_search using gin (vector)`.execute(query);
}

async function createTitleSearch(query: Kysely<Schema>): Promise<void> {
  await sql`alter table entry_search add column titles tsvector not null default ''`.execute(query);
  await sql`update entry_search set titles = ts_filter(vector, '{a}')`.execute(query);
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

async function readSize(query: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{
    bytes: string;
  }>`select pg_database_size(current_database()) as bytes`.execute(query);
  return Number(rows[0]?.bytes ?? 0);
}

async function forgetEntry(query: Kysely<Schema>, entryId: string): Promise<void> {
  await sql`delete from entry_search where entry_id = ${entryId}`.execute(query);
}

/** Of a word that stands in thousands of entries the newest are ranked, and the newest titles. */
async function search(query: Kysely<Schema>, words: string[], kind: string | null, limit: number) {
  const match = words.map((word) => `${quote(word)}:*`).join(" & ");
  const ofKind = kind === null ? sql`` : sql`and kind = ${kind}`;
  const newest = (column: "vector" | "titles") =>
    sql`(select * from entry_search where ${sql.ref(column)} @@ ${match}::tsquery ${ofKind} order by entry_id desc limit ${mostRanked})`;
  const found =
    await sql<SearchHit>`select entry_id as "entryId", kind from (${newest("vector")} union ${newest("titles")}) as hits
    order by ts_rank(vector, ${match}::tsquery) desc, entry_id desc limit ${limit}`.execute(query);
  return found.rows;
}

/** Our own words, not the server's parser: that one cuts Bangla words under some locales. Title weighs A, summary B, body D. */
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
  return [...places].map(([word, list]) => `${quote(word)}:${list.join(",")}`).join(" ");
}

function quote(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
