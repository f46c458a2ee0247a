import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** What visitors send, and how often they may. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(query);
  const sent = sql`source_path text not null, network ${key} not null, user_agent text not null, spam_reasons text not null,
    idempotency_key ${key} unique, fingerprint ${key} not null, consent_text text not null, created_at ${key} not null, updated_at ${key} not null`;
  const person = sql`id ${key} primary key, reference ${key} not null unique, name text not null, email text not null, phone text not null,
    status ${key} not null, referrer text not null`;
  await run(
    sql`create table messages (${person}, company text not null, service text not null, message text not null, ${sent})`,
  );
  await run(sql`create table calls (${person}, best_time text not null, topic text not null, ${sent})`);
  await run(
    sql`create table subscribers (id ${key} primary key, reference ${key} not null unique, email text not null, email_key ${key} not null unique, status ${key} not null, ${sent})`,
  );
  for (const table of ["messages", "calls"]) {
    await run(
      sql`create index ${sql.ref(`${table}_listed`)} on ${sql.table(table)} (status, created_at, id)`,
    );
    await run(sql`create index ${sql.ref(`${table}_same`)} on ${sql.table(table)} (fingerprint, created_at)`);
  }
  await run(
    sql`create table limits (rule ${key} not null, subject ${key} not null, window_start ${key} not null, count integer not null, primary key (rule, subject, window_start))`,
  );
  await run(sql`create index limits_window on limits (window_start)`);
}
