import type { Engine } from "#app/platform/database/engines/engine.ts";

/** Entries with their versions, links, categories, redirects and undo. */
export function contentTables({ dialect: { keyType: key } }: Engine): string[] {
  return [
    `create table entries (
      id ${key} primary key,
      kind ${key} not null,
      slug text not null,
      slug_key ${key} not null,
      next_slug_key ${key},
      title_slug_key ${key},
      title text not null,
      state ${key} not null,
      position integer not null,
      sort_key ${key} not null,
      live_version integer,
      latest_version integer not null,
      publish_at ${key},
      unpublish_at ${key},
      published_at ${key},
      created_at ${key} not null,
      updated_at ${key} not null,
      deleted_at ${key},
      title_key ${key} not null default '',
      author_id ${key},
      guid text,
      language ${key},
      translation_group ${key},
      byline ${key} not null default ''
    )`,
    "create index entries_bylined on entries (kind, byline, updated_at, id) where deleted_at is null and byline <> ''",
    "create index entries_due on entries (publish_at) where publish_at is not null",
    "create index entries_ending on entries (unpublish_at) where unpublish_at is not null",
    "create unique index entries_next_slug on entries (kind, next_slug_key) where deleted_at is null and next_slug_key is not null",
    "create index entries_placed on entries (kind, position, id)",
    "create index entries_public on entries (kind, sort_key, id) where deleted_at is null and live_version is not null",
    "create index entries_published on entries (kind, coalesce(published_at, ''), id) where deleted_at is null",
    "create index entries_published_state on entries (kind, state, coalesce(published_at, ''), id) where deleted_at is null",
    "create unique index entries_slug on entries (kind, slug_key) where deleted_at is null",
    "create index entries_titled on entries (kind, title_key, id) where deleted_at is null",
    "create index entries_titled_state on entries (kind, state, title_key, id) where deleted_at is null",
    "create unique index entries_title_slug on entries (kind, title_slug_key) where deleted_at is null and title_slug_key is not null",
    "create index entries_trash on entries (deleted_at, id) where deleted_at is not null",
    "create index entries_unfinished on entries (author_id, updated_at, id) where state in ('draft', 'changed') and deleted_at is null",
    "create index entries_updated on entries (kind, updated_at, id) where deleted_at is null",
    "create index entries_updated_state on entries (kind, state, updated_at, id) where deleted_at is null",
    "create index entries_written on entries (kind, author_id, updated_at, id) where deleted_at is null",
    `create table entry_versions (
      entry_id ${key} not null references entries(id) on delete cascade,
      number integer not null,
      data text not null,
      card text not null,
      words integer not null,
      author_id ${key},
      note text not null,
      is_autosave integer not null,
      created_at ${key} not null,
      primary key (entry_id, number)
    )`,
    `create table entry_links (
      from_entry ${key} not null references entries(id) on delete cascade,
      field ${key} not null,
      to_type ${key} not null,
      to_id ${key} not null,
      is_live integer not null,
      primary key (from_entry, field, to_type, to_id)
    )`,
    "create index entry_links_uses on entry_links (to_type, to_id, from_entry)",
    `create table entry_facets (
      kind ${key} not null,
      field ${key} not null,
      value_key ${key} not null,
      sort_key ${key} not null,
      entry_id ${key} not null references entries(id) on delete cascade,
      primary key (kind, field, value_key, sort_key, entry_id)
    )`,
    "create index entry_facets_entry on entry_facets (entry_id)",
    `create table facet_counts (
      kind ${key} not null,
      field ${key} not null,
      value_key ${key} not null,
      value text not null,
      count integer not null,
      primary key (kind, field, value_key)
    )`,
    `create table entry_title_words (
      entry_id ${key} not null references entries(id) on delete cascade,
      kind ${key} not null,
      word ${key} not null,
      primary key (entry_id, word)
    )`,
    "create index entry_title_words_kind on entry_title_words (kind, word, entry_id)",
    `create table former_slugs (
      kind ${key} not null,
      slug_key ${key} not null,
      entry_id ${key} not null references entries(id) on delete cascade,
      primary key (kind, slug_key)
    )`,
    "create index former_slugs_entry on former_slugs (entry_id)",
    `create table categories (
      id ${key} primary key,
      taxonomy ${key} not null,
      name text not null,
      slug text not null,
      slug_key ${key} not null,
      summary text not null,
      position integer not null
    )`,
    "create unique index categories_slug on categories (taxonomy, slug_key)",
    `create table former_category_slugs (
      taxonomy ${key} not null,
      slug_key ${key} not null,
      category_id ${key} not null references categories(id) on delete cascade,
      primary key (taxonomy, slug_key)
    )`,
    "create index former_category_slugs_category on former_category_slugs (category_id)",
    `create table category_redirects (
      id ${key} primary key,
      taxonomy ${key} not null,
      to_id ${key} references categories(id) on delete set null
    )`,
    "create index category_redirects_to on category_redirects (to_id)",
    `create table redirects (
      id ${key} primary key,
      from_key ${key} not null unique,
      from_path text not null,
      to_entry ${key} references entries(id) on delete cascade,
      to_path text,
      to_url text,
      is_imported integer not null default 0,
      created_at ${key} not null
    )`,
    "create index redirects_newest on redirects (created_at, id)",
    "create index redirects_listed on redirects (is_imported, created_at, id)",
    "create index redirects_to_entry on redirects (to_entry) where to_entry is not null",
    `create table internal_links (
      from_entry ${key} not null references entries(id) on delete cascade,
      field ${key} not null,
      path_key ${key} not null,
      path text not null,
      is_live integer not null,
      primary key (from_entry, field, path_key)
    )`,
    "create index internal_links_path on internal_links (path_key)",
    `create table broken_links (
      path_key ${key} primary key
    )`,
    `create table entry_presence (
      entry_id ${key} not null references entries(id) on delete cascade,
      user_id ${key} not null,
      window_id ${key} not null,
      version integer not null,
      seen_at ${key} not null,
      primary key (entry_id, user_id, window_id)
    )`,
    "create index entry_presence_seen on entry_presence (seen_at)",
    `create table preview_links (
      id ${key} primary key,
      entry_id ${key} not null references entries(id) on delete cascade,
      token_hash ${key} not null unique,
      created_by ${key} not null,
      created_at ${key} not null,
      expires_at ${key} not null
    )`,
    "create index preview_links_entry on preview_links (entry_id)",
    `create table not_found_log (
      address_key ${key} not null,
      day ${key} not null,
      address text not null,
      count integer not null,
      referrer ${key} not null,
      last_at ${key} not null,
      primary key (address_key, day)
    )`,
    "create index not_found_log_day on not_found_log (day)",
    `create table ignored_addresses (
      address_key ${key} primary key,
      address text not null,
      created_at ${key} not null
    )`,
    `create table undo_snapshots (
      id ${key} not null,
      part ${key} not null,
      actor ${key} not null,
      at ${key} not null,
      before text not null,
      primary key (id, part)
    )`,
    "create index undo_snapshots_at on undo_snapshots (at)",
  ];
}
