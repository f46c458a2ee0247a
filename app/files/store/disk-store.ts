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

/** Keeps files in a folder: written beside, forced to the disk, then renamed, so that no half of a file is ever seen. */
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

/** The mark of a folder, which need not be there. */
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
  await forceFolder(dirname(path));
}

/** A folder goes with its last file. */
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

/** A new name is only safe once its folder has reached the disk; where folders can't be forced, nothing is lost by trying. */
export async function forceFolder(path: string): Promise<void> {
  let folder: FileHandle | null = null;
  try {
    folder = await open(path, "r");
    await folder.sync();
  } catch {
    // Windows opens no folders.
  } finally {
    await folder?.close();
  }
}

async function listFiles(folder: string): Promise<StoredFile[]> {
  const folders = await readdir(folder, { withFileTypes: true });
  const kept = folders.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  const lists = await Promise.all(
    kept.map(async ({ name }) => (await readdir(join(folder, name))).map((file) => `${name}/${file}`)),
  );
  // Others may keep things in the same folder.
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
