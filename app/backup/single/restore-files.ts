import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import type { Database, Writing } from "#app/database/database.ts";
import { restoreFile } from "#app/files/library/change-file.ts";
import { readRevision } from "#app/files/library/file-address.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { dropFile, type StoredUpload } from "#app/files/upload/accepted-file.ts";
import { type FileNote, keepFile } from "#app/files/upload/add-file.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { type BackupSource, pickRows, type StoredRow } from "./read-backup.ts";

export interface RestoredFiles {
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
export async function restoreFiles(
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
      const file = lost.get(id) ?? describe(row, of("file_tags"), here !== undefined);
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
function describe(row: StoredRow, tags: readonly StoredRow[], isKnown: boolean): LostFile {
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
