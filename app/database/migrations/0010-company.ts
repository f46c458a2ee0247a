import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

type Run = (statement: ReturnType<typeof sql>) => Promise<unknown>;

/** What admins look after: people and invitations, versions of the settings, redirects, lost addresses, the record of actions. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const run: Run = (statement) => statement.execute(query);
  await people(run, key);
  await run(sql`create table settings_versions (
    key ${key} not null, version integer not null, data text not null, saved_by ${key} not null, saved_at ${key} not null, primary key (key, version))`);
  await run(sql`insert into settings_versions select key, version, data,
    case when version = 1 and exists (select 1 from audit where actor = 'sample' and action = 'settings.save') then 'sample' else '' end,
    updated_at from settings where key = 'company'`);
  await redirects(run, key);
  await run(sql`create table lost_addresses (
    address_key ${key} not null, day ${key} not null, address text not null, count integer not null,
    referrer ${key} not null, last_at ${key} not null, primary key (address_key, day))`);
  await run(sql`create index lost_addresses_day on lost_addresses (day)`);
  await run(
    sql`create table ignored_addresses (address_key ${key} primary key, address text not null, created_at ${key} not null)`,
  );
  await audit(run);
}

async function people(run: Run, key: ReturnType<typeof sql.raw>): Promise<void> {
  await run(sql`alter table users add column last_seen_at ${key} not null default ''`);
  await run(
    sql`update users set last_seen_at = coalesce((select max(updated_at) from sessions where user_id = users.id), '')`,
  );
  await run(sql`create index users_joined on users (created_at, id)`);
  await run(sql`create index users_named on users (name, id)`);
  await run(sql`create index users_seen on users (last_seen_at, id)`);
  await run(sql`create table invitations (
    id ${key} primary key, name text not null, email text not null, email_key ${key} not null unique, role ${key} not null,
    token ${key} not null unique, invited_by ${key} not null references users(id) on delete cascade,
    created_at ${key} not null, sent_at ${key} not null, expires_at ${key} not null)`);
  await run(sql`create index invitations_by on invitations (invited_by)`);
}

/** A redirect gets an id to be spoken of by, and may lead to another site. */
async function redirects(run: Run, key: ReturnType<typeof sql.raw>): Promise<void> {
  await run(sql`create table redirects_now (
    id ${key} primary key, from_key ${key} not null unique, from_path text not null,
    to_entry ${key} references entries(id) on delete cascade, to_path text, to_url text, created_at ${key} not null)`);
  // Any id will do that is used once: the key itself may be 2,000 characters long.
  await run(sql`insert into redirects_now
    select 'former-' || row_number() over (order by from_key), from_key, from_path, to_entry, to_path, null, created_at from redirects`);
  await run(sql`drop table redirects`);
  await run(sql`alter table redirects_now rename to redirects`);
  await run(sql`create index redirects_listed on redirects (created_at, id)`);
  await run(sql`create index redirects_to_entry on redirects (to_entry) where to_entry is not null`);
}

async function audit(run: Run): Promise<void> {
  await run(sql`drop index audit_subject`);
  await run(sql`create index audit_listed on audit (at, id)`);
  await run(sql`create index audit_by on audit (actor, at, id)`);
  await run(sql`create index audit_what on audit (action, at, id)`);
  await run(sql`create index audit_by_what on audit (actor, action, at, id)`);
  await run(sql`create index audit_about on audit (subject, at, id)`);
}
