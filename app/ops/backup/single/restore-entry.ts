import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { type DataOf, type Kind, readStoredData } from "#app/domain/content/kind.ts";
import { findKind, kinds } from "#app/domain/content/kinds.ts";
import { linksOf } from "#app/domain/content/links/links.ts";
import { restoreFormerAddresses } from "#app/domain/content/urls/entry-urls.ts";
import { type NewRedirect, restoreRedirects } from "#app/domain/content/urls/resolve-urls.ts";
import { slugKey } from "#app/domain/content/urls/slug.ts";
import { createEntry, createUnderFreeTitle } from "#app/domain/content/versions/create-entry.ts";
import { lockEntry } from "#app/domain/content/versions/open-entry.ts";
import { saveVersion } from "#app/domain/content/versions/save-entry.ts";
import { restoreFile } from "#app/domain/files/library/change-file.ts";
import { readRevision } from "#app/domain/files/library/file-address.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { removeStoredUpload, type StoredUpload } from "#app/domain/files/upload/accepted-file.ts";
import { type FileNote, insertFile } from "#app/domain/files/upload/upload.ts";
import { DomainError, PlainError } from "#app/lib/errors/domain-error.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { type BackupSource, pickRows, type StoredRow } from "./read-backup.ts";

export interface EntryRestore extends ActionContext {
  /** "KIND/SLUG", "KIND/ID" or an id. */
  entry: string;
  /** Restores a copy next to the existing entry, under a free title. */
  asCopy: boolean;
}

export interface RestoredEntry {
  kind: Kind;
  id: string;
  title: string;
  files: number;
  /**
   * Former addresses in the backup: how many redirect to the entry again, and how many now lead
   * elsewhere.
   */
  addresses: { back: number; taken: number };
}

/**
 * Restores one entry as a draft, with its public and newer version, files and former addresses; a
 * copy gets a new identity. Throws a `PlainError` with a hint if it exists, its address is taken,
 * or a referenced entry is missing.
 */
export async function restoreEntry(
  db: Database,
  store: FileStore,
  source: BackupSource,
  { entry, asCopy, actor, now }: EntryRestore,
): Promise<RestoredEntry> {
  const { row, kind, takenAt } = await findEntry(source, entry);
  const id = String(row.id);
  if (!asCopy) await refuseExisting(db, kind, id);
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
      await lockEntry(tx, id);
      if (!asCopy) await refuseExisting(tx, kind, id);
      const count = await files.save(tx, { actor, now });
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
      const { title } = asCopy || !newer ? made.row : newer;
      if (newer) await saveVersion(tx, made, 1, { ...newer, title }, save);
      await restoreOrigin(tx, made.id, row, asCopy);
      const back =
        (await restoreFormerAddresses(tx, kind, made.id, former.slugKeys)) +
        (await restoreRedirects(tx, made.id, former.redirects, now));
      const takenCount = former.slugKeys.length + former.redirects.length - back;
      await recordAudit(tx, actor, "backup.restore-entry", made.id, takenAt);
      return {
        kind,
        id: made.id,
        title: made.row.title,
        files: count,
        addresses: { back, taken: takenCount },
      };
    });
  } catch (error) {
    await files.discard();
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
  // Trashed entries may have had the address before.
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

/** Reads the public version, then the newer one. */
async function readVersions(source: BackupSource, kind: Kind, entry: StoredRow): Promise<DataOf<Kind>[]> {
  const { live_version, latest_version } = entry;
  const { of } = await pickRows(source, {
    entry_versions: ({ entry_id, number }) =>
      entry_id === entry.id && (number === live_version || number === latest_version),
  });
  return of("entry_versions").map(({ data }) => readStoredData(kind, String(data)));
}

interface FormerAddresses {
  /** Relative to the path of its kind. */
  slugKeys: string[];
  /** Addresses of a former site. */
  redirects: Pick<NewRedirect, "from" | "site">[];
}

const noAddresses: FormerAddresses = { slugKeys: [], redirects: [] };

/** Reads addresses other than the one its first version gets. */
async function readFormerAddresses(source: BackupSource, { id }: StoredRow): Promise<FormerAddresses> {
  const { of } = await pickRows(source, {
    former_slugs: (row) => row.entry_id === id,
    redirects: (row) => row.to_entry === id,
  });
  return {
    slugKeys: of("former_slugs").map(({ slug_key }) => String(slug_key)),
    redirects: of("redirects").map(({ from_path, from_site }) => ({
      from: String(from_path),
      site: from_site == null ? null : String(from_site),
    })),
  };
}

/**
 * Restores the language and, unless `asCopy`, the unique first publication, feed id and translation
 * group.
 */
async function restoreOrigin({ query }: Writing, id: string, row: StoredRow, asCopy: boolean): Promise<void> {
  const columns = asCopy
    ? (["language"] as const)
    : (["language", "published_at", "guid", "translation_group"] as const);
  const found = columns.flatMap((name) => (row[name] == null ? [] : [[name, String(row[name])] as const]));
  if (found.length === 0) return;
  await query.updateTable("entries").set(Object.fromEntries(found)).where("id", "=", id).execute();
}

async function refuseExisting({ query }: Database, kind: Kind, id: string): Promise<void> {
  const existing = await query
    .selectFrom("entries")
    .select(["title", "deleted_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!existing) return;
  const one = kind.label.one.toLowerCase();
  const where = existing.deleted_at === null ? "exists" : "is in the trash, where it can be restored";
  throw new PlainError(
    `The ${one} “${existing.title}” (${id}) ${where}, and is not overwritten. Its former versions are in its history; add "--as-copy" to restore it as a second draft.`,
  );
}

async function refuseLinks({ query }: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await query.selectFrom("entries").select("id").where("id", "in", ids).execute();
  const existing = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !existing.has(id));
  if (missing.length > 0)
    throw new PlainError(
      `It refers to missing entries; restore those first: ${missing.map((id) => `--entry ${id}`).join(", ")}.`,
    );
}

/** Adds the field errors that a form would show. */
function describe(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  const fields = Object.entries(error.fields).map(([field, sentence]) => `${field}: ${sentence}`);
  const isTitleTaken = "title" in error.fields;
  const hint = isTitleTaken ? ' Add "--as-copy" to restore it under a free title.' : "";
  return new PlainError(`${[error.message, ...fields].join(" ")}.${hint}`, { cause: error });
}

interface RestoredFiles {
  /** Adds missing files to the library and restores trashed ones; returns their number. */
  save(tx: Writing, actionContext: ActionContext): Promise<number>;
  /** Removes the stored bytes if the restore failed. */
  discard(): Promise<void>;
}

interface LostFile {
  stored: StoredUpload;
  note: Omit<FileNote, "actor" | "now">;
  /** Whether the library has its row but not its bytes. */
  isKnown: boolean;
}

/**
 * Stores the bytes of missing files before the transaction, because that is slow. Throws a
 * `PlainError` if the backup lacks one of them.
 */
async function restoreFiles(
  db: Database,
  store: FileStore,
  source: BackupSource,
  ids: readonly string[],
): Promise<RestoredFiles> {
  const known = await readKnown(db, ids);
  const wanted: string[] = [];
  for (const id of ids) if (!known.has(id) || !(await hasBytes(store, id))) wanted.push(id);
  const lost = new Map<string, LostFile>();
  const discard = async () => {
    for (const { stored } of lost.values()) await removeStoredUpload(store, stored);
  };
  if (wanted.length > 0)
    try {
      await storeBytes(store, source, { wanted, known, lost });
    } catch (error) {
      await discard();
      throw error;
    }
  return {
    discard,
    async save(tx, actionContext) {
      const entered = [...lost.values()].filter(({ isKnown }) => !isKnown);
      for (const { stored, note } of entered) {
        await insertFile(tx, stored, { ...note, ...actionContext });
        await recordAudit(tx, actionContext.actor, "file.add", stored.id, note.name);
      }
      const inTrash = [...known].filter(([, { isInTrash }]) => isInTrash);
      for (const [id] of inTrash) await restoreFile(tx, id, actionContext);
      return lost.size + inTrash.length;
    },
  };
}

interface KnownFile {
  revision: number;
  isInTrash: boolean;
}

async function readKnown({ query }: Database, ids: readonly string[]): Promise<Map<string, KnownFile>> {
  if (ids.length === 0) return new Map();
  const rows = await query
    .selectFrom("files")
    .select(["id", "revision", "deleted_at"])
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, revision, deleted_at }) => [id, { revision, isInTrash: deleted_at !== null }]),
  );
}

async function hasBytes(store: FileStore, id: string): Promise<boolean> {
  return (await store.listOf(id)).length > 0;
}

interface FileSearch {
  wanted: readonly string[];
  known: Map<string, KnownFile>;
  lost: Map<string, LostFile>;
}

async function storeBytes(
  store: FileStore,
  source: BackupSource,
  { wanted, known, lost }: FileSearch,
): Promise<void> {
  const sizes = new Map<string, number>();
  const picked = await pickRows(
    source,
    {
      files: ({ id }) => wanted.includes(String(id)),
      file_tags: ({ file_id }) => wanted.includes(String(file_id)),
    },
    async (name, bytes, { of }) => {
      const id = name.slice(0, name.indexOf("/"));
      const row = of("files").find((one) => one.id === id);
      if (!row || readRevision(name.slice(id.length + 1)).revision !== row.revision) return;
      const here = known.get(id);
      if (here && here.revision !== row.revision) return;
      const file = lost.get(id) ?? fileOf(row, of("file_tags"), here !== undefined);
      lost.set(id, file);
      file.stored.storedNames.push(name);
      await store.put(name, bytes);
      sizes.set(id, (sizes.get(id) ?? 0) + bytes.byteLength);
    },
  );
  for (const id of wanted) {
    const file = lost.get(id);
    if (file && sizes.get(id) === file.stored.bytes) continue;
    const name = picked.of("files").find((row) => row.id === id)?.name ?? id;
    throw new PlainError(`It shows the file “${name}”, which is missing here and incomplete in this backup.`);
  }
}

/** Makes a file from its backed-up row. */
function fileOf(row: StoredRow, tags: readonly StoredRow[], isKnown: boolean): LostFile {
  return {
    isKnown,
    stored: {
      id: String(row.id),
      revision: Number(row.revision),
      type: row.type === "application/pdf" ? "application/pdf" : "image/webp",
      width: Number(row.width),
      height: Number(row.height),
      placeholder: String(row.placeholder),
      pages: row.pages === null ? null : Number(row.pages),
      bytes: Number(row.bytes),
      storedNames: [],
    },
    note: {
      name: String(row.name),
      alt: String(row.alt),
      focal: [Number(row.focal_x), Number(row.focal_y)],
      tags: tags.filter(({ file_id }) => file_id === row.id).map(({ tag }) => String(tag)),
    },
  };
}
