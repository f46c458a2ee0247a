import type { Database } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { followCategoryRedirects, readCategoryRedirects } from "../categories/category-redirects.ts";
import { type EntryRow, presentForStaff, type StaffEntry } from "../entry.ts";
import type { DataOf, Kind } from "../kind.ts";

/** An entry as staff see it, in its newest version or the one asked for; throws a DomainError when there is none. */
export async function readEntry<K extends Kind>(
  db: Database,
  kind: K,
  id: string,
  number?: number,
): Promise<StaffEntry<K>> {
  const row = await readRow(db, kind, id, { inTrash: true });
  const version = await readVersion(db, kind, id, number ?? row.latest_version);
  return presentForStaff(kind, row, version.data, version.number);
}

/** What was kept as one version of an entry; throws a DomainError when there is none. */
export async function readVersion<K extends Kind>(db: Database, kind: K, id: string, number: number) {
  const row = await db.query
    .selectFrom("entry_versions")
    .selectAll()
    .where("entry_id", "=", id)
    .where("number", "=", number)
    .executeTakeFirst();
  if (!row)
    throw new DomainError("missing", `This ${kind.label.one.toLowerCase()} has no version ${number}.`);
  // Only data that passed the kind's schema is ever stored.
  return {
    ...row,
    data: followCategoryRedirects(kind, JSON.parse(row.data) as DataOf<K>, await readCategoryRedirects(db)),
  };
}

/** Every version kept of an entry, newest first. */
export function listVersions(db: Database, id: string) {
  return db.query
    .selectFrom("entry_versions")
    .select(["number", "author_id", "note", "is_autosave", "created_at"])
    .where("entry_id", "=", id)
    .orderBy("number", "desc")
    .execute();
}

/** What holds for an entry in all its versions; throws a DomainError when there is none. */
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
  if (!row || (row.deleted_at !== null && !options.inTrash))
    throw new DomainError("missing", `There is no such ${kind.label.one.toLowerCase()}.`);
  return row;
}
