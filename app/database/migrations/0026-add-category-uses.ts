import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** Who links to something is counted from this index alone, whatever the number of entries. entry_links_to, which it makes needless, goes with the next release. */
export async function up(query: Kysely<Schema>): Promise<void> {
  await sql`create index entry_links_uses on entry_links (to_type, to_id, from_entry)`.execute(query);
}
