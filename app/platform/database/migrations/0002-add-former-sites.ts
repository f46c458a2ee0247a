import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** Adds the former site of each redirect, which earlier imports did not store. */
export async function up(query: Kysely<Schema>): Promise<void> {
  await sql`alter table redirects add column from_site text`.execute(query);
}
