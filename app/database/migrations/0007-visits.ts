import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** How often pages are read: sums by day, and nothing of who read them. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  await sql`create table visits (day ${key} not null, path ${key} not null, views integer not null, visits integer not null, primary key (day, path))`.execute(
    query,
  );
  await sql`create table visit_sources (day ${key} not null, host ${key} not null, visits integer not null, primary key (day, host))`.execute(
    query,
  );
}
