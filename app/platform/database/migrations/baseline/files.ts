import type { Engine } from "#app/platform/database/engines/engine.ts";

/** Pictures and documents, and their bytes where files are stored in the database. */
export function filesTables({ dialect: { name, keyType: key } }: Engine): string[] {
  const bytes = name === "postgres" ? "bytea" : "blob";
  return [
    `create table files (
      id ${key} primary key,
      name text not null,
      type ${key} not null,
      width integer not null,
      height integer not null,
      bytes integer not null,
      alt text not null,
      focal_x double precision not null,
      focal_y double precision not null,
      placeholder text not null,
      created_at ${key} not null,
      created_by ${key},
      name_key ${key} not null default '',
      search text not null default '',
      pages integer,
      version integer not null default 1,
      revision integer not null default 1,
      last_revision integer not null default 1,
      previous text,
      updated_at ${key} not null default '',
      deleted_at ${key},
      idempotency_key ${key},
      fingerprint ${key},
      content_hash ${key}
    )`,
    "create index files_named on files (name_key, id)",
    "create index files_newest on files (created_at, id)",
    "create index files_sized on files (bytes, id)",
    "create index files_content on files (content_hash) where content_hash is not null",
    "create unique index files_upload on files (idempotency_key) where idempotency_key is not null",
    `create table file_tags (
      file_id ${key} not null references files(id) on delete cascade,
      tag text not null,
      tag_key ${key} not null,
      primary key (file_id, tag_key)
    )`,
    "create index file_tags_tag on file_tags (tag_key, file_id)",
    `create table stored_files (
      path ${key} primary key,
      size integer not null,
      changed_at ${key} not null
    )`,
    `create table stored_chunks (
      path ${key} not null references stored_files(path) on delete cascade on update cascade,
      number integer not null,
      bytes ${bytes} not null,
      primary key (path, number)
    )`,
  ];
}
