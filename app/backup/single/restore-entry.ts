import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { type DataOf, type Kind, readStoredData } from "#app/content/kind.ts";
import { findKind, kinds } from "#app/content/kinds.ts";
import { linksOf } from "#app/content/links/links.ts";
import { restoreFormerAddresses } from "#app/content/urls/entry-urls.ts";
import { restoreRedirects } from "#app/content/urls/resolve-urls.ts";
import { slugKey } from "#app/content/urls/slug.ts";
import { createEntry, createUnderFreeTitle } from "#app/content/versions/create-entry.ts";
import { saveVersion } from "#app/content/versions/save-entry.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { DomainError, PlainError } from "#app/platform/domain-error.ts";
import { type BackupSource, pickRows, type StoredRow } from "./read-backup.ts";
import { restoreFiles } from "./restore-files.ts";

export interface EntryRestore extends ActionContext {
  /** "KIND/SLUG", "KIND/ID" or an id. */
  entry: string;
  /** As a new entry beside the one that is there, under a title whose address is free. */
  asCopy: boolean;
}

export interface RestoredEntry {
  kind: Kind;
  id: string;
  title: string;
  files: number;
  /** Of the former addresses that the backup knows, how many lead to it again, and how many lead elsewhere by now. */
  addresses: { back: number; taken: number };
}

/**
 * Gives one entry back from a backup, as a draft: what was public as its first version, and what was newer as its second. It
 * passes the same checks as one that somebody writes, and files it shows come back with it where they are gone. The day of its
 * first publication comes back too, and former addresses that are still free; a copy has neither. Throws a
 * `PlainError` that says what to do where it is there, where another has its address, and where something it points to is gone.
 */
export async function restoreEntry(
  db: Database,
  store: FileStore,
  source: BackupSource,
  { entry, asCopy, actor, now }: EntryRestore,
): Promise<RestoredEntry> {
  const { row, kind, takenAt } = await findEntry(source, entry);
  const id = String(row.id);
  if (!asCopy) await refuseThere(db, kind, id);
  const versions = await readVersions(source, kind, row);
  const links = versions.flatMap((data) => linksOf(kind, data));
  const idsOf = (type: "entry" | "file") => [
    ...new Set(links.filter((link) => link.type === type).map((link) => link.id)),
  ];
  await refuseLinks(db, idsOf("entry"));
  const former = asCopy ? noAddresses : await readFormerAddresses(source, row);
  const files = await restoreFiles(db, store, source, idsOf("file"));
  const save = { actor, now, note: `From the backup of ${takenAt}` };
  try {
    return await write(db, async (tx) => {
      await tx.engine.lock(tx.query, `entry:${id}`);
      if (!asCopy) await refuseThere(tx, kind, id);
      const count = await files.keep(tx, { actor, now });
      const [first, newer] = versions;
      if (!first) throw new PlainError("None of its versions is in this backup.");
      const made = asCopy
        ? await createUnderFreeTitle(tx, kind, first, save)
        : await createEntry(tx, kind, first, {
            ...save,
            id,
            position: Number(row.position),
            createdAt: String(row.created_at),
          });
      const title = asCopy ? made.title : newer?.title;
      if (newer) await saveVersion(tx, kind, made.id, 1, { ...newer, title }, save);
      if (!asCopy) await keepFirstPublication(tx, made.id, row);
      const back =
        (await restoreFormerAddresses(tx, kind, made.id, former.slugKeys)) +
        (await restoreRedirects(tx, made.id, former.paths, now));
      const taken = former.slugKeys.length + former.paths.length - back;
      await recordAudit(tx, actor, "backup.restore-entry", made.id, takenAt);
      return { kind, id: made.id, title: made.title, files: count, addresses: { back, taken } };
    });
  } catch (error) {
    await files.drop();
    throw describe(error);
  }
}

async function findEntry(source: BackupSource, wanted: string) {
  const cut = wanted.indexOf("/");
  const name = cut < 0 ? null : wanted.slice(0, cut);
  const kind = kinds.find((one) => one.name === name || one.plural === name);
  if (name !== null && !kind)
    throw new PlainError(
      `--entry: there is no kind ${name}; give KIND/SLUG with one of ${kinds.map((one) => one.name).join(", ")}.`,
    );
  const rest = wanted.slice(cut + 1);
  const key = slugKey(rest);
  const { header, of } = await pickRows(source, {
    entries: (row) =>
      (!kind || row.kind === kind.name) && (row.id === rest || (kind !== undefined && row.slug_key === key)),
  });
  // Several in the trash may have had the address before the one that has it.
  const [row] = of("entries").toSorted(
    (a, b) => Number(a.deleted_at !== null) - Number(b.deleted_at !== null) || compareDates(b, a),
  );
  const found = findKind(String(row?.kind));
  if (!row || !found) throw new PlainError(`There is no entry ${wanted} in this backup.`);
  return { row, kind: found, takenAt: header.takenAt };
}

function compareDates(one: StoredRow, other: StoredRow): number {
  return String(one.updated_at) < String(other.updated_at) ? -1 : 1;
}

/** What was public, then what was newer. */
async function readVersions(source: BackupSource, kind: Kind, entry: StoredRow): Promise<DataOf<Kind>[]> {
  const { live_version, latest_version } = entry;
  const { of } = await pickRows(source, {
    entry_versions: ({ entry_id, number }) =>
      entry_id === entry.id && (number === live_version || number === latest_version),
  });
  return of("entry_versions").map(({ data }) => readStoredData(kind, String(data)));
}

interface FormerAddresses {
  /** Below the path of its kind. */
  slugKeys: string[];
  /** Of a site before this one. */
  paths: string[];
}

const noAddresses: FormerAddresses = { slugKeys: [], paths: [] };

/** What the entry was known under, beside the address that its first version gives it. */
async function readFormerAddresses(source: BackupSource, { id }: StoredRow): Promise<FormerAddresses> {
  const { of } = await pickRows(source, {
    former_slugs: (row) => row.entry_id === id,
    redirects: (row) => row.to_entry === id,
  });
  return {
    slugKeys: of("former_slugs").map(({ slug_key }) => String(slug_key)),
    paths: of("redirects").map(({ from_path }) => String(from_path)),
  };
}

/** Published again, it stands under the day it was first public on. */
async function keepFirstPublication(
  { query }: Writing,
  id: string,
  { published_at }: StoredRow,
): Promise<void> {
  if (published_at === null) return;
  await query
    .updateTable("entries")
    .set({ published_at: String(published_at) })
    .where("id", "=", id)
    .execute();
}

async function refuseThere({ query }: Database, kind: Kind, id: string): Promise<void> {
  const there = await query
    .selectFrom("entries")
    .select(["title", "deleted_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!there) return;
  const one = kind.label.one.toLowerCase();
  const where = there.deleted_at === null ? "is there" : "is in the trash, where it can be restored";
  throw new PlainError(
    `The ${one} “${there.title}” (${id}) ${where}, and is not overwritten. Its former versions are in its history; add "--as-copy" to put what the backup holds beside it, as a draft.`,
  );
}

async function refuseLinks({ query }: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await query.selectFrom("entries").select("id").where("id", "in", ids).execute();
  const there = new Set(rows.map(({ id }) => id));
  const gone = ids.filter((id) => !there.has(id));
  if (gone.length > 0)
    throw new PlainError(
      `It points to entries that are not there; restore those first: ${gone.map((id) => `--entry ${id}`).join(", ")}.`,
    );
}

/** What a screen would show beside the fields. */
function describe(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  const fields = Object.entries(error.fields).map(([field, sentence]) => `${field}: ${sentence}`);
  const isTaken = "title" in error.fields;
  const hint = isTaken ? ' Add "--as-copy" to restore it under a free title.' : "";
  return new PlainError(`${[error.message, ...fields].join(" ")}.${hint}`, { cause: error });
}
