import type { Engine } from "#app/platform/database/engines/engine.ts";

/** Settings, audit, visits, and the state of backups, imports and instances. */
export function operationsTables({ dialect: { name, keyType: key } }: Engine): string[] {
  const isPostgres = name === "postgres";
  // Only PostgreSQL has other instances to notify.
  const seq = isPostgres ? "bigint generated always as identity primary key" : "integer primary key";
  const xid = isPostgres ? "bigint not null default txid_current()" : "integer not null default 0";
  return [
    `create table settings (
      key ${key} primary key,
      data text not null,
      version integer not null,
      updated_at ${key} not null
    )`,
    `create table settings_versions (
      key ${key} not null,
      version integer not null,
      data text not null,
      saved_by ${key} not null,
      saved_at ${key} not null,
      primary key (key, version)
    )`,
    `create table audit (
      id ${key} primary key,
      at ${key} not null,
      actor ${key} not null,
      action ${key} not null,
      subject text not null,
      detail text not null,
      request_id ${key} not null
    )`,
    "create index audit_about on audit (subject, at, id)",
    "create index audit_by on audit (actor, at, id)",
    "create index audit_by_what on audit (actor, action, at, id)",
    "create index audit_listed on audit (at, id)",
    "create index audit_what on audit (action, at, id)",
    `create table visits (
      day ${key} not null,
      path ${key} not null,
      views integer not null,
      visits integer not null,
      primary key (day, path)
    )`,
    `create table visit_sources (
      day ${key} not null,
      host ${key} not null,
      visits integer not null,
      primary key (day, host)
    )`,
    `create table installation (
      name ${key} primary key,
      value text not null
    )`,
    `create table leases (
      name ${key} primary key,
      holder text not null,
      token ${key} not null,
      held_since ${key} not null,
      until ${key} not null,
      done_at ${key}
    )`,
    `create table backups (
      name ${key} primary key,
      reason ${key} not null,
      state ${key} not null,
      taken_at ${key} not null,
      bytes double precision not null,
      row_count integer not null,
      file_count integer not null,
      problem text not null,
      proved_at ${key},
      restore_ms integer
    )`,
    "create index backups_taken on backups (taken_at)",
    `create table backup_increments (
      base_set ${key} primary key,
      name ${key} not null,
      taken_at ${key} not null,
      bytes double precision not null,
      base_bytes double precision not null,
      state ${key} not null,
      problem text not null,
      proved_at ${key}
    )`,
    `create table imports (
      id ${key} primary key,
      state ${key} not null,
      file_name text not null,
      bytes double precision not null,
      pictures_name text,
      pictures_bytes double precision not null,
      replaces integer not null,
      backs_up integer not null,
      created_by ${key} not null,
      created_at ${key} not null,
      updated_at ${key} not null,
      confirmed_at ${key},
      backed_up_at ${key},
      step ${key} not null,
      done integer not null,
      total integer not null,
      findings text not null,
      outcome text not null,
      problem text not null
    )`,
    "create index imports_created on imports (created_at)",
    `create table import_lines (
      import_id ${key} not null,
      number integer not null,
      part ${key} not null,
      place text not null,
      what text not null,
      reason text not null,
      primary key (import_id, number)
    )`,
    `create table changes (
      seq ${seq},
      xid ${xid},
      tags text not null,
      at ${key} not null
    )`,
    "create index changes_by_time on changes (at)",
    "create index changes_by_xid on changes (xid)",
    `create table instances (
      id ${key} primary key,
      name text not null,
      version text not null,
      started_at ${key} not null,
      seen_at ${key} not null,
      files text not null,
      files_mark text not null,
      listens_by text not null,
      lag_ms integer not null
    )`,
  ];
}
