import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** Who does at present what only one instance may do. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  await sql`create table leases (name ${key} primary key, holder text not null, token ${key} not null,
    held_since ${key} not null, until ${key} not null, done_at ${key})`.execute(query);
}
