import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** Who is told of what comes about, and what waits to be told or was. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(query);
  await run(sql`create table webhooks (
    id ${key} primary key, url text not null, events text not null, has_personal_data integer not null,
    secret text not null, created_by ${key} not null, created_at ${key} not null, disabled_at ${key},
    disabled_why text not null, delivered_at ${key})`);
  await run(sql`create table webhook_deliveries (
    id ${key} primary key, webhook_id ${key} not null references webhooks(id) on delete cascade,
    event_id ${key} not null, type ${key} not null, data text not null, happened_at ${key} not null,
    status ${key} not null, attempts integer not null, next_attempt_at ${key} not null, claimed_until ${key},
    answer_status integer, duration_ms integer, last_error text not null, created_at ${key} not null,
    finished_at ${key})`);
  await run(
    sql`create index webhook_deliveries_due on webhook_deliveries (next_attempt_at, id) where status = 'waiting'`,
  );
  await run(sql`create index webhook_deliveries_listed on webhook_deliveries (webhook_id, created_at, id)`);
  await run(sql`create index webhook_deliveries_newest on webhook_deliveries (created_at, id)`);
}
