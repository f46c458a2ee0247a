import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** What leaves by mail, kept in the transaction of its cause. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(query);
  await run(
    sql`create table outbox (id ${key} primary key, to_address text not null, to_key ${key} not null, subject text not null,
      template ${key} not null, content text not null, person_id ${key}, status ${key} not null, attempts integer not null,
      next_attempt_at ${key} not null, expires_at ${key}, last_error text not null, created_at ${key} not null,
      sent_at ${key}, claimed_until ${key})`,
  );
  await run(sql`create index outbox_due on outbox (next_attempt_at, id) where status = 'waiting'`);
  await run(sql`create index outbox_listed on outbox (status, created_at, id)`);
  await run(sql`create index outbox_person on outbox (person_id)`);
  await run(sql`create index outbox_address on outbox (to_key)`);
}
