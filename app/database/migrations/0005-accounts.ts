import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** People, their ways in, what is open for them, and what waits for a proof. Secrets are kept as hashes or encrypted. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(query);
  const owned = sql`user_id ${key} not null references users(id) on delete cascade`;
  await run(sql`create table users (
    id ${key} primary key, name text not null, email text not null, email_key ${key} not null unique, email_verified integer not null,
    image text, phone text not null default '', role ${key} not null default 'member', role_since ${key} not null,
    banned integer not null default 0, created_at ${key} not null, updated_at ${key} not null, deletes_at ${key})`);
  await run(sql`create index users_leaving on users (deletes_at) where deletes_at is not null`);
  await run(sql`create index users_staff on users (role) where role <> 'member'`);
  await run(sql`create table identities (
    id ${key} primary key, ${owned}, provider_id ${key} not null, account_id ${key} not null, password text, email text not null default '',
    created_at ${key} not null, updated_at ${key} not null)`);
  await run(sql`create unique index identities_account on identities (provider_id, account_id)`);
  await run(sql`create unique index identities_person on identities (user_id, provider_id)`);
  await run(sql`create table sessions (
    id ${key} primary key, ${owned}, token ${key} not null unique, expires_at ${key} not null, created_at ${key} not null, updated_at ${key} not null,
    ip_address text default '', user_agent text default '', fresh_at ${key} not null default '', method ${key} not null default '')`);
  await run(sql`create index sessions_person on sessions (user_id)`);
  await run(sql`create index sessions_ending on sessions (expires_at)`);
  await run(sql`create table verifications (
    id ${key} primary key, identifier ${key} not null, value text not null, expires_at ${key} not null, created_at ${key} not null, updated_at ${key} not null)`);
  await run(sql`create index verifications_identifier on verifications (identifier)`);
  await run(sql`create table passkeys (
    id ${key} primary key, ${owned}, name text, public_key text not null, credential_id ${key} not null unique, counter double precision not null,
    device_type text not null, backed_up integer not null, transports text, aaguid text, created_at ${key}, last_used_at ${key})`);
  await run(sql`create index passkeys_person on passkeys (user_id)`);
  await run(sql`create table second_steps (
    user_id ${key} primary key references users(id) on delete cascade, secret text not null, recovery_codes text not null,
    verified integer not null, last_step integer not null, created_at ${key} not null)`);
  await run(sql`create table known_devices (
    user_id ${key} not null references users(id) on delete cascade, device ${key} not null, seen_at ${key} not null, primary key (user_id, device))`);
  await run(sql`create table registrations (
    id ${key} primary key, name text not null, email text not null, email_key ${key} not null, password text not null,
    token ${key} not null unique, browser ${key} not null, newsletter integer not null, consent_text text not null,
    created_at ${key} not null, expires_at ${key} not null)`);
  await run(sql`create index registrations_email on registrations (email_key)`);
  await run(sql`create index registrations_browser on registrations (browser)`);
  await run(sql`create table proofs (
    id ${key} primary key, user_id ${key} references users(id) on delete cascade, purpose ${key} not null, token ${key} not null unique,
    data text not null default '', attempts integer not null default 0, created_at ${key} not null, expires_at ${key} not null, used_at ${key})`);
  await run(sql`create index proofs_person on proofs (user_id, purpose)`);
  await run(sql`create index proofs_ending on proofs (expires_at)`);
  await run(sql`create table photos (
    id ${key} primary key, user_id ${key} not null unique references users(id) on delete cascade, bytes text not null, created_at ${key} not null)`);
  await run(sql`create table signing_keys (
    id ${key} primary key, public_key text not null, private_key text not null, created_at ${key} not null, expires_at ${key} not null)`);
}
