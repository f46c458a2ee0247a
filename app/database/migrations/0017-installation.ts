import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** Facts about this one database; and what is deleted leaves the search of the embedded one for good. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  await sql`create table installation (name ${key} primary key, value text not null)`.execute(query);
  await engine.search.eraseDeletedWords(query);
}
