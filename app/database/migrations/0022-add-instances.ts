import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** What instances that share the database tell each other, and files for those that share nothing else. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const isServer = engine.dialect.name === "postgres";
  // The embedded database is one process's alone: it has nobody to tell.
  const numbers = sql.raw(
    isServer
      ? "seq bigint generated always as identity primary key, xid bigint not null default txid_current()"
      : "seq integer primary key, xid integer not null default 0",
  );
  await sql`create table changes (${numbers}, labels text not null, at ${key} not null)`.execute(query);
  await sql`create index changes_by_xid on changes (xid)`.execute(query);
  await sql`create index changes_by_time on changes (at)`.execute(query);
  await sql`create table instances (id ${key} primary key, name text not null, version text not null,
    started_at ${key} not null, seen_at ${key} not null, files text not null, files_mark text not null,
    hears text not null, lag_ms integer not null)`.execute(query);
  await sql`create table stored_files (path ${key} primary key, size integer not null, changed_at ${key} not null)`.execute(
    query,
  );
  const bytes = sql.raw(isServer ? "bytea" : "blob");
  await sql`create table stored_chunks (path ${key} not null references stored_files(path) on delete cascade on update cascade,
    number integer not null, bytes ${bytes} not null, primary key (path, number))`.execute(query);
}
