import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** How other programs sign in. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  await sql`create table service_tokens (
    id ${key} primary key, name text not null, start ${key} not null unique, token_hash ${key} not null,
    scopes text not null, created_by ${key} not null, created_at ${key} not null, expires_at ${key} not null,
    last_used_at ${key}, revoked_at ${key})`.execute(query);
}
