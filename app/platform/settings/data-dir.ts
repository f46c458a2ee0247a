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
 * Creates the data folder with access for this user only, and removes other users' access to existing files in it.
 * Throws a `WrongSetting` when the folder can't be used.
 */
export function prepareDataDir(dataDir: string): void {
  setPrivateUmask();
  try {
    mkdirSync(dataDir, {
      recursive: true,
      mode: 0o700,
    });
    readdirSync(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new WrongSetting("DATA_DIR", describeProblem(dataDir, error), { cause: error });
  }
  const names = readdirSync(dataDir).filter(isOfProduct);
  // A folder with only other files, such as /tmp, does not belong to the site.
  if (names.length > 0 || readdirSync(dataDir).length === 0) restrictAccess(dataDir);
  for (const name of names) restrictTree(join(dataDir, name));
}

function setPrivateUmask(): void {
  // Worker threads can't change it.
  if (isMainThread) process.umask(0o077);
}

/** Lists the data folder and the paths in it that other users of the machine can access; empty when all is private. */
export function listExposedPaths(dataDir: string): string[] {
  // Without access to the folder its files can't be reached.
  if ((lstatSync(dataDir).mode & 0o077) === 0) return [];
  const open = readdirSync(dataDir).filter(
    (name) => isOfProduct(name) && (lstatSync(join(dataDir, name)).mode & 0o077) !== 0,
  );
  return [dataDir, ...open];
}

function isOfProduct(name: string): boolean {
  return /^(frontdesk\.sqlite(\.restoring)?(-wal|-shm)?|frontdesk-rescued-.*|lock|lock\.json|secret(\..*)?|mail|files|backups|increments|scratch|reports)$/.test(
    name,
  );
}

/** Removes other users' access; skips the contents of a folder that is private already. */
function restrictTree(path: string): void {
  const about = lstatSync(path, { throwIfNoEntry: false });
  if (!about || about.isSymbolicLink() || (about.mode & 0o077) === 0) return;
  if (about.isDirectory()) for (const name of readdirSync(path)) restrictTree(join(path, name));
  restrictAccess(path);
}

function restrictAccess(path: string): void {
  const { mode } = lstatSync(path);
  try {
    chmodSync(path, mode & 0o700);
  } catch (error) {
    // The file belongs to another user; the access check has passed.
    if (codeOf(error) !== "EPERM") throw error;
  }
}

function describeProblem(dataDir: string, error: unknown): string {
  switch (codeOf(error)) {
    case "EEXIST":
    case "ENOTDIR":
      return `${dataDir} is a file, or inside one; give a folder`;
    case "ENOENT":
      return `${dataDir} is a link to a missing path; mount the disk it is on, or correct the path`;
    case "EACCES":
    case "EPERM":
      return `this user can't write to ${dataDir}; give the folder to the user the site runs as (chown), or give another one`;
    case "EROFS":
      return `${dataDir} is on a read-only disk; give another folder`;
    case "ENOSPC":
      return `the disk of ${dataDir} is full; make room, or give another folder`;
    default:
      return `${dataDir} can't be used (${codeOf(error) ?? String(error)}); give another folder`;
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}

/** A lock that one process holds until it releases it or ends. */
export interface FileLock {
  release(): void;
}

/**
 * Takes a lock; returns null when another process holds it. SQLite's exclusive lock is a lock of the operating system, which
 * ends with a killed process.
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

/** Age after which the scratch folders of early versions, which took no lock, are deleted. */
const maxUnlockedAgeMs = 6 * 3_600_000;

const lockEnding = ".lock";

/** A temporary folder on the disk of the data folder, deleted with its contents when disposed of. */
export interface Scratch extends Disposable {
  path: string;
}

/**
 * Creates a private scratch folder, and removes the folders of killed processes.
 * @param watch called with the path before the folder exists, and disposed of after its removal: lets another process delete it
 * when this one is killed
 */
export function makeScratch(dataDir: string, watch?: (path: string) => Disposable): Scratch {
  setPrivateUmask();
  const folder = join(dataDir, "scratch");
  mkdirSync(folder, {
    recursive: true,
    mode: 0o700,
  });
  removeAbandoned(folder);
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

/** Removes the scratch folders of processes that have ended. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    try {
      removeIfAbandoned(join(folder, name));
    } catch {
      // It belongs to another user, whose process removes it.
    }
  }
}

/** @param path of a scratch folder or of its lock */
function removeIfAbandoned(path: string): void {
  if (path.endsWith(lockEnding)) {
    const lock = takeFileLock(path);
    if (lock === null) return;
    removeScratch(path.slice(0, -lockEnding.length));
    lock.release();
  } else if (!existsSync(`${path}${lockEnding}`) && isOld(path)) removeScratch(path);
}

function isOld(path: string): boolean {
  const about = statSync(path, { throwIfNoEntry: false });
  return about !== undefined && about.mtimeMs < Date.now() - maxUnlockedAgeMs;
}

function removeScratch(path: string): void {
  for (const part of [path, `${path}${lockEnding}`])
    rmSync(part, {
      recursive: true,
      force: true,
    });
}

/** Writes a file, or the names in a folder, to the disk (fsync), so that they survive a power failure. */
export function syncToDisk(path: string): void {
  const file = openSync(path, "r");
  fsyncSync(file);
  closeSync(file);
}

/**
 * Returns an unused path named by the time in UTC (`2026-03-01T10-00-00`, then `…-2`), so that nothing is overwritten, even after
 * the clock was set back.
 */
export function createTimestampedPath(folder: string, nameOf: (moment: string) => string): string {
  const now = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  for (let count = 1; ; count += 1) {
    const path = join(folder, nameOf(count === 1 ? now : `${now}-${count}`));
    if (!existsSync(path)) return path;
  }
}
