import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import {
  checkName,
  type FileStore,
  isName,
  markName,
  openDrafts,
  readTrashPath,
  type StoredFile,
  type TrashedFile,
  trashName,
  trashPath,
} from "./store.ts";

/**
 * Stores files in a folder: writes a draft, syncs it, then renames it, so that no partial file is
 * visible.
 */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const drafts = await openDrafts(join(folder, draftsName));
  await drafts.removeStale(new Date());
  const pathOf = (name: string) => {
    checkName(name);
    return join(folder, name);
  };
  return {
    put: (name, bytes) => putFile(pathOf(name), drafts.newPath(), bytes),
    read: (name) => unlessMissing(readFile(pathOf(name))),
    list: () => listFiles(folder),
    async listOf(id) {
      checkName(`${id}/any.file`);
      const names = (await unlessMissing(readdir(join(folder, id)))) ?? [];
      return names.map((name) => `${id}/${name}`);
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
      await removeEmpty(dirname(pathOf(name)));
    },
    async discard(name, day) {
      await move(
        pathOf(name),
        join(
          folder,
          trashPath({
            name,
            day,
          }),
        ),
      );
    },
    listTrash: () => listTrash(folder),
    async bringBack(file) {
      const from = join(folder, trashPath(file));
      await move(from, pathOf(file.name));
      await removeEmpty(dirname(dirname(from)));
    },
    async purge(file) {
      const path = join(folder, trashPath(file));
      await rm(path, { force: true });
      await removeEmpty(dirname(path));
      await removeEmpty(dirname(dirname(path)));
    },
    readMark: () => readDiskMark(folder),
    writeMark: (text) => putFile(join(folder, markName), drafts.newPath(), Buffer.from(text)),
    receive: drafts.receive,
    removeStale: drafts.removeStale,
  };
}

/** The ownership mark of a folder; null without one. */
export function readDiskMark(folder: string): Promise<string | null> {
  return unlessMissing(readFile(join(folder, markName), "utf8"));
}

const draftsName = ".drafts";

async function putFile(path: string, draft: string, bytes: Uint8Array): Promise<void> {
  try {
    await using file = await open(draft, "wx", 0o640);
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await mkdir(dirname(path), { recursive: true });
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Removes a folder if it is empty. */
async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => {});
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await unlessMissing(rename(from, to));
  await removeEmpty(dirname(from));
  await removeEmpty(dirname(to));
}

async function listTrash(folder: string): Promise<TrashedFile[]> {
  const found = await unlessMissing(readdir(join(folder, trashName), { recursive: true }));
  return (found ?? []).flatMap((path) => readTrashPath([trashName, ...path.split(sep)].join("/")) ?? []);
}

/** Syncs a folder, which makes new names durable; ignored where unsupported. */
export async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | null = null;
  try {
    folder = await open(path, "r");
    await folder.sync();
  } catch {
    // Windows cannot open folders.
  } finally {
    await folder?.close();
  }
}

async function listFiles(folder: string): Promise<StoredFile[]> {
  const folders = await readdir(folder, { withFileTypes: true });
  const fileFolders = folders.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  const lists = await Promise.all(
    fileFolders.map(async ({ name }) => (await readdir(join(folder, name))).map((file) => `${name}/${file}`)),
  );
  // Other programs may use the same folder.
  const names = lists.flat().filter(isName);
  const found = await Promise.all(
    names.map(async (name) => {
      const about = await unlessMissing(stat(join(folder, name)));
      return about && { name, changedAt: about.mtime };
    }),
  );
  return found.filter((file) => file !== null);
}

async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR"))
      return null;
    throw error;
  }
}
