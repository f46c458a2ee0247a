import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** What the staff's lists find and sort by, their saved views, what can be taken back, and where categories have gone. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(query);
  await run(sql`alter table entries add column title_key ${key} not null default ''`);
  await run(sql`alter table entries add column author_id ${key}`);
  await run(sql`create table entry_title_words (
    entry_id ${key} not null references entries(id) on delete cascade, kind ${key} not null, word ${key} not null, primary key (entry_id, word))`);
  await run(sql`create index entry_title_words_kind on entry_title_words (kind, word, entry_id)`);
  await run(sql`create table views (
    id ${key} primary key, user_id ${key} not null references users(id) on delete cascade, list ${key} not null, name text not null,
    query text not null, created_at ${key} not null)`);
  await run(sql`create index views_list on views (user_id, list)`);
  await run(sql`create table undos (
    id ${key} not null, part ${key} not null, actor ${key} not null, at ${key} not null, before text not null, primary key (id, part))`);
  await run(sql`create index undos_at on undos (at)`);
  await run(sql`create table former_category_slugs (
    taxonomy ${key} not null, slug_key ${key} not null, category_id ${key} not null references categories(id) on delete cascade,
    primary key (taxonomy, slug_key))`);
  await run(sql`create index former_category_slugs_category on former_category_slugs (category_id)`);
  await run(sql`create table gone_categories (
    id ${key} primary key, taxonomy ${key} not null, to_id ${key} references categories(id) on delete set null)`);
  await run(sql`create index gone_categories_to on gone_categories (to_id)`);
  await createIndexes(query);
  await fillFromNewest(query);
}

/** One for each order of the list, alone and within one state, so that any page is read from its place on. */
async function createIndexes(query: Kysely<Schema>): Promise<void> {
  await sql`drop index entries_listed`.execute(query);
  await sql`drop index entries_placed`.execute(query);
  const create = (name: string, columns: string, where = "where deleted_at is null") =>
    sql.raw(`create index ${name} on entries (${columns}) ${where}`).execute(query);
  await create("entries_updated", "kind, updated_at, id");
  await create("entries_updated_state", "kind, state, updated_at, id");
  await create("entries_titled", "kind, title_key, id");
  await create("entries_titled_state", "kind, state, title_key, id");
  await create("entries_published", "kind, coalesce(published_at, ''), id");
  await create("entries_published_state", "kind, state, coalesce(published_at, ''), id");
  await create("entries_written", "kind, author_id, updated_at, id");
  await create("entries_placed", "kind, position, id", "");
  await create("entries_trash", "deleted_at, id", "where deleted_at is not null");
}

async function fillFromNewest(query: Kysely<Schema>): Promise<void> {
  await sql`update entries set author_id = (
    select author_id from entry_versions where entry_id = entries.id and number = latest_version)`.execute(
    query,
  );
  for (let after = ""; ; ) {
    const rows = await readNewest(query, after);
    if (rows.length === 0) return;
    for (const { id, kind, card } of rows)
      await fillTitle(query, { id, kind, title: JSON.parse(card).title });
    after = rows.at(-1)?.id ?? "";
  }
}

async function readNewest(query: Kysely<Schema>, after: string) {
  return query
    .selectFrom("entries")
    .innerJoin("entry_versions", (join) =>
      join.onRef("entry_id", "=", "entries.id").onRef("number", "=", "latest_version"),
    )
    .select(["entries.id", "entries.kind", "card"])
    .where("entries.id", ">", after)
    .orderBy("entries.id")
    .limit(500)
    .execute();
}

async function fillTitle(query: Kysely<Schema>, entry: { id: string; kind: string; title: string }) {
  const folded = entry.title.normalize("NFC").toLowerCase();
  const title_key = [...folded].slice(0, 80).join("");
  await query.updateTable("entries").set({ title_key }).where("id", "=", entry.id).execute();
  const found = folded.match(/[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}\u200c\u200d]*/gu) ?? [];
  const words = new Set(found.map((word) => word.slice(0, 60)));
  const rows = [...words].map((word) => ({ entry_id: entry.id, kind: entry.kind, word }));
  if (rows.length > 0) await query.insertInto("entry_title_words").values(rows).execute();
}
