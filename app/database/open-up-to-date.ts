import { mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { PlainError } from "#app/platform/domain-error.ts";
import { forceToDisk } from "#app/platform/settings/data-dir.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import type { Database } from "./database.ts";
import { describeDatabaseProblem, mayPass } from "./database-problem.ts";
import { type MigrateOptions, migrate, readTakenSteps } from "./migrations.ts";
import { type DatabasePlace, type OpenDatabase, openDatabase } from "./open.ts";
import { checkSecret, checkSecretBeforeUpdate } from "./secret-check.ts";

export interface Opening {
  /** Names this process to the next who asks for the same data folder. */
  holder: string;
  onError?(error: Error): void;
  /** Says what is being done, to whoever started it. */
  tell?(line: string): void;
  /** How long a PostgreSQL that gives no answer is asked again. */
  patienceMs?: number;
  /** Other steps than those of this version, for tests. */
  steps?: MigrateOptions["steps"];
  /** Whether the embedded database is copied before an update, and PostgreSQL backed up; they are unless this says no. */
  withCopy?: boolean;
  /** Backs PostgreSQL up before an update, and answers a line about it; without, that is for tools of its own. */
  backUp?(db: Database): Promise<string>;
}

/**
 * Opens the deployer's database and brings it up to date: waits for a PostgreSQL that is only starting, makes sure that the
 * secret is the one it was used with, copies or backs it up before its tables change. Every error a deployer can mend is a
 * `PlainError`.
 */
export async function openUpToDate(env: DatabasePlace, opening: Opening): Promise<OpenDatabase> {
  const {
    holder,
    onError = () => {},
    tell = () => {},
    patienceMs = 0,
    steps,
    withCopy = true,
    backUp,
  } = opening;
  const open = await openDatabase(env, holder, onError).catch((error) => {
    throw describeDatabaseProblem(error, env);
  });
  try {
    await waitForAnswer(open.db, { tell, patienceMs });
    await refuseForeign(open.db, env);
    await checkSecretBeforeUpdate(open.db, env);
    const before = async (firstStep: string) => {
      if (!withCopy) return;
      const { engine, query } = open.db;
      if (engine.copyInto !== null) {
        const bytes = await engine.readSize(query);
        tell(
          await copyBeforeUpdate(engine.copyInto, { folder: backupsFolder(env.dataDir), firstStep, bytes }),
        );
      } else if (backUp) tell(await backUp(open.db));
    };
    const taken = await migrate(open.db, {
      before,
      ...(steps && { steps }),
    });
    if (taken.length > 0) tell(`the database was brought up to date: ${taken.join(", ")}`);
    if (!steps) await checkSecret(open.db, env, tell);
    return open;
  } catch (error) {
    await open.close().catch(() => {});
    throw describeDatabaseProblem(error, env);
  }
}

/** A machine that starts again may bring PostgreSQL up after us. */
async function waitForAnswer(
  db: Database,
  { tell, patienceMs }: { tell(line: string): void; patienceMs: number },
): Promise<void> {
  const end = Date.now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    try {
      await sql`select 1`.execute(db.query);
      return;
    } catch (error) {
      if (!mayPass(error) || Date.now() >= end) throw error;
      if (tries === 1)
        tell(
          `PostgreSQL gives no answer yet; it is asked again for ${Math.round(patienceMs / 1000)} seconds`,
        );
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
      : `DATA_DIR: ${join(env.dataDir, "frontdesk.sqlite")} is the database of another program; move it away, or give another folder`,
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
 * @param copyInto writes the copy to a path
 */
async function copyBeforeUpdate(
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
