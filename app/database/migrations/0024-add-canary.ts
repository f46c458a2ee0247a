import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** Test messages that the site sends itself, and what became of them. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  await sql`create table canary_rounds (
    id ${key} primary key, kind ${key} not null check (kind in ('message', 'check')), started_at ${key} not null,
    received_at ${key}, mail_id ${key}, ended_at ${key}, broken_link ${key} not null, broken_why text not null,
    told ${key} not null)`.execute(query);
  await sql`create index canary_rounds_started on canary_rounds (started_at, id)`.execute(query);
}
