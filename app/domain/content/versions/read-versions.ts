import {
  type CategoryRedirects,
  followCategoryRedirects,
  readCategoryRedirects,
} from "#app/domain/content/categories/categories.ts";
import { type EntryRow, presentForStaff, type StaffEntry } from "#app/domain/content/entry.ts";
import { type Kind, readStoredData } from "#app/domain/content/kind.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Entry as staff see it, in its newest or the given version; throws a DomainError if missing. */
export async function readEntry<K extends Kind>(
  db: Database,
  kind: K,
  id: string,
  number?: number,
): Promise<StaffEntry<K>> {
  const row = await readRow(db, kind, id, { inTrash: true });
  const version = await readVersion(db, kind, id, number ?? row.latest_version);
  return presentForStaff(kind, row, version);
}

/**
 * Reads one version of an entry; throws a DomainError for an unknown number. @param categoryRedirects read here when
 * omitted
 */
export async function readVersion<K extends Kind>(
  db: Database,
  kind: K,
  id: string,
  number: number,
  categoryRedirects?: CategoryRedirects,
) {
  const row = await db.query
    .selectFrom("entry_versions")
    .selectAll()
    .where("entry_id", "=", id)
    .where("number", "=", number)
    .executeTakeFirst();
  if (!row)
    throw new DomainError("missing", `This ${kind.label.one.toLowerCase()} has no version ${number}.`);
  const redirects = categoryRedirects ?? (await readCategoryRedirects(db));
  return { ...row, data: followCategoryRedirects(kind, readStoredData(kind, row.data), redirects) };
}

/** Stored versions of an entry, newest first. */
export function listVersions(db: Database, id: string) {
  return db.query
    .selectFrom("entry_versions")
    .select(["number", "author_id", "note", "is_autosave", "created_at"])
    .where("entry_id", "=", id)
    .orderBy("number", "desc")
    .execute();
}

/** Row of an entry, independent of versions; throws a DomainError if missing. */
export async function readRow(
  db: Database,
  kind: Kind,
  id: string,
  options: { inTrash?: boolean } = {},
): Promise<EntryRow> {
  const row = await db.query
    .selectFrom("entries")
    .selectAll()
    .where("id", "=", id)
    .where("kind", "=", kind.name)
    .executeTakeFirst();
  if (!row || (row.deleted_at !== null && !options.inTrash)) throw noSuchEntry(kind);
  return row;
}

export function noSuchEntry(kind: Kind): DomainError {
  return new DomainError("missing", `There is no such ${kind.label.one.toLowerCase()}.`);
}

/** Version in the history of an entry. */
export interface PastVersion {
  number: number;
  /** Id of its author. */
  by: string | null;
  at: string;
  note: string;
  isAutosave: boolean;
}

/** Page of an entry's versions, newest first. @param before only versions older than this number */
export async function listHistory(
  db: Database,
  entryId: string,
  { before, limit = 50 }: { before?: number | undefined; limit?: number } = {},
): Promise<{ versions: PastVersion[]; next: number | null }> {
  const all = db.query
    .selectFrom("entry_versions")
    .select(["number", "author_id as by", "created_at as at", "note", "is_autosave"])
    .where("entry_id", "=", entryId)
    .orderBy("number", "desc")
    .limit(limit + 1);
  const rows = await (before === undefined ? all : all.where("number", "<", before)).execute();
  const versions = rows
    .slice(0, limit)
    .map(({ is_autosave, ...row }) => ({ ...row, isAutosave: is_autosave === 1 }));
  return { versions, next: rows.length > limit ? (versions.at(-1)?.number ?? null) : null };
}
