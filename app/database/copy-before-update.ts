import { mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { forceToDisk } from "#app/platform/force-to-disk.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";

/** So many copies are kept, and none for longer: people who were erased since are still in them. */
const copiesKept = 3;
export const copiesKeptMs = 30 * 86_400_000;

/** Where the copies of a data folder are. */
export function backupsFolder(dataDir: string): string {
  return join(dataDir, "backups");
}

/**
 * Copies the embedded database before its tables change; answers a line about it. Throws a `WrongSetting` when there is no
 * room for it.
 * @param copyInto writes the copy to a path
 */
export async function copyBeforeUpdate(
  copyInto: (path: string) => Promise<void>,
  { folder, firstStep, bytes }: { folder: string; firstStep: string; bytes: number },
): Promise<string> {
  mkdirSync(folder, {
    recursive: true,
    mode: 0o700,
  });
  removeDrafts(folder);
  requireRoom(folder, bytes);
  const moment = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const path = join(folder, `before-${firstStep}-${moment}.sqlite`);
  const draft = `${path}.draft`;
  await copyInto(draft);
  forceToDisk(draft);
  renameSync(draft, path);
  forceToDisk(folder);
  removeOldCopies(folder, new Date());
  return `before the update the database was copied to ${path}`;
}

/** Removes all copies but the newest few, and those of more than 30 days. */
export function removeOldCopies(folder: string, now: Date): void {
  const copies = readCopies(folder).toSorted((a, b) => b.changedAt - a.changedAt);
  const old = copies.filter(
    ({ changedAt }, at) => at >= copiesKept || changedAt < now.getTime() - copiesKeptMs,
  );
  for (const { path } of old) rmSync(path, { force: true });
}

/** What a copy that was killed has left; the folder is this process's alone. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder))
    if (/^before-.*\.sqlite\.draft(-journal)?$/.test(name)) rmSync(join(folder, name), { force: true });
}

function readCopies(folder: string): { path: string; changedAt: number }[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter((name) => /^before-.*\.sqlite$/.test(name))
    .map((name) => join(folder, name))
    .map((path) => ({
      path,
      changedAt: statSync(path).mtimeMs,
    }));
}

/** For the copy, and for what the update itself writes. */
function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const needed = bytes * 2 + 20_000_000;
  if (bavail * bsize >= needed) return;
  const inMegabytes = (count: number) => Math.ceil(count / 1_000_000);
  throw new WrongSetting(
    "DATA_DIR",
    `the update copies the database first and needs ${inMegabytes(needed)} MB, but there are ${inMegabytes(bavail * bsize)} MB free on the disk of ${folder}; make room, or copy the database elsewhere yourself and run "npm run migrate -- --without-copy"`,
  );
}
