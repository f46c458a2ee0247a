import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { formatCount } from "#app/lib/text/counts.ts";
import { createTimestampedPath, syncToDisk } from "#app/platform/settings/data-dir.ts";
import { refuseRootInDataDir } from "#app/platform/settings/disk-problem.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import type { Database } from "./database.ts";
import { describeDatabaseProblem, isTransientError } from "./database-problem.ts";
import type { DatabaseFile } from "./engines/engine.ts";
import { isRescued } from "./lost-file.ts";
import { type MigrateOptions, migrate, readAppliedSteps, readPendingSteps } from "./migrations.ts";
import {
  type DatabaseLocation,
  databasePath,
  NoDatabase,
  type OpenDatabase,
  openDatabase,
  openReadOnlyUnchecked,
  requireDatabaseFile,
} from "./open.ts";
import { checkSecret, checkSecretBeforeUpdate } from "./secret-check.ts";

export interface Opening {
  /** Name of this process in errors of others that open the same data folder. */
  holder: string;
  onError?(error: Error): void;
  /** Receives progress lines. */
  log?(line: string): void;
  /** Milliseconds to wait for PostgreSQL to start. */
  waitMs?: number;
  /** Replaces the steps of this version, for tests. */
  steps?: MigrateOptions["steps"];
  /** Copies the embedded database, or backs PostgreSQL up, before an update; true by default. */
  withCopy?: boolean;
  /** Backs PostgreSQL up before an update and returns a line for the log; without it, no backup is made. */
  backUp?(db: Database): Promise<string>;
  /** Called before the first table is created; an error leaves everything unchanged. */
  beforeCreate?(): Promise<void>;
}

/**
 * Opens the deployer's database and applies pending steps, after it has waited for PostgreSQL, checked the secret and made a copy
 * or backup. Every error that a deployer can fix is a `PlainError`.
 */
export async function openUpToDate(env: DatabaseLocation, opening: Opening): Promise<OpenDatabase> {
  const {
    holder,
    onError = () => {},
    log = () => {},
    waitMs = 0,
    steps,
    withCopy = true,
    backUp,
    beforeCreate,
  } = opening;
  if (env.databaseUrl === null && !existsSync(databasePath(env))) {
    refuseLostDatabase(env);
    // A concurrent first start may have created it meanwhile.
    await beforeCreate?.().catch((error) => {
      if (!existsSync(databasePath(env))) throw error;
    });
  }
  const open = await openDatabase(env, holder, onError).catch((error) => {
    throw describeDatabaseProblem(error, env);
  });
  try {
    await waitForDatabase(open.db, { log, waitMs });
    await refuseForeignTables(open.db, env);
    if (env.databaseUrl !== null && beforeCreate && (await readAppliedSteps(open.db)).length === 0)
      await beforeCreate().catch(async (error) => {
        if ((await readAppliedSteps(open.db)).length === 0) throw error;
      });
    await checkSecretBeforeUpdate(open.db, env);
    const before = async (firstStep: string) => {
      if (!withCopy) return;
      const { dialect, file, query } = open.db;
      if (file !== null) {
        const bytes = await dialect.readSize(query);
        log(await copyBeforeUpdate(file, { folder: backupsFolder(env.dataDir), firstStep, bytes }));
      } else if (backUp) log(await backUp(open.db));
    };
    const taken = await migrate(open.db, {
      before,
      log,
      ...(steps && { steps }),
    });
    if (taken.length > 0) log(`the database was updated: ${taken.join(", ")}`);
    if (!steps) await checkSecret(open.db, env, log);
    return open;
  } catch (error) {
    await open.close().catch(() => {});
    throw describeDatabaseProblem(error, env);
  }
}

export interface CommandOpening extends Pick<Opening, "holder" | "log"> {
  /** Creates a missing database. */
  makesNew?: boolean;
  /** False for the command that replaces a lost secret. */
  checksSecret?: boolean;
}

/**
 * Opens the deployer's database for a command that changes rows only. Throws a `NoDatabase` when it is missing, and a
 * `PlainError` when steps are pending, which only the start and `npm run migrate` apply after a backup.
 */
export async function openForCommand(
  env: DatabaseLocation,
  { holder, log = () => {}, makesNew = false, checksSecret = true }: CommandOpening,
): Promise<OpenDatabase> {
  refuseRootInDataDir(env.dataDir);
  if (env.databaseUrl === null) {
    if (makesNew && !existsSync(databasePath(env))) return openUpToDate(env, { holder, log });
    requireDatabaseFile(env);
  }
  const open = await openDatabase(env, holder, () => {}).catch((error) => {
    throw describeDatabaseProblem(error, env);
  });
  try {
    await refuseForeignTables(open.db, env);
    if (makesNew && (await readAppliedSteps(open.db)).length === 0) {
      await open.close();
      return await openUpToDate(env, { holder, log });
    }
    await requireCurrentTables(open.db, env);
    if (checksSecret) {
      await checkSecretBeforeUpdate(open.db, env);
      await checkSecret(open.db, env, log);
    }
    return open;
  } catch (error) {
    await open.close().catch(() => {});
    throw describeDatabaseProblem(error, env);
  }
}

/** Opens the deployer's database read-only, even while the site runs; throws like `openForCommand`. */
export async function openReadOnly(env: DatabaseLocation): Promise<OpenDatabase> {
  const open = await openReadOnlyUnchecked(env);
  try {
    await requireCurrentTables(open.db, env);
    return open;
  } catch (error) {
    await open.close().catch(() => {});
    throw describeDatabaseProblem(error, env);
  }
}

/** Throws when steps are pending. */
async function requireCurrentTables(db: Database, env: DatabaseLocation): Promise<void> {
  const pending = await readPendingSteps(db);
  if (pending.length === 0) return;
  await requireTables(db, env);
  throw new PlainError(
    `The database is ${formatCount(pending.length, "step")} behind this version, and nothing was changed: start the site, or run "npm run migrate"; both back it up first.`,
  );
}

/** Throws a `NoDatabase` for a database without tables. */
export async function requireTables(db: Database, { databaseUrl, dataDir }: DatabaseLocation): Promise<void> {
  if ((await readAppliedSteps(db)).length === 0)
    throw new NoDatabase(databaseUrl === null ? dataDir : "the PostgreSQL of DATABASE_URL");
}

/** Throws when the embedded database is missing but a rescued copy or a write-ahead log exists; SQLite would discard the log. */
function refuseLostDatabase({ dataDir }: Pick<DatabaseLocation, "dataDir">): void {
  let names: string[];
  try {
    names = readdirSync(dataDir);
  } catch {
    // Opening the database reports the problem of the folder.
    return;
  }
  const path = databasePath({ dataDir });
  const rescued = names.filter(isRescued).toSorted().at(-1);
  if (rescued)
    throw new WrongSetting(
      "DATA_DIR",
      `${path} is missing, and the site has saved a copy as ${rescued}: move the copy there (rm -f ${path}-wal ${path}-shm && mv ${join(dataDir, rescued)} ${path}), or move the copy away to start empty`,
    );
  const log = `${path}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new WrongSetting(
      "DATA_DIR",
      `${path} is missing, but ${log} exists and holds its last changes: put the database back, or move the log away and restore a backup (npm run restore -- latest)`,
    );
}

/** Waits for PostgreSQL, which may start later than the site after a reboot. */
async function waitForDatabase(
  db: Database,
  { log, waitMs }: { log(line: string): void; waitMs: number },
): Promise<void> {
  const end = Date.now() + waitMs;
  for (let tries = 1; ; tries += 1) {
    try {
      await sql`select 1`.execute(db.query);
      return;
    } catch (error) {
      if (!isTransientError(error) || Date.now() >= end) throw error;
      if (tries === 1)
        log(`PostgreSQL does not respond yet; retrying for ${Math.round(waitMs / 1000)} seconds`);
      await new Promise((resolve) => setTimeout(resolve, Math.min(200 * tries, 2000)));
    }
  }
}

/** Throws for a database with tables of another program. */
async function refuseForeignTables(db: Database, env: DatabaseLocation): Promise<void> {
  if ((await readAppliedSteps(db)).length > 0) return;
  const tables = (await db.query.introspection.getTables()).filter(({ name }) => !/^kysely_/.test(name));
  if (tables.length === 0) return;
  throw new PlainError(
    env.databaseUrl
      ? "DATABASE_URL: this database contains tables of another program; give a separate database"
      : `DATA_DIR: ${databasePath(env)} is the database of another program; move it away, or give another folder`,
  );
}

/** Limits of copies by number and age, since they still contain people who were erased later. */
const maxCopies = 3;
export const copyRetentionMs = 30 * 86_400_000;

/** Folder of the copies. */
export function backupsFolder(dataDir: string): string {
  return join(dataDir, "backups");
}

/**
 * Copies the embedded database before its tables change and returns a line for the log. Throws a `WrongSetting` when the disk
 * has too little room.
 */
async function copyBeforeUpdate(
  file: DatabaseFile,
  { folder, firstStep, bytes }: { folder: string; firstStep: string; bytes: number },
): Promise<string> {
  mkdirSync(folder, {
    recursive: true,
    mode: 0o700,
  });
  removeDrafts(folder);
  requireRoom(folder, bytes);
  const path = createTimestampedPath(folder, (moment) => `before-${firstStep}-${moment}.sqlite`);
  const draft = `${path}.draft`;
  await file.copyTo(draft);
  syncToDisk(draft);
  renameSync(draft, path);
  syncToDisk(folder);
  removeOldCopies(folder, new Date());
  return `before the update the database was copied to ${path}`;
}

/** Removes copies older than 30 days, and all but the newest three. */
export function removeOldCopies(folder: string, now: Date): void {
  const copies = readCopies(folder).toSorted((a, b) => b.changedAt - a.changedAt);
  const old = copies.filter(
    ({ changedAt }, at) => at >= maxCopies || changedAt < now.getTime() - copyRetentionMs,
  );
  for (const { path } of old) rmSync(path, { force: true });
}

/** Removes drafts of killed processes; the data folder is locked. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder))
    if (/^before-.*\.sqlite\.draft(-journal)?$/.test(name)) rmSync(join(folder, name), { force: true });
}

/** Lists the copies from before updates, unsorted. */
export function readCopies(folder: string): { path: string; changedAt: number }[] {
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

/** Requires room for the copy and for the writes of the update. */
function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const needed = bytes * 2 + 20_000_000;
  if (bavail * bsize >= needed) return;
  const inMegabytes = (count: number) => Math.ceil(count / 1_000_000);
  throw new WrongSetting(
    "DATA_DIR",
    `the update copies the database first and needs ${inMegabytes(needed)} MB, but the disk of ${folder} has ${inMegabytes(bavail * bsize)} MB free; make room, or copy the database elsewhere and run "npm run migrate -- --without-copy"`,
  );
}
