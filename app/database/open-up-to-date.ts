import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { PlainError } from "#app/platform/domain-error.ts";
import { forceToDisk, pathByMoment } from "#app/platform/settings/data-dir.ts";
import { refuseRootInDataDir } from "#app/platform/settings/disk-problem.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import { formatCount } from "#app/text/counts.ts";
import type { Database } from "./database.ts";
import { describeDatabaseProblem, mayPass } from "./database-problem.ts";
import type { DatabaseFile } from "./engines/engine.ts";
import { isRescued } from "./lost-file.ts";
import { type MigrateOptions, migrate, readPendingSteps, readTakenSteps } from "./migrations.ts";
import {
  type DatabasePlace,
  databasePath,
  NoDatabase,
  type OpenDatabase,
  openDatabase,
  openForReading,
  requireDatabaseFile,
} from "./open.ts";
import { checkSecret, checkSecretBeforeUpdate } from "./secret-check.ts";

export interface Opening {
  /** Names this process to the next who asks for the same data folder. */
  holder: string;
  onError?(error: Error): void;
  /** Says what is being done, to whoever started it. */
  log?(line: string): void;
  /** How long a PostgreSQL that gives no answer is asked again. */
  patienceMs?: number;
  /** Other steps than those of this version, for tests. */
  steps?: MigrateOptions["steps"];
  /** Whether the embedded database is copied before an update, and PostgreSQL backed up; they are unless this says no. */
  withCopy?: boolean;
  /** Backs PostgreSQL up before an update, and answers a line about it; without, that is for tools of its own. */
  backUp?(db: Database): Promise<string>;
  /** Called where there is no table yet, before anything is made: what it throws leaves the place as it was. */
  beforeFirst?(): Promise<void>;
}

/**
 * Opens the deployer's database and brings it up to date: waits for a PostgreSQL that is only starting, makes sure that the
 * secret is the one it was used with, copies or backs it up before its tables change. Every error a deployer can fix is a
 * `PlainError`.
 */
export async function openUpToDate(env: DatabasePlace, opening: Opening): Promise<OpenDatabase> {
  const {
    holder,
    onError = () => {},
    log = () => {},
    patienceMs = 0,
    steps,
    withCopy = true,
    backUp,
    beforeFirst,
  } = opening;
  if (env.databaseUrl === null && !existsSync(databasePath(env))) {
    refuseLoss(env);
    // Another first start may have made it meanwhile.
    await beforeFirst?.().catch((error) => {
      if (!existsSync(databasePath(env))) throw error;
    });
  }
  const open = await openDatabase(env, holder, onError).catch((error) => {
    throw describeDatabaseProblem(error, env);
  });
  try {
    await waitForAnswer(open.db, { log, patienceMs });
    await refuseForeign(open.db, env);
    if (env.databaseUrl !== null && beforeFirst && (await readTakenSteps(open.db)).length === 0)
      await beforeFirst().catch(async (error) => {
        if ((await readTakenSteps(open.db)).length === 0) throw error;
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
    if (taken.length > 0) log(`the database was brought up to date: ${taken.join(", ")}`);
    if (!steps) await checkSecret(open.db, env, log);
    return open;
  } catch (error) {
    await open.close().catch(() => {});
    throw describeDatabaseProblem(error, env);
  }
}

export interface CommandOpening extends Pick<Opening, "holder" | "log"> {
  /** Makes the database where there is none at all; nothing can be lost then. */
  makesNew?: boolean;
  /** False for a command that is there because the secret is lost. */
  checksSecret?: boolean;
}

/**
 * Opens the deployer's database for a command that changes rows but no tables. Throws a `NoDatabase` where there is none, and a
 * `PlainError` where its tables are not those of this version: only the start and `npm run migrate` bring them up to date, with a
 * backup before it.
 */
export async function openForCommand(
  env: DatabasePlace,
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
    await refuseForeign(open.db, env);
    if (makesNew && (await readTakenSteps(open.db)).length === 0) {
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

/** The same to look only: nothing at all is changed, and the site may run meanwhile. */
export async function openToLook(env: DatabasePlace): Promise<OpenDatabase> {
  const open = await openForReading(env);
  try {
    await requireCurrentTables(open.db, env);
    return open;
  } catch (error) {
    await open.close().catch(() => {});
    throw describeDatabaseProblem(error, env);
  }
}

/** Throws where tables of this version are missing. */
async function requireCurrentTables(db: Database, env: DatabasePlace): Promise<void> {
  const pending = await readPendingSteps(db);
  if (pending.length === 0) return;
  await requireTables(db, env);
  throw new PlainError(
    `The database is ${formatCount(pending.length, "step")} behind this version, and nothing was changed: start the site, or run "npm run migrate"; both back it up first.`,
  );
}

/** Throws a `NoDatabase` where there is a database in which nothing was ever made. */
export async function requireTables(db: Database, { databaseUrl, dataDir }: DatabasePlace): Promise<void> {
  if ((await readTakenSteps(db)).length === 0)
    throw new NoDatabase(databaseUrl === null ? dataDir : "the PostgreSQL of DATABASE_URL");
}

/**
 * The embedded database is gone, and what it left says so: a copy that the site saved from a file that was taken from under it, or
 * a log of writes, which SQLite would throw away.
 */
function refuseLoss({ dataDir }: Pick<DatabasePlace, "dataDir">): void {
  let names: string[];
  try {
    names = readdirSync(dataDir);
  } catch {
    // Whoever opens it says what is wrong with the folder.
    return;
  }
  const path = databasePath({ dataDir });
  const rescued = names.filter(isRescued).toSorted().at(-1);
  if (rescued)
    throw new WrongSetting(
      "DATA_DIR",
      `${path} is gone, and the site has saved what was in it as ${rescued}: put that in its place (rm -f ${path}-wal ${path}-shm && mv ${join(dataDir, rescued)} ${path}), or move it away to begin anew`,
    );
  const log = `${path}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new WrongSetting(
      "DATA_DIR",
      `${path} is gone, but ${log} is there and holds its last changes: put the database back beside it, or move it away and restore a backup (npm run restore -- latest)`,
    );
}

/** A machine that starts again may bring PostgreSQL up after us. */
async function waitForAnswer(
  db: Database,
  { log, patienceMs }: { log(line: string): void; patienceMs: number },
): Promise<void> {
  const end = Date.now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    try {
      await sql`select 1`.execute(db.query);
      return;
    } catch (error) {
      if (!mayPass(error) || Date.now() >= end) throw error;
      if (tries === 1)
        log(`PostgreSQL gives no answer yet; it is asked again for ${Math.round(patienceMs / 1000)} seconds`);
      await new Promise((resolve) => setTimeout(resolve, Math.min(200 * tries, 2000)));
    }
  }
}

/** Tables that no version of ours made: nothing of them is touched. */
async function refuseForeign(db: Database, env: DatabasePlace): Promise<void> {
  if ((await readTakenSteps(db)).length > 0) return;
  const tables = (await db.query.introspection.getTables()).filter(({ name }) => !/^kysely_/.test(name));
  if (tables.length === 0) return;
  throw new PlainError(
    env.databaseUrl
      ? "DATABASE_URL: this database holds tables of another program; give one of its own"
      : `DATA_DIR: ${databasePath(env)} is the database of another program; move it away, or give another folder`,
  );
}

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
  const path = pathByMoment(folder, (moment) => `before-${firstStep}-${moment}.sqlite`);
  const draft = `${path}.draft`;
  await file.copyTo(draft);
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

/** Those of the embedded database from before its updates, in no order. */
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
