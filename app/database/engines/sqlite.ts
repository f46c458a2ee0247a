import { statSync } from "node:fs";
import { backup, DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, sql } from "kysely";
import type { Schema } from "#app/database/schema.ts";
import { newId } from "#app/platform/id.ts";
import {
  type ChangeRecording,
  type Connection,
  type Engine,
  mostRanked,
  type OpenFile,
  type SearchDocument,
  type SearchHit,
  type TableShape,
  tablesOfInstances,
} from "./engine.ts";
import { sqliteLeads } from "./lead-search.ts";

/**
 * Opens the embedded database. A kept write has reached the disk: WAL with synchronous FULL. What is deleted is overwritten
 * (secure_delete), so that the file holds nothing of an erased person.
 */
export function openSqlite(path: string, options: { readOnly?: boolean } = {}): Connection {
  const file = new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: patienceMs });
  if (!options.readOnly)
    file.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
  file.exec("PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY;");
  const query = new Kysely<Schema>({ dialect: new EmbeddedDialect({ database: forKysely(file) }) });
  return { query, engine: sqliteEngine(query, file, { path, isReadOnly: options.readOnly ?? false }) };
}

/** How long another process that writes is waited for; nothing else is answered meanwhile. */
const patienceMs = 1000;

/** SQLite rolls changes of tables back like any other; Kysely says that it doesn't, and would run migrations in the open. */
class EmbeddedDialect extends SqliteDialect {
  override createAdapter() {
    return new EmbeddedAdapter();
  }
}

class EmbeddedAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

function sqliteEngine(
  query: Kysely<Schema>,
  file: DatabaseSync,
  { path, isReadOnly }: { path: string; isReadOnly: boolean },
): Engine {
  const openFile = watchFile(query, path);
  const listeners: ((tags: Set<string> | null) => void)[] = [];
  return {
    name: "sqlite",
    instance: newId(),
    keyType: "text",
    momentIn: (milliseconds) =>
      sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${milliseconds / 1000} seconds`})`,
    passLocked: sql``,
    createSearch,
    indexEntry,
    forgetEntry,
    search,
    leadSearch: sqliteLeads,
    lock: async () => {},
    announce: async () => null,
    announced: (tags) => {
      for (const listener of listeners) listener(tags);
    },
    onChange: (listener) => void listeners.push(listener),
    readListenerStatus: () => ({
      isListening: true,
      lagMs: 0,
      way: "itself",
    }),
    shortenChanges: null,
    withoutTimeLimit: (work) => work(query),
    waitBriefly: async () => {},
    isHeldUp: () => false,
    // The data folder is one process's alone.
    exclusively: (_name, work) => work(),
    hasTable,
    readTables,
    insertRows,
    clearSearch,
    // The one connection: nobody else writes on it meanwhile.
    readSnapshot: (work) => query.transaction().execute(work),
    // Page by page on the connection that writes, which waits for no more than a hundred of them. A copy made so on any other
    // connection begins anew with each write, and may never end.
    copyInto: isReadOnly
      ? async (path) => void (await sql`vacuum into ${path}`.execute(query))
      : async (path) => void (await backup(file, path, { rate: 100 })),
    recordChanges: () => recordChanges(file),
    repeatChanges: (changes) => file.applyChangeset(changes, { filter: (table) => !searchTable.test(table) }),
    openFile,
    emptyLog: () => emptyLog(query),
    readPool: () => null,
    readSize,
    isTaken: (error) => error instanceof Error && /UNIQUE constraint failed/.test(error.message),
    // SQLite would delete the log of writes by its name, which may be that of the file that stands there now.
    close: async () => {
      if (openFile.readLoss() !== "replaced") await query.destroy();
    },
  };
}

function watchFile(query: Kysely<Schema>, path: string): OpenFile {
  const opened = statSync(path, { bigint: true, throwIfNoEntry: false });
  return {
    path,
    readLoss() {
      const there = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (there === undefined) return "removed";
      return there.ino === opened?.ino && there.dev === opened.dev ? null : "replaced";
    },
    refuseWrites: (isOn) =>
      query.connection().execute(async (connection) => {
        await sql.raw(`pragma query_only = ${isOn ? "on" : "off"}`).execute(connection);
      }),
  };
}

async function emptyLog(query: Kysely<Schema>): Promise<void> {
  await query.connection().execute(async (connection) => {
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(connection);
    } finally {
      await sql.raw(`pragma busy_timeout = ${patienceMs}`).execute(connection);
    }
  });
}

function recordChanges(file: DatabaseSync): ChangeRecording {
  let session = file.createSession();
  return {
    take() {
      const changes = session.changeset();
      session.close();
      session = file.createSession();
      return changes;
    },
  };
}

/** Tables of search, and those in which FTS5 keeps its words: their rows have numbers that differ from copy to copy. */
const searchTable = /^(entry_search|entry_titles|lead_search)/;

/**
 * Vowel signs and joiners are parts of words: by default FTS5 cuts Bangla words at each of them. Secure delete removes the words of
 * a deleted row at once, not at the next merge.
 */
async function createSearch(query: Kysely<Schema>): Promise<void> {
  const wholeWords = sql.raw(`tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc Cf'"`);
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
  await forgetEntry(query, entryId);
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

async function forgetEntry(query: Kysely<Schema>, entryId: string): Promise<void> {
  await sql`delete from entry_search where rowid = ${rowOf(entryId)}`.execute(query);
  await sql`delete from entry_titles where rowid = ${rowOf(entryId)}`.execute(query);
}

function rowOf(entryId: string) {
  return sql`(select number from entry_search_rows where entry_id = ${entryId})`;
}

/** For a very common word: the newest entries with it in their titles, then the newest others. */
async function search(query: Kysely<Schema>, words: string[], kind: string | null, limit: number) {
  const whole = words.map((word) => `"${word.replaceAll('"', '""')}"`);
  const beginnings = whole.map((word) => `${word}*`).join(" ");
  // Whole words are read only as far as needed; the beginning of a word has all its hits gathered first.
  for (const match of [whole.join(" "), beginnings]) {
    const newest = await findNewest(query, "entry_search", match, kind, mostRanked);
    if (newest.length < mostRanked) continue;
    const inTitle = await findNewest(query, "entry_titles", match, kind, limit);
    return [...new Map([...inTitle, ...newest].map((hit) => [hit.entryId, hit])).values()].slice(0, limit);
  }
  return rankHits(query, beginnings, kind, limit);
}

async function findNewest(
  query: Kysely<Schema>,
  table: "entry_search" | "entry_titles",
  match: string,
  kind: string | null,
  limit: number,
) {
  const found = await sql<SearchHit>`select entry_id as "entryId", kind from ${sql.table(table)}
    where ${sql.table(table)} match ${match} ${ofKind(kind)} order by rowid desc limit ${limit}`.execute(
    query,
  );
  return found.rows;
}

async function rankHits(query: Kysely<Schema>, match: string, kind: string | null, limit: number) {
  const found = await sql<SearchHit>`select entry_id as "entryId", kind from entry_search
    where entry_search match ${match} ${ofKind(kind)} order by bm25(entry_search, 0, 0, 8, 3, 1) limit ${limit}`.execute(
    query,
  );
  return found.rows;
}

function ofKind(kind: string | null) {
  return kind === null ? sql`` : sql`and kind = ${kind}`;
}

async function hasTable(query: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(
    query,
  );
  return rows.length > 0;
}

/** Made from other tables, and filled by `clearSearch` and what follows it. */
const searchTables = ["entry_search", "entry_titles", "lead_search", "entry_search_rows", "lead_search_rows"];

async function clearSearch(query: Kysely<Schema>): Promise<void> {
  for (const name of searchTables) await sql`delete from ${sql.table(name)}`.execute(query);
}

const notRead = [...searchTables, ...tablesOfInstances];

async function readTables(query: Kysely<Schema>): Promise<TableShape[]> {
  const { rows: tables } = await sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
      and name not like '\\_litestream\\_%' escape '\\'`.execute(query);
  const shapes: TableShape[] = [];
  for (const { name } of tables.filter((table) => !notRead.includes(table.name))) {
    const { rows: columns } = await sql<{ name: string; type: string; pk: number }>`select name, type, pk
      from pragma_table_info(${name}) order by cid`.execute(query);
    const { rows: others } = await sql<{ other: string }>`select distinct "table" as other
      from pragma_foreign_key_list(${name})`.execute(query);
    shapes.push({
      name,
      columns: columns.map((column) => ({
        name: column.name,
        type: typeOf(column.type),
      })),
      key: columns
        .filter(({ pk }) => pk > 0)
        .toSorted((a, b) => a.pk - b.pk)
        .map((column) => column.name),
      refersTo: others.map(({ other }) => other),
    });
  }
  return shapes;
}

function typeOf(declared: string): TableShape["columns"][number]["type"] {
  if (/int/i.test(declared)) return "integer";
  return /real|double/i.test(declared) ? "real" : "text";
}

/** Values keep the type they have in JSON. */
async function insertRows(
  query: Kysely<Schema>,
  { name, columns }: Pick<TableShape, "name" | "columns">,
  json: string,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const values = sql.join(columns.map((_, at) => sql`value ->> ${sql.lit(`$[${at}]`)}`));
  await sql`insert into ${sql.table(name)} (${names}) select ${values} from json_each(${json})`.execute(
    query,
  );
}

async function readSize(query: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{
    bytes: number;
  }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(query);
  return rows[0]?.bytes ?? 0;
}

const nothingToDo: ReturnType<SqliteDatabase["prepare"]> = {
  reader: false,
  all: () => [],
  run: () => ({
    changes: 0,
    lastInsertRowid: 0,
  }),
  iterate: () => [][Symbol.iterator](),
};

/** node:sqlite in the shape Kysely expects; statements are kept, since preparing costs more than running. */
function forKysely(file: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (text: string) => {
    const statement = file.prepare(text);
    const bind = (values: readonly unknown[]) => values as SQLInputValue[]; // Kysely passes only what the schema's types allow
    return {
      reader: statement.columns().length > 0,
      all: (values: readonly unknown[]) => statement.all(...bind(values)),
      run: (values: readonly unknown[]) => statement.run(...bind(values)),
      iterate: (values: readonly unknown[]) => statement.iterate(...bind(values)),
    };
  };
  const keep = (text: string) => {
    const statement = prepare(text);
    if (kept.size > 500) kept.clear();
    kept.set(text, statement);
    return statement;
  };
  return {
    close: () => file.close(),
    prepare(text) {
      // A full disk rolls the transaction back by itself; that there is none left must not hide why.
      if (text === "rollback" && !file.isTransaction) return nothingToDo;
      return kept.get(text) ?? keep(text);
    },
  };
}
