import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** Files get tags, a name to sort by, words to be found by, revisions of their bytes, and a trash; documents join the pictures. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(query);
  for (const column of [
    sql`name_key ${key} not null default ''`,
    sql`search text not null default ''`,
    sql`pages integer`,
    sql`version integer not null default 1`,
    sql`revision integer not null default 1`,
    sql`last_revision integer not null default 1`,
    sql`former text`,
    sql`updated_at ${key} not null default ''`,
    sql`deleted_at ${key}`,
    sql`upload_key ${key}`,
    sql`upload_hash ${key}`,
  ])
    await run(sql`alter table files add column ${column}`);
  await run(sql`create table file_tags (
    file_id ${key} not null references files(id) on delete cascade, tag text not null, tag_key ${key} not null,
    primary key (file_id, tag_key))`);
  await run(sql`create index file_tags_tag on file_tags (tag_key, file_id)`);
  await run(sql`create index files_newest on files (created_at, id)`);
  await run(sql`create index files_named on files (name_key, id)`);
  await run(sql`create index files_sized on files (bytes, id)`);
  await run(sql`create unique index files_upload on files (upload_key) where upload_key is not null`);
  await fillIn(query);
}

/** Of the pictures that are there already; folding case by the database would leave out most scripts. */
async function fillIn(query: Kysely<Schema>): Promise<void> {
  const rows = await query.selectFrom("files").select(["id", "name", "alt", "created_at"]).execute();
  for (const { id, name, alt, created_at } of rows) {
    const fold = (text: string) => text.normalize("NFC").toLowerCase();
    const words = fold(`${name} ${alt}`).match(/[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}\u200c\u200d]*/gu) ?? [];
    const filled = { name_key: fold(name), search: ` ${words.join(" ")}`, updated_at: created_at };
    await query.updateTable("files").set(filled).where("id", "=", id).execute();
  }
}
