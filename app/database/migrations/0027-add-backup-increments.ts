import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** Bases of the embedded database with the newest increment of each, and what became of their proof. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  await sql`create table backup_increments (base_set ${key} primary key, name ${key} not null, taken_at ${key} not null,
    bytes double precision not null, base_bytes double precision not null, state ${key} not null, problem text not null,
    proved_at ${key})`.execute(query);
}
