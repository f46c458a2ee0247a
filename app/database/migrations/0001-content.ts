import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** Entries of every kind, their immutable versions, and what makes them findable. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(query);
  await run(sql`create table entries (
    id ${key} primary key, kind ${key} not null, slug text not null, slug_key ${key} not null, next_slug_key ${key},
    title text not null, state ${key} not null, position integer not null, sort_key ${key} not null,
    live_version integer, latest_version integer not null, publish_at ${key}, unpublish_at ${key}, published_at ${key},
    created_at ${key} not null, updated_at ${key} not null, deleted_at ${key})`);
  await run(sql`create unique index entries_slug on entries (kind, slug_key) where deleted_at is null`);
  await run(
    sql`create unique index entries_next_slug on entries (kind, next_slug_key) where deleted_at is null and next_slug_key is not null`,
  );
  await run(
    sql`create index entries_public on entries (kind, sort_key, id) where deleted_at is null and live_version is not null`,
  );
  await run(sql`create index entries_due on entries (publish_at) where publish_at is not null`);
  await run(sql`create index entries_ending on entries (unpublish_at) where unpublish_at is not null`);
  await run(sql`create index entries_listed on entries (kind, updated_at, id)`);
  await run(sql`create table entry_versions (
    entry_id ${key} not null references entries(id) on delete cascade, number integer not null,
    data text not null, card text not null, words integer not null, author_id ${key}, note text not null, is_autosave integer not null, created_at ${key} not null,
    primary key (entry_id, number))`);
  await run(sql`create table entry_links (
    from_entry ${key} not null references entries(id) on delete cascade, field ${key} not null,
    to_type ${key} not null, to_id ${key} not null, is_live integer not null, primary key (from_entry, field, to_type, to_id))`);
  await run(sql`create index entry_links_to on entry_links (to_type, to_id)`);
  await run(sql`create table entry_facets (
    kind ${key} not null, field ${key} not null, value_key ${key} not null, sort_key ${key} not null,
    entry_id ${key} not null references entries(id) on delete cascade, primary key (kind, field, value_key, sort_key, entry_id))`);
  await run(sql`create index entry_facets_entry on entry_facets (entry_id)`);
  await run(sql`create table facet_counts (
    kind ${key} not null, field ${key} not null, value_key ${key} not null, value text not null, count integer not null,
    primary key (kind, field, value_key))`);
  await run(sql`create table former_slugs (
    kind ${key} not null, slug_key ${key} not null, entry_id ${key} not null references entries(id) on delete cascade, primary key (kind, slug_key))`);
  await run(sql`create index former_slugs_entry on former_slugs (entry_id)`);
  await run(sql`create table categories (
    id ${key} primary key, taxonomy ${key} not null, name text not null, slug text not null, slug_key ${key} not null,
    summary text not null, position integer not null)`);
  await run(sql`create unique index categories_slug on categories (taxonomy, slug_key)`);
  await run(sql`create table redirects (
    from_key ${key} primary key, from_path text not null, to_entry ${key} references entries(id) on delete cascade, to_path text, created_at ${key} not null)`);
  await engine.search.entries.create(query);
}
