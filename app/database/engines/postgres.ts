import { Kysely, PostgresAdapter, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Schema } from "#app/database/schema.ts";
import { boundPool, withTimeout } from "./bounded-pool.ts";
import {
  type Connection,
  type Engine,
  mostRanked,
  type SearchDocument,
  type SearchHit,
  type TableShape,
  tablesOfInstances,
} from "./engine.ts";
import { postgresLeads } from "./lead-search.ts";
import { ChangeLog, type PollingRate, removeOldChanges, serverMoment } from "./postgres-changes.ts";

interface PostgresLimits {
  /** Milliseconds a connection is waited for, a new one or one of the pool. */
  connectMs: number;
  /** Milliseconds after which the server itself gives up a statement. */
  statementMs: number;
  /** After this a query that was not answered ends with its connection; longer than the server's own limit. */
  queryMs: number;
  reading: PollingRate;
}

/** The waits an address asks for: `connect_timeout` in seconds (as of libpq), `statement_timeout` in milliseconds. */
function limitsOf(url: string): PostgresLimits {
  const asked = new URLSearchParams(url.split("?")[1]);
  const connectMs = Number(asked.get("connect_timeout") ?? 2) * 1000;
  const statementMs = Number(asked.get("statement_timeout") ?? 5000);
  return {
    connectMs,
    statementMs,
    queryMs: statementMs + 2000,
    reading: {
      everyMs: 1000,
      pollMs: 400,
      answerMs: 4000,
      reachMs: 10 * 60_000,
    },
  };
}

/** Kysely's own lock of migrations is a session's, which nobody has behind a pooler; ours is the transaction's. */
class ServerDialect extends PostgresDialect {
  override createAdapter() {
    return new ServerAdapter();
  }
}

class ServerAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

/** However the server fares, closing takes no longer. */
const longestCloseMs = 8000;

/** Opens PostgreSQL with bounded waits: a slow, silent or absent database is an error within seconds, never a hang. */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  limits: Partial<PostgresLimits> = {},
): Connection {
  const { connectMs, statementMs, queryMs, reading } = { ...limitsOf(url), ...limits };
  const serverLimits = { statement_timeout: statementMs, idle_in_transaction_session_timeout: 10_000 };
  const pool = new pg.Pool({
    connectionString: withoutStatementTimeout(url),
    max: 10,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...serverLimits,
    application_name: "frontdesk",
  });
  // Without listeners, a connection that breaks would end the process: the pool hears those that are idle, and
  // each hears itself while it is lent out, between the statements of a transaction.
  // What a server says to connections that are being ended is no error any more.
  pool.on("error", (error) => {
    if (!pool.ending) onError(error);
  });
  pool.on("connect", (client) => client.on("error", () => {}));
  const query = new Kysely<Schema>({
    dialect: new ServerDialect({
      pool: boundPool(pool, queryMs, serverLimits),
    }),
  });
  return {
    query,
    engine: postgresEngine(url, {
      query,
      pool,
      changes: new ChangeLog(withoutStatementTimeout(url), onError, reading),
    }),
  };
}

function postgresEngine(
  url: string,
  { query, pool, changes }: { query: Kysely<Schema>; pool: pg.Pool; changes: ChangeLog },
): Engine {
  return {
    name: "postgres",
    instance: changes.instance,
    keyType: `text collate "C"`,
    momentIn: serverMoment,
    passLocked: sql`for update skip locked`,
    createSearch,
    indexEntry,
    forgetEntry,
    search,
    leadSearch: postgresLeads,
    lock: async (tx, ...names) =>
      void (await sql`select pg_advisory_xact_lock(hashtextextended(name, 0))
        from unnest(${names}::text[]) with ordinality as given (name, place) order by place`.execute(tx)),
    announce: (tx, tags) => changes.write(tx, tags),
    announced: (tags, number) => changes.told(tags, number),
    onChange: (callback) => changes.add(callback),
    readListenerStatus: () => changes.hearing,
    shortenChanges: () => removeOldChanges(query),
    withoutTimeLimit: (work) => withoutTimeLimit(url, work),
    waitBriefly: async (tx) => void (await sql`set local lock_timeout = '500ms'`.execute(tx)),
    isHeldUp: (error) => error instanceof Error && "code" in error && heldUpCodes.has(String(error.code)),
    exclusively: (name, work) =>
      withoutTimeLimit(url, (own) =>
        own.transaction().execute(async (tx) => {
          // Held until this transaction ends, however it ends: a session's lock means nothing behind a pooler.
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
          await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
          return work();
        }),
      ),
    hasTable,
    readTables,
    insertRows,
    async clearSearch(tx) {
      await sql`delete from entry_search`.execute(tx);
      await sql`delete from lead_search`.execute(tx);
    },
    readSnapshot: (work) =>
      withoutTimeLimit(url, (own) =>
        own.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work),
      ),
    copyInto: null,
    recordChanges: null,
    repeatChanges: null,
    openFile: null,
    emptyLog: null,
    readPool: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    readSize,
    isTaken: (error) => error instanceof Error && "code" in error && error.code === "23505",
    close: async () => {
      await changes.close();
      await withTimeout(query.destroy(), longestCloseMs).catch(() => {});
    },
  };
}

/** A pool of its own: the limits of the other one are set when its connections open. */
async function withoutTimeLimit<Result>(
  url: string,
  work: (query: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({
    connectionString: withoutStatementTimeout(url),
    max: 1,
    connectionTimeoutMillis: limitsOf(url).connectMs,
    keepAlive: true,
    application_name: "frontdesk-update",
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const query = new Kysely<Schema>({ dialect: new ServerDialect({ pool }) });
  try {
    return await work(query);
  } finally {
    await query.destroy();
  }
}

/** What an address says counts for more than any setting beside it. */
function withoutStatementTimeout(url: string): string {
  const [server = "", query = ""] = url.split("?");
  const asked = new URLSearchParams(query);
  asked.delete("statement_timeout");
  return `${server}?${asked}`;
}

async function hasTable(query: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${name}) as found`.execute(query);
  return rows[0]?.found != null;
}

/** Lock not available, and deadlock: whoever runs holds in turn what the change holds, the other way round. */
const heldUpCodes = new Set(["55P03", "40P01"]);

async function readTables(query: Kysely<Schema>): Promise<TableShape[]> {
  const { rows } = await sql<{
    name: string;
    columns: { name: string; type: string }[];
    key: string[];
    refersTo: string[];
  }>`select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select json_agg(a.attname order by k.place) from pg_index i, unnest(i.indkey) with ordinality as k (number, place),
        pg_attribute a where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.number), '[]') as key,
      coalesce((select json_agg(distinct o.relname) from pg_constraint f, pg_class o
        where f.conrelid = c.oid and f.contype = 'f' and o.oid = f.confrelid), '[]') as "refersTo"
    from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and c.relname not in (${sql.join(["entry_search", "lead_search", ...tablesOfInstances])}) and c.relname not like 'kysely\\_%'`.execute(
    query,
  );
  return rows.map((table) => ({
    ...table,
    columns: table.columns.map(({ name, type }) => ({
      name,
      type: typeOf(type),
    })),
  }));
}

function typeOf(type: string): TableShape["columns"][number]["type"] {
  if (type === "text" || type === "integer") return type;
  if (type === "real" || type === "double precision") return "real";
  throw new Error(`A column of type ${type} is read by nobody yet.`);
}

async function insertRows(
  query: Kysely<Schema>,
  { name, columns }: Pick<TableShape, "name" | "columns">,
  json: string,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const casts = {
    text: sql``,
    integer: sql`::integer`,
    real: sql`::double precision`,
  };
  const values = sql.join(columns.map(({ type }, at) => sql`(value ->> ${sql.lit(at)})${casts[type]}`));
  await sql`insert into ${sql.table(name)} (${names})
    select ${values} from jsonb_array_elements(${json}::jsonb) as rows (value)`.execute(query);
}

async function createSearch(query: Kysely<Schema>): Promise<void> {
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
