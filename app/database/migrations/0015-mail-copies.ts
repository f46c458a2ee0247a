import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** A mail that was sent once more goes with the one it repeats. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  await sql`alter table outbox add column copy_of ${sql.raw(engine.dialect.keyType)}`.execute(query);
  await sql`create index outbox_copies on outbox (copy_of) where copy_of is not null`.execute(query);
}
