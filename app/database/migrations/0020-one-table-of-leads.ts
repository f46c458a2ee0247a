import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

const shared = [
  "id",
  "reference",
  "name",
  "email",
  "email_key",
  "phone",
  "status",
  "assignee_id",
  "snoozed_until",
  "answered_at",
  "answer_minutes",
  "closed_at",
  "merged_into",
  "erased_at",
  "consent_text",
  "source_path",
  "referrer",
  "network",
  "user_agent",
  "spam_reasons",
  "idempotency_key",
  "fingerprint",
  "created_at",
  "updated_at",
];

/** The former tables, the kind that each held, and the columns that it had for itself. */
const formerTables = [
  {
    table: "messages",
    kind: "message",
    own: ["company", "service", "message"],
  },
  {
    table: "calls",
    kind: "call",
    own: ["best_time", "topic", "tries"],
  },
];

/**
 * Messages and call requests come into one table, each with its id, reference and dates. The former tables go at once: a copy
 * left aside would outlive the erasure of a person. Instances of the version before may run on while PostgreSQL is updated;
 * for them the former names are views of the new table until the next release takes them away (docs/decisions/0021).
 */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const isPostgres = engine.dialect.name === "postgres";
  // What other instances write waits, and is written through the views.
  if (isPostgres) await sql`lock table messages, calls in access exclusive mode`.execute(query);
  await createTable(query, engine);
  for (const { table, kind, own } of formerTables) {
    const columns = sql.join([...shared, ...own].map((name) => sql.ref(name)));
    await sql`insert into leads (kind, sort_date, ${columns})
      select ${sql.lit(kind)}, surfaced_at, ${columns} from ${sql.table(table)}`.execute(query);
  }
  await checkNumber(query);
  for (const { table } of formerTables) await sql`drop table ${sql.table(table)}`.execute(query);
  await createIndexes(query);
  if (!isPostgres) return;
  await createFormerViews(query);
  await sql`analyze leads`.execute(query);
}

async function createTable(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  await sql`create table leads (
    id ${key} primary key,
    kind ${key} not null check (kind in ('message', 'call')),
    reference ${key} not null,
    name text not null,
    email text not null,
    email_key ${key} not null,
    phone text not null,
    company text not null default '',
    service text not null default '',
    message text not null default '',
    best_time text not null default '',
    topic text not null default '',
    tries integer not null default 0,
    status ${key} not null,
    assignee_id ${key} references users(id) on delete set null,
    sort_date ${key} not null,
    snoozed_until ${key},
    answered_at ${key},
    answer_minutes integer,
    closed_at ${key},
    merged_into ${key},
    erased_at ${key},
    consent_text text not null,
    source_path text not null,
    referrer text not null,
    network ${key} not null,
    user_agent text not null,
    spam_reasons text not null,
    idempotency_key ${key},
    fingerprint ${key} not null,
    created_at ${key} not null,
    updated_at ${key} not null,
    unique (kind, reference),
    unique (kind, idempotency_key)
  )`.execute(query);
}

async function checkNumber(query: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ missing: number | string }>`select (select count(*) from messages)
    + (select count(*) from calls) - (select count(*) from leads) as missing`.execute(query);
  if (Number(rows[0]?.missing) !== 0) throw new Error("not every message and call request was carried over");
}

async function createIndexes(query: Kysely<Schema>): Promise<void> {
  const indexes = [
    sql`leads_listed on leads (kind, status, sort_date, id)`,
    sql`leads_newest on leads (kind, sort_date, id)`,
    sql`leads_received on leads (kind, created_at, id)`,
    sql`leads_service on leads (kind, service, sort_date, id)`,
    sql`leads_source on leads (kind, source_path, sort_date, id)`,
    // The person first: an account that is deleted is looked for here as well.
    sql`leads_assigned on leads (assignee_id, kind, sort_date, id)`,
    sql`leads_sender on leads (email_key, kind, created_at, id)`,
    sql`leads_same on leads (fingerprint, created_at)`,
    sql`leads_arrived on leads (created_at, status, merged_into)`,
    sql`leads_counted on leads (kind, status) where merged_into is null and erased_at is null and snoozed_until is null`,
    sql`leads_snoozed on leads (snoozed_until) where snoozed_until is not null`,
    sql`leads_snoozed_listed on leads (kind, sort_date, id) where snoozed_until is not null`,
    sql`leads_merged on leads (merged_into) where merged_into is not null`,
    sql`leads_answered on leads (kind, answered_at, answer_minutes) where answered_at is not null`,
    sql`leads_closed on leads (closed_at) where closed_at is not null and erased_at is null`,
    sql`leads_traced on leads (created_at) where network <> ''`,
  ];
  for (const index of indexes) await sql`create index ${index}`.execute(query);
}

/** PostgreSQL writes through a view of one table; the kind of what is added is the view's default. */
async function createFormerViews(query: Kysely<Schema>): Promise<void> {
  for (const { table, kind, own } of formerTables) {
    const view = sql.table(table);
    const columns = sql.join([...shared, ...own].map((name) => sql.ref(name)));
    // An additional column, under a name that the version before does not use itself.
    await sql`create view ${view} as select ${columns}, sort_date as surfaced_at, kind as lead_kind
      from leads where kind = ${sql.lit(kind)}`.execute(query);
    await sql`alter view ${view} alter column lead_kind set default ${sql.lit(kind)}`.execute(query);
  }
}
