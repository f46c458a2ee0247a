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
import { PlainError } from "#app/platform/domain-error.ts";
import { type FileLock, forceToDisk, pathByMoment } from "#app/platform/settings/data-dir.ts";
import { openSqlite } from "./engines/sqlite/open.ts";
import { readTakenSteps } from "./migrations.ts";
import { databasePath, FolderTaken, lockFolder, NoDatabase, requireDatabaseFile } from "./open.ts";
import { backupsFolder, readCopies } from "./open-up-to-date.ts";

/** Long enough for a process that can't start on the database to see that, and to end. */
const patienceMs = 60_000;

/**
 * Takes the data folder of a site that serves no longer, so that nothing is written to its database until it is released. Throws a
 * `FolderTaken` where a process still has it after a minute, and a `PlainError` where there is no database.
 */
export async function lockStoppedSite(dataDir: string, holder: string): Promise<FileLock> {
  requireDatabase(dataDir);
  for (const until = Date.now() + patienceMs; ; await pause(20)) {
    try {
      return lockFolder(dataDir, holder);
    } catch (error) {
      if (!(error instanceof FolderTaken) || Date.now() > until) throw error;
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
      `There is no database in ${dataDir}, and nothing was put there: correct DATA_DIR, or mount the disk it is on. If it is lost, put the copy there as the user the site runs as: rm -f ${path}-wal ${path}-shm && cp COPY ${path}`,
    );
  }
}

/**
 * The newest copy of the embedded database from before an update.
 * @param taken the steps it has been through, and no others
 * @returns its path; null where there is none
 */
export async function findCopyBefore(dataDir: string, taken: readonly string[]): Promise<string | null> {
  const copies = readCopies(backupsFolder(dataDir)).toSorted((a, b) => b.changedAt - a.changedAt);
  for (const { path } of copies) {
    const steps = await readStepsOf(path).catch(() => null);
    if (steps !== null && isSame(steps, taken)) return path;
  }
  return null;
}

const logEndings = ["-wal", "-shm"];

async function readStepsOf(path: string): Promise<string[]> {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new PlainError("it is in use, or was when its process was killed");
  const copy = openSqlite(path, { readOnly: true });
  try {
    return await readTakenSteps(copy);
  } finally {
    await copy.close();
    // Reading makes them, and only writing would remove them.
    for (const ending of logEndings) rmSync(`${path}${ending}`, { force: true });
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name) => others.includes(name));
}

/**
 * What a start writes and a schedule does by itself. All else is from people: it was acknowledged to somebody. (Mail that was sent
 * meanwhile is sent again, under the same Message-ID.)
 */
const writtenByItself = new Set([
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

/** Rows of a table that came, went or were changed. */
export interface ChangedRows {
  table: string;
  rows: number;
}

/**
 * What people have written to the embedded database since it was updated; the data folder must be held.
 * @param updated the copy from before the update, brought up to date in the same way
 */
export async function findWritten(dataDir: string, updated: string): Promise<ChangedRows[]> {
  const { query, backup, close } = openSqlite(databasePath({ dataDir }));
  try {
    await sql`attach database ${updated} as updated`.execute(query);
    const changed: ChangedRows[] = [];
    for (const { name: table } of await backup.readTables(query)) {
      if (writtenByItself.has(table)) continue;
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
 * Puts a copy of the embedded database in its place; the data folder must be held. At every moment one of the two is there, and the
 * one that was there is kept among the copies, as long as they are.
 * @returns where it is kept
 */
export async function putCopyBack(dataDir: string, copy: string): Promise<string> {
  const path = databasePath({ dataDir });
  await requireCopy(copy);
  emptyLogOf(path);
  const folder = backupsFolder(dataDir);
  if (!existsSync(folder)) makeFolderAs(path, folder);
  const kept = pathByMoment(folder, (moment) => `before-going-back-${moment}.sqlite`);
  keepUnder(kept, path);
  const draft = `${path}.restoring`;
  copyAs(path, { from: copy, to: draft });
  for (const ending of logEndings) rmSync(`${path}${ending}`, { force: true });
  renameSync(draft, path);
  forceToDisk(dataDir);
  return kept;
}

/** Throws where a file is none that a site could start on, or where this user may not read it. */
async function requireCopy(copy: string): Promise<void> {
  if (!statSync(copy, { throwIfNoEntry: false })?.isFile()) throw new PlainError(`There is no file ${copy}.`);
  accessSync(copy, constants.R_OK);
  const steps = await readStepsOf(copy).catch((error: Error) => {
    throw new PlainError(`${copy} is no database that can be put back: ${error.message}`);
  });
  if (steps.length === 0)
    throw new PlainError(`${copy} is no database that can be put back: there is no site in it`);
}

/** All that is in its write-ahead log belongs in the file that is kept. */
function emptyLogOf(path: string): void {
  const file = new DatabaseSync(path);
  file.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  // The last to close it removes its log.
  file.close();
  if (existsSync(`${path}-wal`))
    throw new PlainError(`${path} is being read by another process, such as a backup: end that first.`);
}

/** A second name where that can be, since it takes no room. */
function keepUnder(kept: string, path: string): void {
  try {
    linkSync(path, kept);
  } catch {
    copyAs(path, { from: path, to: kept });
  }
}

function makeFolderAs(path: string, folder: string): void {
  const { uid, gid } = statSync(path);
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, uid, gid);
}

/** @param path whose owner and rights the new file gets: whoever updates the site need not be who it runs as */
function copyAs(path: string, { from, to }: { from: string; to: string }): void {
  const { uid, gid, mode } = statSync(path);
  copyFileSync(from, to);
  chmodSync(to, mode & 0o700);
  chownSync(to, uid, gid);
  forceToDisk(to);
}
