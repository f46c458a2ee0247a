import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openDrafts } from "./drafts.ts";
import { checkName, type FileStore, type StoredFile } from "./store.ts";

/** Keeps files in a folder: written beside, forced to the disk, then renamed, so that no half of a file is ever seen. */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const drafts = await openDrafts(join(folder, draftsName));
  await drafts.tidy(new Date());
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
      // The folder goes with its last file.
      await rmdir(dirname(pathOf(name))).catch(() => {});
    },
    receive: drafts.receive,
    tidy: drafts.tidy,
  };
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

/** A new name is only safe once its folder has reached the disk; where folders can't be forced, nothing is lost by trying. */
async function syncFolder(path: string): Promise<void> {
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
  const kept = folders.filter((entry) => entry.isDirectory() && entry.name !== draftsName);
  const lists = await Promise.all(
    kept.map(async ({ name }) => (await readdir(join(folder, name))).map((file) => `${name}/${file}`)),
  );
  return Promise.all(
    lists.flat().map(async (name) => ({ name, changedAt: (await stat(join(folder, name))).mtime })),
  );
}

async function unlessMissing<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR"))
      return null;
    throw error;
  }
}
