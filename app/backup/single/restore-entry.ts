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
import { restoreFile } from "#app/files/library/change-file.ts";
import { readRevision } from "#app/files/library/file-address.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { dropFile, type StoredUpload } from "#app/files/upload/accepted-file.ts";
import { type FileNote, keepFile } from "#app/files/upload/upload.ts";
import { DomainError, PlainError } from "#app/platform/domain-error.ts";
import { type BackupSource, pickRows, type StoredRow } from "./read-backup.ts";

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
      await tx.locks.acquire(tx.query, `entry:${id}`);
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

interface RestoredFiles {
  /** Enters those into the library that it has no more, and takes those out of its trash that lie there; answers how many. */
  keep(tx: Writing, actionContext: ActionContext): Promise<number>;
  /** Removes the bytes again, when nothing came of it. */
  drop(): Promise<void>;
}

interface LostFile {
  stored: StoredUpload;
  note: Omit<FileNote, "actor" | "now">;
  /** The library knows it, and has lost its bytes. */
  isKnown: boolean;
}

/**
 * Stores the bytes of those files that are here no more, before a transaction begins, since that is slow. What is here stays as
 * it is. Throws a `PlainError` when one of them is not in the backup either.
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
  const drop = async () => {
    for (const { stored } of lost.values()) await dropFile(store, stored);
  };
  if (wanted.length > 0)
    try {
      await storeBytes(store, source, { wanted, known, lost });
    } catch (error) {
      await drop();
      throw error;
    }
  return {
    drop,
    async keep(tx, actionContext) {
      const entered = [...lost.values()].filter(({ isKnown }) => !isKnown);
      for (const { stored, note } of entered) {
        await keepFile(tx, stored, { ...note, ...actionContext });
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

interface Looking {
  wanted: readonly string[];
  known: Map<string, KnownFile>;
  lost: Map<string, LostFile>;
}

async function storeBytes(
  store: FileStore,
  source: BackupSource,
  { wanted, known, lost }: Looking,
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
    throw new PlainError(
      `It shows the file “${name}”, which is not here any more, and is not whole in this backup.`,
    );
  }
}

/** The columns of a row of `files`, as this product wrote them. */
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
