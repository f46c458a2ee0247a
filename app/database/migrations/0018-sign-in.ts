import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/**
 * The network a known browser was in last, as a hash: whoever asks from there is counted apart from strangers. What a
 * person agreed to is kept with their account.
 */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  await sql`alter table known_devices add column network ${key} not null default ''`.execute(query);
  await sql`alter table users add column consent_text text not null default ''`.execute(query);
  await sql`alter table users add column consented_at ${key} not null default ''`.execute(query);
}
