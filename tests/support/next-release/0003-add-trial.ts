import { type Kysely, sql } from "kysely";
import type { Engine } from "#app/platform/database/engines/engine.ts";
import type { Schema } from "#app/platform/database/schema.ts";

/** Adds a column and a table, and fills both from the rows of leads. */
export async function up(query: Kysely<Schema>, { dialect }: Engine): Promise<void> {
  const key = sql.raw(dialect.keyType);
  await sql`alter table leads add column trial ${key} not null default ''`.execute(query);
  await sql`update leads set trial = reference`.execute(query);
  await sql`create table trials (lead_id ${key} primary key, words text not null)`.execute(query);
  await sql`insert into trials (lead_id, words) select id, message from leads`.execute(query);
  await sql`create index leads_trial on leads (trial)`.execute(query);
}
