import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** Newsletters tell what was sent from what was only kept for want of a mail server. */
export async function up(query: Kysely<Schema>): Promise<void> {
  await sql`alter table newsletters add column kept integer not null default 0`.execute(query);
  await sql`update newsletters set kept = (
    select count(*) from outbox where outbox.batch = newsletters.id and outbox.status = 'kept'
  )`.execute(query);
  // What the outbox has forgotten stays counted as sent.
  await sql`update newsletters set sent = case when sent > kept then sent - kept else 0 end where kept > 0`.execute(
    query,
  );
}
