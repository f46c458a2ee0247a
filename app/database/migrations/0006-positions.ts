import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** The last position of a kind is found without looking at every entry. */
export async function up(query: Kysely<Schema>): Promise<void> {
  await sql`create index entries_placed on entries (kind, position)`.execute(query);
}
