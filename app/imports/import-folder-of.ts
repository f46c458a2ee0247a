import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Where the files of an import wait on the machine that took them in. */
export function importFolderOf(dataDir: string, id: string): string {
  return join(dataDir, "imports", id);
}

export function removeImportFolder(dataDir: string, id: string): void {
  rmSync(importFolderOf(dataDir, id), { recursive: true, force: true });
}

/** What was sent in part, and what nobody came back to. */
const oldMs = 7 * 86_400_000;

export function removeOldImportFolders(dataDir: string, keep: string | null): void {
  const folder = join(dataDir, "imports");
  if (!statSync(folder, { throwIfNoEntry: false })) return;
  for (const name of readdirSync(folder)) {
    const about = statSync(join(folder, name), { throwIfNoEntry: false });
    if (name !== keep && about && about.mtimeMs < Date.now() - oldMs) removeImportFolder(dataDir, name);
  }
}
