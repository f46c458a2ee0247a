import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { forceFolder } from "#app/files/store/disk-store.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { type BackupStore, draftMs, type StoredBackup } from "./backup-store.ts";

/** Keeps backups in a folder, for this user's eyes alone: written beside, forced to the disk, then renamed. */
export function openBackupFolder(folder: string, isOurs: (name: string) => boolean): BackupStore {
  const pathOf = (name: string) => {
    if (!isOurs(name)) throw new PlainError(`There is no backup ${name} in ${folder}.`);
    return join(folder, name);
  };
  return {
    place: folder,
    async write(name) {
      await mkdir(folder, {
        recursive: true,
        mode: 0o700,
      });
      const path = pathOf(name);
      const draft = `${path}${draftEnding}`;
      const file = await open(draft, "wx", 0o600);
      let bytes = 0;
      return {
        async append(chunk) {
          await file.writeFile(chunk);
          bytes += chunk.byteLength;
        },
        async finish() {
          await file.sync();
          await file.close();
          await rename(draft, path);
          await forceFolder(folder);
          return bytes;
        },
        async abandon() {
          await file.close();
          await rm(draft, { force: true });
        },
      };
    },
    read: (name) => readBackupFile(pathOf(name)),
    list: () => listFolder(folder, isOurs),
    remove: (name) => rm(pathOf(name), { force: true }),
    async tidy(now) {
      for (const name of await namesIn(folder)) {
        if (!name.endsWith(draftEnding) || !isOurs(name.slice(0, -draftEnding.length))) continue;
        const found = await stat(join(folder, name)).catch(() => null);
        if (found && found.mtimeMs < now.getTime() - draftMs) await rm(join(folder, name), { force: true });
      }
    },
  };
}

const draftEnding = ".draft";

/** Any file that is said to be a backup. Throws a `PlainError` when it can't be read. */
export async function* readBackupFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 1 << 18 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT") throw new PlainError(`There is no file ${path}.`);
    throw error;
  }
}

async function listFolder(folder: string, isOurs: (name: string) => boolean): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for (const name of await namesIn(folder)) {
    if (!isOurs(name)) continue;
    const about = await stat(join(folder, name)).catch(() => null);
    if (about)
      found.push({
        name,
        bytes: about.size,
      });
  }
  return found.toSorted((a, b) => (a.name < b.name ? 1 : -1));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
