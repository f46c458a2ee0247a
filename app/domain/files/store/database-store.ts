import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Transaction } from "kysely";
import type { Database } from "#app/platform/database/database.ts";
import type { Schema } from "#app/platform/database/schema.ts";
import {
  checkName,
  type Drafts,
  type FileStore,
  isName,
  markName,
  readTrashPath,
  trashName,
  trashPath,
} from "./store.ts";

const chunkBytes = 1024 * 1024;

/** Age at which local copies are removed, which limits their number. */
const copyMs = 7 * 86_400_000;

/**
 * Stores files in the database in chunks, so that instances need to share nothing else. Caches read
 * files in `folder` on this machine and checks their date on each read.
 */
export function openDatabaseStore({ query, dialect }: Database, drafts: Drafts, folder: string): FileStore {
  const change = <Result>(work: (tx: Transaction<Schema>) => Promise<Result>) =>
    query.transaction().execute(work);

  const put = (path: string, bytes: Uint8Array) =>
    change(async (tx) => {
      await tx.deleteFrom("stored_files").where("path", "=", path).execute();
      await tx
        .insertInto("stored_files")
        .values({
          path,
          size: bytes.byteLength,
          changed_at: dialect.timestampIn(0),
        })
        .execute();
      for (let from = 0; from < bytes.byteLength; from += chunkBytes)
        await tx
          .insertInto("stored_chunks")
          .values({
            path,
            number: from / chunkBytes,
            bytes: Buffer.from(bytes.subarray(from, from + chunkBytes)),
          })
          .execute();
    });

  const move = (from: string, to: string) =>
    change(async (tx) => {
      const found = await tx
        .selectFrom("stored_files")
        .select("path")
        .where("path", "=", from)
        .executeTakeFirst();
      if (!found) return;
      await tx.deleteFrom("stored_files").where("path", "=", to).execute();
      await tx.updateTable("stored_files").set({ path: to }).where("path", "=", from).execute();
    });

  const remove = async (path: string) =>
    void (await query.deleteFrom("stored_files").where("path", "=", path).execute());

  /** Reads all chunks in one query, so that they are consistent. */
  async function readChunks(path: string): Promise<Buffer<ArrayBuffer>> {
    const rows = await query
      .selectFrom("stored_chunks")
      .select("bytes")
      .where("path", "=", path)
      .orderBy("number")
      .execute();
    return Buffer.concat(rows.map(({ bytes }) => bytes));
  }

  async function read(path: string): Promise<Buffer<ArrayBuffer> | null> {
    const found = await query
      .selectFrom("stored_files")
      .select(["size", "changed_at"])
      .where("path", "=", path)
      .executeTakeFirst();
    if (!found) return null;
    const copy = join(folder, `${path}.${Date.parse(found.changed_at)}`);
    const cached = await readFile(copy).catch(() => null);
    if (cached?.byteLength === found.size) return cached;
    const bytes = await readChunks(path);
    // The file was replaced or removed in between.
    if (bytes.byteLength !== found.size) return read(path);
    await cacheCopy(copy, drafts.newPath(), bytes);
    return bytes;
  }

  const listBelow = (prefix: string) =>
    query
      .selectFrom("stored_files")
      .select(["path", "changed_at"])
      .where("path", ">=", prefix)
      // "0" is the character after "/".
      .where("path", "<", prefix.replace(/\/$/, "0"))
      .orderBy("path")
      .execute();

  return {
    async put(name, bytes) {
      checkName(name);
      await put(name, bytes);
    },
    async read(name) {
      checkName(name);
      return read(name);
    },
    async list() {
      const rows = await query.selectFrom("stored_files").select(["path", "changed_at"]).execute();
      return rows
        .filter(({ path }) => isName(path))
        .map(({ path, changed_at }) => ({ name: path, changedAt: new Date(changed_at) }));
    },
    async listOf(id) {
      checkName(`${id}/any.file`);
      return (await listBelow(`${id}/`)).map(({ path }) => path);
    },
    async remove(name) {
      checkName(name);
      await remove(name);
    },
    async discard(name, day) {
      checkName(name);
      await move(
        name,
        trashPath({
          name,
          day,
        }),
      );
    },
    listTrash: async () =>
      (await listBelow(`${trashName}/`)).flatMap(({ path }) => readTrashPath(path) ?? []),
    bringBack: (file) => move(trashPath(file), file.name),
    purge: (file) => remove(trashPath(file)),
    readMark: async () => (await read(markName))?.toString("utf8") ?? null,
    writeMark: (text) => put(markName, Buffer.from(text)),
    receive: drafts.receive,
    async removeStale(now) {
      await drafts.removeStale(now);
      await removeStaleCopies(folder, now);
    },
  };
}

/** Ignores errors, because the database has the file. */
async function cacheCopy(path: string, draft: string, bytes: Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, bytes, { mode: 0o640 });
    await rename(draft, path);
  } catch {
    await rm(draft, { force: true });
  }
}

async function removeStaleCopies(folder: string, now: Date): Promise<void> {
  const paths = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of paths) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && found.mtimeMs < now.getTime() - copyMs) await rm(path, { force: true });
  }
}
