import {
  type CategoryRedirects,
  followCategoryRedirects,
  readCategoryRedirects,
} from "#app/domain/content/categories/categories.ts";
import {
  type EntryRow,
  type EntryVersion,
  presentForStaff,
  type StaffEntry,
} from "#app/domain/content/entry.ts";
import { type DataOf, type Kind, readStoredData } from "#app/domain/content/kind.ts";
import type { Writing } from "#app/platform/database/database.ts";
import { noSuchEntry, readVersion } from "./read-versions.ts";

/** Entry locked and read by this transaction. Functions that change it return its new state. */
export interface OpenEntry<K extends Kind = Kind> {
  kind: K;
  id: string;
  row: EntryRow;
  newest: EntryVersion<K>;
  /** Data of the public version; null for an unpublished entry. */
  live: DataOf<K> | null;
  categoryRedirects: CategoryRedirects;
}

/** Locks an entry until the transaction ends and reads it, also from the trash. Throws a "missing" DomainError for an unknown id. */
export async function openEntry<K extends Kind>(tx: Writing, kind: K, id: string): Promise<OpenEntry<K>> {
  const entry = await openEntryIfExists(tx, kind, id);
  if (entry === null) throw noSuchEntry(kind);
  return entry;
}

/** `openEntry` for an id that may be unused; locks it in either case. */
export async function openEntryIfExists<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
): Promise<OpenEntry<K> | null> {
  await lockEntry(tx, id);
  const found = await selectEntry(tx, kind, id);
  if (!found) return null;
  const { newest_data, newest_author, newest_created_at, newest_is_autosave, live_data, ...row } = found;
  const categoryRedirects = await readCategoryRedirects(tx);
  const parse = (data: string) =>
    followCategoryRedirects(kind, readStoredData(kind, data), categoryRedirects);
  const newest = {
    number: row.latest_version,
    data: parse(newest_data),
    author_id: newest_author,
    created_at: newest_created_at,
    is_autosave: newest_is_autosave,
  };
  const isNewestLive = row.live_version === row.latest_version;
  const live = isNewestLive ? newest.data : live_data === null ? null : parse(live_data);
  return { kind, id, row, newest, live, categoryRedirects };
}

/** Locks an entry id, so other transactions that change it wait until this one ends. */
export function lockEntry(tx: Writing, id: string): Promise<void> {
  return tx.locks.acquire(tx.query, `entry:${id}`);
}

/** Row with its newest version and, if different, its public one. */
function selectEntry({ query }: Writing, kind: Kind, id: string) {
  return query
    .selectFrom("entries")
    .innerJoin("entry_versions as newest", (join) =>
      join.onRef("newest.entry_id", "=", "entries.id").onRef("newest.number", "=", "entries.latest_version"),
    )
    .leftJoin("entry_versions as live", (join) =>
      join
        .onRef("live.entry_id", "=", "entries.id")
        .onRef("live.number", "=", "entries.live_version")
        .onRef("entries.live_version", "!=", "entries.latest_version"),
    )
    .selectAll("entries")
    .select([
      "newest.data as newest_data",
      "newest.author_id as newest_author",
      "newest.created_at as newest_created_at",
      "newest.is_autosave as newest_is_autosave",
      "live.data as live_data",
    ])
    .where("entries.id", "=", id)
    .where("entries.kind", "=", kind.name)
    .executeTakeFirst();
}

/** Throws a "missing" DomainError if the entry is in the trash. */
export function requireNotTrashed({ kind, row }: OpenEntry): void {
  if (row.deleted_at !== null) throw noSuchEntry(kind);
}

/** One version of an open entry. Throws a "missing" DomainError for an unknown number. */
export async function readVersionOf<K extends Kind>(
  tx: Writing,
  { kind, id, newest, categoryRedirects }: OpenEntry<K>,
  number: number,
): Promise<EntryVersion<K>> {
  return number === newest.number ? newest : readVersion(tx, kind, id, number, categoryRedirects);
}

/** Newest version of the open entry, for responses and screens. */
export function presentOpenEntry<K extends Kind>({ kind, row, newest }: OpenEntry<K>): StaffEntry<K> {
  return presentForStaff(kind, row, newest);
}
