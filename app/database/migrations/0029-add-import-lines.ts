import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** The whole report of each import from the dashboard, a row a line. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  await sql`create table import_lines (import_id ${key} not null, number integer not null, part ${key} not null,
    place text not null, what text not null, why text not null, primary key (import_id, number))`.execute(
    query,
  );
}
