import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { createTimestampedPath, type FileLock, syncToDisk } from "#app/platform/settings/data-dir.ts";
import { openSqlite } from "./engines/sqlite/open.ts";
import { readAppliedSteps } from "./migrations.ts";
import { DataFolderInUse, databasePath, lockDataFolder, NoDatabase, requireDatabaseFile } from "./open.ts";
import { backupsFolder, readCopies } from "./open-up-to-date.ts";

/** Longest wait for a process that fails to start on the database. */
const maxWaitMs = 60_000;

/**
 * Locks the data folder of a stopped site against writes. Throws a `DataFolderInUse` when a process still holds it after a minute, and
 * a `PlainError` when the database is missing.
 */
export async function lockStoppedSite(dataDir: string, holder: string): Promise<FileLock> {
  requireDatabase(dataDir);
  for (const until = Date.now() + maxWaitMs; ; await pause(20)) {
    try {
      return lockDataFolder(dataDir, holder);
    } catch (error) {
      if (!(error instanceof DataFolderInUse) || Date.now() > until) throw error;
    }
  }
}

function requireDatabase(dataDir: string): void {
  try {
    requireDatabaseFile({ dataDir });
  } catch (error) {
    if (!(error instanceof NoDatabase)) throw error;
    const path = databasePath({ dataDir });
    throw new PlainError(
      `There is no database in ${dataDir}, and nothing was changed: correct DATA_DIR, or mount the disk it is on. If the database is lost, restore the copy as the user the site runs as: rm -f ${path}-wal ${path}-shm && cp COPY ${path}`,
    );
  }
}

/**
 * Finds the newest copy of the embedded database from before an update.
 * @param applied exactly the steps that the copy must have
 * @returns its path, or null
 */
export async function findCopyBefore(dataDir: string, applied: readonly string[]): Promise<string | null> {
  const copies = readCopies(backupsFolder(dataDir)).toSorted((a, b) => b.changedAt - a.changedAt);
  for (const { path } of copies) {
    const steps = await readStepsOf(path).catch(() => null);
    if (steps !== null && hasSameSteps(steps, applied)) return path;
  }
  return null;
}

const logEndings = ["-wal", "-shm"];

async function readStepsOf(path: string): Promise<string[]> {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new PlainError("it is in use, or its process was killed");
  const copy = openSqlite(path, { readOnly: true });
  try {
    return await readAppliedSteps(copy);
  } finally {
    await copy.close();
    // SQLite creates these files for a reader and does not remove them.
    for (const ending of logEndings) rmSync(`${path}${ending}`, { force: true });
  }
}

function hasSameSteps(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name) => others.includes(name));
}

/**
 * Tables that the site writes without user action, so that their changes may be lost. Mail sent meanwhile is sent again with the same
 * Message-ID.
 */
const automaticTables = new Set([
  "leases",
  "installation",
  "backups",
  "backup_increments",
  "visits",
  "visit_sources",
  "not_found_log",
  "internal_links",
  "broken_links",
  "canary_rounds",
  "limits",
  "outbox",
  "webhook_deliveries",
]);

/** Number of added, removed or changed rows of a table. */
export interface ChangedRows {
  table: string;
  rows: number;
}

/**
 * Finds the changes that people made to the embedded database since its update; requires the lock of the data folder.
 * @param updated the copy from before the update, with the same steps applied
 */
export async function findUserChanges(dataDir: string, updated: string): Promise<ChangedRows[]> {
  const { query, backup, close } = openSqlite(databasePath({ dataDir }));
  try {
    await sql`attach database ${updated} as updated`.execute(query);
    const changed: ChangedRows[] = [];
    for (const { name: table } of await backup.readTables(query)) {
      if (automaticTables.has(table)) continue;
      const now = sql`select * from ${sql.id("main", table)}`;
      const then = sql`select * from ${sql.id("updated", table)}`;
      const { rows } = await sql<{ rows: number }>`select
        max((select count(*) from (${now} except ${then})), (select count(*) from (${then} except ${now}))) as "rows"`.execute(
        query,
      );
      const count = rows[0]?.rows ?? 0;
      if (count > 0) changed.push({ table, rows: count });
    }
    return changed;
  } finally {
    await close();
  }
}

/**
 * Replaces the embedded database with a copy atomically; requires the lock of the data folder. The replaced database is retained
 * like the copies from before updates.
 * @returns path of the replaced database
 */
export async function restoreCopy(dataDir: string, copy: string): Promise<string> {
  const path = databasePath({ dataDir });
  await requireCopy(copy);
  checkpointWal(path);
  const folder = backupsFolder(dataDir);
  if (!existsSync(folder)) makeFolderAs(path, folder);
  const replaced = createTimestampedPath(folder, (moment) => `before-going-back-${moment}.sqlite`);
  linkOrCopy(replaced, path);
  const draft = `${path}.restoring`;
  copyAs(path, { from: copy, to: draft });
  for (const ending of logEndings) rmSync(`${path}${ending}`, { force: true });
  renameSync(draft, path);
  syncToDisk(dataDir);
  return replaced;
}

/** Throws when a file is not a database of a site, or this user can't read it. */
async function requireCopy(copy: string): Promise<void> {
  if (!statSync(copy, { throwIfNoEntry: false })?.isFile()) throw new PlainError(`There is no file ${copy}.`);
  accessSync(copy, constants.R_OK);
  const steps = await readStepsOf(copy).catch((error: Error) => {
    throw new PlainError(`${copy} can't be restored: ${error.message}`);
  });
  if (steps.length === 0) throw new PlainError(`${copy} can't be restored: it contains no site`);
}

/** Writes the write-ahead log into the database file, since only that file is retained. */
function checkpointWal(path: string): void {
  const file = new DatabaseSync(path);
  file.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  // The last connection removes the log when it closes.
  file.close();
  if (existsSync(`${path}-wal`))
    throw new PlainError(`${path} is in use by another process, such as a backup: stop that first.`);
}

/** Creates a hard link, which needs no space, or else a copy. */
function linkOrCopy(replaced: string, path: string): void {
  try {
    linkSync(path, replaced);
  } catch {
    copyAs(path, { from: path, to: replaced });
  }
}

function makeFolderAs(path: string, folder: string): void {
  const { uid, gid } = statSync(path);
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, uid, gid);
}

/** @param path its owner and permissions apply to the new file, since another user may run the update */
function copyAs(path: string, { from, to }: { from: string; to: string }): void {
  const { uid, gid, mode } = statSync(path);
  copyFileSync(from, to);
  chmodSync(to, mode & 0o700);
  chownSync(to, uid, gid);
  syncToDisk(to);
}
