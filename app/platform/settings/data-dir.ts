import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isMainThread } from "node:worker_threads";
import { WrongSetting } from "./wrong-setting.ts";

/**
 * Makes the data folder, for this user's eyes alone, and takes from others what they may do with what lies in it from
 * before. Throws a `WrongSetting` when the folder can't be used.
 */
export function prepareDataDir(dataDir: string): void {
  writeForOwnerAlone();
  try {
    mkdirSync(dataDir, {
      recursive: true,
      mode: 0o700,
    });
    readdirSync(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new WrongSetting("DATA_DIR", describe(dataDir, error), { cause: error });
  }
  const names = readdirSync(dataDir).filter(isOurs);
  // A folder with other things in it, such as /tmp, is not ours to close.
  if (names.length > 0 || readdirSync(dataDir).length === 0) closeToOthers(dataDir);
  for (const name of names) closeAll(join(dataDir, name));
}

function writeForOwnerAlone(): void {
  // Threads can't change it; the product starts in none.
  if (isMainThread) process.umask(0o077);
}

/** What of the data folder, itself included, other users of the machine may read or write: paths within it, none as they should be. */
export function listOpenToOthers(dataDir: string): string[] {
  // Who can't enter the folder can't reach what is in it.
  if ((lstatSync(dataDir).mode & 0o077) === 0) return [];
  const open = readdirSync(dataDir).filter(
    (name) => isOurs(name) && (lstatSync(join(dataDir, name)).mode & 0o077) !== 0,
  );
  return [dataDir, ...open];
}

function isOurs(name: string): boolean {
  return /^(frontdesk\.sqlite(\.restoring)?(-wal|-shm)?|frontdesk-rescued-.*|lock|lock\.json|secret(\..*)?|mail|files|backups|increments|scratch|reports)$/.test(
    name,
  );
}

/** What lies in a folder that others can't enter is not looked at. */
function closeAll(path: string): void {
  const about = lstatSync(path, { throwIfNoEntry: false });
  if (!about || about.isSymbolicLink() || (about.mode & 0o077) === 0) return;
  if (about.isDirectory()) for (const name of readdirSync(path)) closeAll(join(path, name));
  closeToOthers(path);
}

function closeToOthers(path: string): void {
  const { mode } = lstatSync(path);
  try {
    chmodSync(path, mode & 0o700);
  } catch (error) {
    // Whose it is decides; that it can be used was seen.
    if (codeOf(error) !== "EPERM") throw error;
  }
}

function describe(dataDir: string, error: unknown): string {
  switch (codeOf(error)) {
    case "EEXIST":
    case "ENOTDIR":
      return `${dataDir} is, or lies in, a file; give a folder`;
    case "ENOENT":
      return `${dataDir} leads to what is not there; mount the disk it is on, or correct the path`;
    case "EACCES":
    case "EPERM":
      return `this user may not write in ${dataDir}; give the folder to the user the site runs as (chown), or give another one`;
    case "EROFS":
      return `${dataDir} lies on a disk that can't be written to; give another folder`;
    case "ENOSPC":
      return `there is no room left on the disk of ${dataDir}; make room, or give another folder`;
    default:
      return `${dataDir} can't be used (${codeOf(error) ?? String(error)}); give another folder`;
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}

/** A file that one process holds at a time, until it ends, however it ends. */
export interface FileLock {
  release(): void;
}

/**
 * Takes a lock, or answers null where another holds it. The lock itself is the operating system's (SQLite's exclusive lock), so that a
 * killed process never leaves one behind.
 */
export function takeFileLock(path: string): FileLock | null {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;");
  } catch {
    file.close();
    return null;
  }
  return { release: () => file.close() };
}

/** Longer than anything needs a folder of its own for: those of versions that held no lock on theirs. */
const oldMs = 6 * 3_600_000;

const lockEnding = ".lock";

/** A folder on the disk of the data folder for as long as it is needed, gone with what is in it afterwards. */
export interface Scratch extends Disposable {
  path: string;
}

/**
 * Makes one for the files of this user alone, and removes those that killed processes have left.
 * @param watch given its path before it is there, and disposed of with it: who removes it at once where this process is killed
 */
export function makeScratch(dataDir: string, watch?: (path: string) => Disposable): Scratch {
  writeForOwnerAlone();
  const folder = join(dataDir, "scratch");
  mkdirSync(folder, {
    recursive: true,
    mode: 0o700,
  });
  removeLeft(folder);
  const path = join(folder, `s-${randomBytes(9).toString("base64url")}`);
  const watched = watch?.(path);
  mkdirSync(path, { mode: 0o700 });
  const lock = takeFileLock(`${path}${lockEnding}`);
  return {
    path,
    [Symbol.dispose]: () => {
      removeScratch(path);
      lock?.release();
      watched?.[Symbol.dispose]();
    },
  };
}

/** Those whose process has ended. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(folder)) {
    try {
      removeIfLeft(join(folder, name));
    } catch {
      // Another user's, who removes it.
    }
  }
}

/** @param path of a folder, or of its lock */
function removeIfLeft(path: string): void {
  if (path.endsWith(lockEnding)) {
    const lock = takeFileLock(path);
    if (lock === null) return;
    removeScratch(path.slice(0, -lockEnding.length));
    lock.release();
  } else if (!existsSync(`${path}${lockEnding}`) && isOld(path)) removeScratch(path);
}

function isOld(path: string): boolean {
  const about = statSync(path, { throwIfNoEntry: false });
  return about !== undefined && about.mtimeMs < Date.now() - oldMs;
}

function removeScratch(path: string): void {
  for (const part of [path, `${path}${lockEnding}`])
    rmSync(part, {
      recursive: true,
      force: true,
    });
}

/** A file, or the names in a folder, so that both survive a loss of power. */
export function forceToDisk(path: string): void {
  const file = openSync(path, "r");
  fsyncSync(file);
  closeSync(file);
}

/**
 * A path that nothing has yet, named by the moment in UTC (`2026-03-01T10-00-00`, further ones of the same moment `…-2`): what is
 * kept takes the place of nothing else, also where the clock was set back.
 */
export function pathByMoment(folder: string, nameOf: (moment: string) => string): string {
  const now = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  for (let count = 1; ; count += 1) {
    const path = join(folder, nameOf(count === 1 ? now : `${now}-${count}`));
    if (!existsSync(path)) return path;
  }
}
