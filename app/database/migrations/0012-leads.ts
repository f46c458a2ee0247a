import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** What staff do with what visitors sent: who answers, what was said, when it comes back, when it goes. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(query);
  for (const table of ["messages", "calls"] as const) await widen(query, engine, table);
  await run(sql`create index messages_service on messages (service, surfaced_at, id)`);
  await run(sql`alter table calls add column tries integer not null default 0`);
  await run(
    sql`create table lead_events (id ${key} primary key, lead_id ${key} not null, kind ${key} not null, actor ${key} not null,
      detail text not null, at ${key} not null)`,
  );
  await run(sql`create index lead_events_of on lead_events (lead_id, id)`);
  await run(sql`create index lead_events_at on lead_events (at, id)`);
  await run(
    sql`create table lead_notes (id ${key} primary key, lead_id ${key} not null, body text not null, author_id ${key} not null,
      created_at ${key} not null, updated_at ${key} not null, deleted_at ${key})`,
  );
  await run(sql`create index lead_notes_of on lead_notes (lead_id, id)`);
  await run(
    sql`create table lead_note_edits (id ${key} primary key, note_id ${key} not null references lead_notes(id) on delete cascade,
      body text not null, editor_id ${key} not null, at ${key} not null)`,
  );
  await run(sql`create index lead_note_edits_of on lead_note_edits (note_id, id)`);
  await run(
    sql`create table lead_replies (id ${key} primary key, lead_id ${key} not null, mail_id ${key} not null, body text not null,
      author_id ${key} not null, created_at ${key} not null, idempotency_key ${key} unique)`,
  );
  await run(sql`create index lead_replies_of on lead_replies (lead_id, id)`);
  await run(
    sql`create table reply_templates (id ${key} primary key, title text not null, body text not null, created_at ${key} not null, updated_at ${key} not null)`,
  );
  await run(
    sql`create table notices (id ${key} primary key, event ${key} not null, subject_id ${key} not null, recipient text not null,
      recipient_key ${key} not null, due_at ${key}, mail_id ${key}, created_at ${key} not null)`,
  );
  await run(sql`create unique index notices_once on notices (subject_id, event, recipient_key)`);
  await run(sql`create index notices_due on notices (due_at) where mail_id is null and due_at is not null`);
  await engine.search.leads.create(query);
}

async function widen(query: Kysely<Schema>, engine: Engine, table: "messages" | "calls"): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(query);
  const own = sql.table(table);
  const named = (suffix: string) => sql.ref(`${table}_${suffix}`);
  await run(sql`alter table ${own} add column email_key ${key} not null default ''`);
  await run(sql`alter table ${own} add column surfaced_at ${key} not null default ''`);
  await run(sql`alter table ${own} add column assignee_id ${key} references users(id) on delete set null`);
  for (const name of ["snoozed_until", "answered_at", "closed_at", "merged_into", "erased_at"])
    await run(sql`alter table ${own} add column ${sql.ref(name)} ${key}`);
  await run(sql`alter table ${own} add column answer_minutes integer`);
  await run(
    sql`update ${own} set email_key = lower(email), surfaced_at = created_at,
      closed_at = case when status in ('closed', 'spam') then updated_at end, erased_at = case when name = '' then updated_at end`,
  );
  await run(sql`drop index ${named("listed")}`);
  await run(sql`create index ${named("listed")} on ${own} (status, surfaced_at, id)`);
  await run(sql`create index ${named("newest")} on ${own} (surfaced_at, id)`);
  await run(sql`create index ${named("received")} on ${own} (created_at, id)`);
  await run(sql`create index ${named("person")} on ${own} (email_key, created_at)`);
  await run(sql`create index ${named("assigned")} on ${own} (assignee_id, surfaced_at, id)`);
  await run(
    sql`create index ${named("counted")} on ${own} (status) where merged_into is null and erased_at is null and snoozed_until is null`,
  );
  await run(sql`create index ${named("snoozed")} on ${own} (snoozed_until) where snoozed_until is not null`);
  await run(sql`create index ${named("merged")} on ${own} (merged_into) where merged_into is not null`);
  await run(
    sql`create index ${named("answered")} on ${own} (answered_at, answer_minutes) where answered_at is not null`,
  );
  await run(sql`create index ${named("source")} on ${own} (source_path, surfaced_at, id)`);
  await run(sql`create index ${named("traced")} on ${own} (created_at) where network <> ''`);
  await run(
    sql`create index ${named("closed")} on ${own} (closed_at) where closed_at is not null and erased_at is null`,
  );
}
