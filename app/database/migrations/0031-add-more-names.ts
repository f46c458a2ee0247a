import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";
import { createWritableView, type TableName } from "./writable-views.ts";

/** The views are what the code names, the tables what the release before does. */
const tables: readonly TableName[] = [
  {
    view: "one_time_tokens",
    table: "proofs",
    key: ["id"],
    others: ["user_id", "purpose", "token_hash", "data", "attempts", "created_at", "expires_at", "used_at"],
    renamed: { token_hash: "token" },
    defaults: { data: "''", attempts: "0" },
  },
  { view: "undo_snapshots", table: "undos", key: ["id", "part"], others: ["actor", "at", "before"] },
  {
    view: "internal_links",
    table: "page_links",
    key: ["from_entry", "field", "path_key"],
    others: ["path", "is_live"],
  },
  { view: "broken_links", table: "dead_paths", key: ["path_key"], others: [], skipsDuplicates: true },
];

interface ColumnNames {
  table: string;
  /** Each column with its former name. */
  columns: Readonly<Record<string, string>>;
  /** Of which no two rows have the same. */
  unique: readonly string[];
}

// In the order in which they are locked until the end, so that sessions, which every request of somebody signed in reads, are so
// for the shortest time.
const columnNames: readonly ColumnNames[] = [
  { table: "newsletters", columns: { cursor: "reached" }, unique: [] },
  { table: "subscribers", columns: { unsubscribe_token: "leave_key" }, unique: ["unsubscribe_token"] },
  {
    table: "sessions",
    columns: { token_hash: "token", ip_prefix: "ip_address", reauthenticated_at: "fresh_at" },
    unique: ["token_hash"],
  },
];

/** The rest of the names that step 0030 began to add (docs/decisions/0070); the former ones go with the next release. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  for (const names of tables) await createWritableView(query, engine, names);
  for (const names of columnNames) await addColumns(query, engine, names);
}

async function addColumns(query: Kysely<Schema>, engine: Engine, names: ColumnNames): Promise<void> {
  const { table, columns, unique } = names;
  const pairs = Object.entries(columns);
  const run = (text: string) => sql.raw(text).execute(query);
  for (const [name] of pairs) await run(`alter table ${table} add column ${name} ${engine.dialect.keyType}`);
  await run(`update ${table} set ${pairs.map(([name, former]) => `${name} = ${former}`).join(", ")}`);
  for (const name of unique) await run(`create unique index ${table}_${name} on ${table} (${name})`);
  if (engine.dialect.name === "sqlite") await keepEqualOnSqlite(run, names);
  else await keepEqualOnPostgres(run, names);
}

type Run = (text: string) => Promise<unknown>;

/** Whichever of two names a release writes, the other holds the same. */
async function keepEqualOnSqlite(run: Run, { table, columns }: ColumnNames): Promise<void> {
  const pairs = Object.entries(columns);
  const differ = pairs.map(([name, former]) => `new.${name} is not new.${former}`).join(" or ");
  const set = pairs.map(([name, former]) => {
    const value = `coalesce(new.${name}, new.${former})`;
    return `${name} = ${value}, ${former} = ${value}`;
  });
  await run(`create trigger ${table}_names after insert on ${table} when ${differ} begin
    update ${table} set ${set.join(", ")} where id = new.id; end`);
  for (const [name, former] of pairs) {
    await run(`create trigger ${table}_${name}_by_former after update of ${former} on ${table}
      when new.${name} is not new.${former} and new.${name} is old.${name} begin
      update ${table} set ${name} = new.${former} where id = new.id; end`);
    await run(`create trigger ${table}_${name} after update of ${name} on ${table}
      when new.${name} is not new.${former} begin
      update ${table} set ${former} = new.${name} where id = new.id; end`);
  }
}

async function keepEqualOnPostgres(run: Run, { table, columns }: ColumnNames): Promise<void> {
  const pairs = Object.entries(columns);
  const take = pairs.map(([name, former]) => {
    const isOld = `tg_op = 'INSERT' and new.${name} is null or tg_op = 'UPDATE' and new.${name} is not distinct from old.${name}`;
    return `if ${isOld} then new.${name} := new.${former}; else new.${former} := new.${name}; end if;`;
  });
  const written = pairs.flat().join(", ");
  await run(`create or replace function ${table}_names() returns trigger language plpgsql as $$ begin
    ${take.join("\n")} return new; end $$`);
  await run(`create trigger ${table}_names before insert or update of ${written} on ${table}
    for each row execute function ${table}_names()`);
}
