import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** What was moved in from the dashboard: how each import stands, and what came of it. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  await sql`create table imports (id ${key} primary key, state ${key} not null, file_name text not null,
    bytes double precision not null, pictures_name text, pictures_bytes double precision not null,
    replaces integer not null, backs_up integer not null, created_by ${key} not null, created_at ${key} not null,
    updated_at ${key} not null, confirmed_at ${key}, backed_up_at ${key}, step ${key} not null, done integer not null,
    total integer not null, findings text not null, outcome text not null, problem text not null)`.execute(
    query,
  );
  await sql`create index imports_created on imports (created_at)`.execute(query);
}
