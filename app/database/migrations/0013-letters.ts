import { type Kysely, sql } from "kysely";
import { newLinkKey } from "#app/platform/id.ts";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** Newsletters, what is known of their readers, and a second lane of the outbox for what goes to many. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(query);
  await run(sql`alter table outbox add column lane integer not null default 0`);
  await run(sql`alter table outbox add column batch ${key}`);
  await run(sql`drop index outbox_due`);
  await run(sql`drop index outbox_listed`);
  await run(sql`create index outbox_due on outbox (lane, next_attempt_at, id) where status = 'waiting'`);
  await run(sql`create index outbox_newest on outbox (lane, created_at, id)`);
  await run(sql`create index outbox_listed on outbox (lane, status, created_at, id)`);
  await run(sql`create unique index outbox_once on outbox (batch, to_key) where batch is not null`);
  await run(sql`create index outbox_figures on outbox (batch, status) where batch is not null`);
  await addSubscriberColumns(query, engine);
  await run(sql`create table newsletters (
    id ${key} primary key, subject text not null, preview text not null, body text not null, slug text not null, slug_key ${key},
    state ${key} not null, version integer not null, is_public integer not null, author_id ${key}, created_at ${key} not null,
    updated_at ${key} not null, send_at ${key}, started_at ${key}, finished_at ${key}, next_batch_at ${key}, reached ${key} not null,
    total integer not null, sent integer not null, failed integer not null, dropped integer not null,
    unsubscribed integer not null, note text not null)`);
  await run(sql`create table newsletter_files (
    newsletter_id ${key} not null references newsletters(id) on delete cascade, file_id ${key} not null, primary key (newsletter_id, file_id))`);
  await run(sql`create index newsletter_files_file on newsletter_files (file_id)`);
  await run(sql`create unique index newsletters_slug on newsletters (slug_key) where slug_key is not null`);
  await run(sql`create index newsletters_listed on newsletters (created_at, id)`);
  await run(sql`create index newsletters_archive on newsletters (started_at, id) where is_public = 1`);
  await run(sql`create index newsletters_due on newsletters (state, send_at)`);
}

/** What was kept of a subscription before: its first moment is that of the consent. */
async function addSubscriberColumns(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const moments = ["consented_at", "confirmed_at", "ended_at"];
  const words = ["confirmed_by", "ended_by", "ended_why", "status_before"];
  for (const name of [...moments, "leave_key", "confirm_key"])
    await sql`alter table subscribers add column ${sql.ref(name)} ${key}`.execute(query);
  for (const name of words)
    await sql`alter table subscribers add column ${sql.ref(name)} text not null default ''`.execute(query);
  await sql`alter table subscribers add column bounces integer not null default 0`.execute(query);
  await fillSubscribers(query);
  await sql`create unique index subscribers_leave on subscribers (leave_key)`.execute(query);
  await sql`create unique index subscribers_confirm on subscribers (confirm_key)`.execute(query);
  await sql`create index subscribers_newest on subscribers (created_at, id)`.execute(query);
  await sql`create index subscribers_listed on subscribers (status, created_at, id)`.execute(query);
  await sql`create index subscribers_readers on subscribers (id) where status = 'confirmed'`.execute(query);
}

async function fillSubscribers(query: Kysely<Schema>): Promise<void> {
  const rows = await query
    .selectFrom("subscribers")
    .select(["id", "status", "created_at", "updated_at"])
    .execute();
  // Columns as they are after this step.
  const tables = query as unknown as Kysely<{ subscribers: Record<string, unknown> }>;
  for (const { id, status, created_at, updated_at } of rows)
    await tables
      .updateTable("subscribers")
      .set({
        consented_at: created_at,
        leave_key: newLinkKey(),
        confirm_key: newLinkKey(),
        ...(status === "confirmed" ? { confirmed_at: updated_at, confirmed_by: "account" } : {}),
        ...(status === "unsubscribed" ? { ended_at: updated_at, ended_by: "account" } : {}),
      })
      .where("id", "=", id)
      .execute();
}
