import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** A table under the name that the code uses, beside the one that the release before reads and writes. */
export interface TableName {
  view: string;
  table: string;
  /** Columns of the primary key; the same in both. */
  key: readonly string[];
  others: readonly string[];
  /** Columns of the view that the table calls differently. */
  renamed?: Readonly<Record<string, string>>;
  /** What stands in columns that an insert leaves out, as SQL: SQLite asks no table that a view is of. */
  defaults?: Readonly<Record<string, string>>;
  /** What is there already is passed over instead of refused: no engine but PostgreSQL takes `on conflict` through a view. */
  skipsDuplicates?: boolean;
}

/** Makes the view. PostgreSQL writes through a view of one table by itself; SQLite does so by triggers. */
export async function createWritableView(
  query: Kysely<Schema>,
  engine: Engine,
  { view, table, key, others, renamed = {}, defaults = {}, skipsDuplicates = false }: TableName,
): Promise<void> {
  const columns = [...key, ...others];
  const storedAs = (name: string) => renamed[name] ?? name;
  const stored = columns.map(storedAs);
  const run = (text: string) => sql.raw(text).execute(query);
  const selected = columns.map((name) => (name in renamed ? `${storedAs(name)} as ${name}` : name));
  await run(`create view ${view} as select ${selected.join(", ")} from ${table}`);
  const givenOrDefault = (name: string) =>
    name in defaults ? `coalesce(new.${name}, ${defaults[name]})` : `new.${name}`;
  const values = columns.map(givenOrDefault).join(", ");
  const insert = `insert into ${table} (${stored.join(", ")}) values (${values})${skipsDuplicates ? " on conflict do nothing" : ""};`;
  if (engine.dialect.name === "postgres") {
    if (!skipsDuplicates) return;
    await run(`create or replace function ${view}_insert() returns trigger language plpgsql as $$ begin
      ${insert} return new; end $$`);
    await run(
      `create trigger ${view}_insert instead of insert on ${view} for each row execute function ${view}_insert()`,
    );
    return;
  }
  const isRow = key.map((name) => `${name} = old.${name}`).join(" and ");
  const set = columns.map((name) => `${storedAs(name)} = new.${name}`).join(", ");
  await run(`create trigger ${view}_insert instead of insert on ${view} begin ${insert} end`);
  await run(`create trigger ${view}_update instead of update on ${view} begin
    update ${table} set ${set} where ${isRow}; end`);
  await run(`create trigger ${view}_delete instead of delete on ${view} begin
    delete from ${table} where ${isRow}; end`);
}
