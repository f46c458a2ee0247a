import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { PlainError } from "#app/platform/domain-error.ts";
import { createEncryption, type Encryption } from "#app/platform/secrets/encryption.ts";
import { readPreviousSecrets, readSecret, type SecretPlace } from "#app/platform/secrets/secret.ts";
import { type FileLock, forceToDisk, prepareDataDir, takeFileLock } from "#app/platform/settings/data-dir.ts";
import { describeDiskProblem } from "#app/platform/settings/disk-problem.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import type { Database } from "./database.ts";
import type { Connection } from "./engines/engine.ts";
import { openPostgres } from "./engines/postgres/open.ts";
import { openSqlite } from "./engines/sqlite/open.ts";

export interface OpenDatabase extends AsyncDisposable {
  db: Database;
  close(): Promise<void>;
}

/** Where the deployer keeps the database, and the secret of its sealed columns. */
export type DatabasePlace = SecretPlace;

/** Opens the deployer's database. The embedded one is taken for this process alone; `holder` names it to the next who asks. */
export async function openDatabase(
  env: DatabasePlace,
  holder: string,
  onError: (error: Error) => void,
): Promise<OpenDatabase> {
  prepareDataDir(env.dataDir);
  if (env.databaseUrl) return closing(env, openPostgres(env.databaseUrl, onError), null);
  const lock = lockFolder(env.dataDir, holder);
  try {
    return closing(env, openSqlite(databasePath(env)), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens the deployer's database to look only; the embedded one may be in use by the running site meanwhile. Throws a `NoDatabase`
 * where there is no embedded one, and a `WrongSetting` where it can't be read.
 */
export async function openForReading(env: DatabasePlace): Promise<OpenDatabase> {
  if (env.databaseUrl)
    return closing(
      env,
      openPostgres(env.databaseUrl, () => {}),
      null,
    );
  requireDatabaseFile(env);
  return closing(env, openSqlite(databasePath(env), { readOnly: true }), null);
}

/**
 * Fills a new database where the deployer's belongs, in one transaction: nothing is there before `work` has ended, whenever the
 * process does. Throws a `PlainError` where there is one already.
 */
export async function fillNewDatabase<Result>(
  env: DatabasePlace,
  holder: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  prepareDataDir(env.dataDir);
  if (env.databaseUrl) {
    const connection = openPostgres(env.databaseUrl, () => {});
    try {
      return await connection.locks.withoutTimeLimit(async (query) => {
        await refuseUsed({ ...connection, query });
        return await fill(env, { ...connection, query }, work);
      });
    } finally {
      await connection.close();
    }
  }
  const lock = lockFolder(env.dataDir, holder);
  try {
    const path = databasePath(env);
    if (existsSync(path))
      throw new PlainError(
        `There is a database in ${env.dataDir} already, and nothing of it is overwritten: give another DATA_DIR, or move ${path} away.`,
      );
    const draft = `${path}.restoring`;
    const removeDraft = () => {
      for (const ending of ["", "-wal", "-shm"]) rmSync(`${draft}${ending}`, { force: true });
    };
    removeDraft();
    const connection = openSqlite(draft);
    let result: Result;
    try {
      result = await fill(env, connection, work);
    } catch (error) {
      await connection.close();
      removeDraft();
      throw error;
    }
    await connection.close();
    forceToDisk(draft);
    renameSync(draft, path);
    forceToDisk(env.dataDir);
    return result;
  } finally {
    lock.release();
  }
}

/** All that is done to the tables is part of the one transaction. */
function fill<Result>(
  env: DatabasePlace,
  connection: Connection,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  return connection.query.transaction().execute((tx) =>
    work({
      ...connection,
      query: tx,
      locks: {
        ...connection.locks,
        withoutTimeLimit: (change) => change(tx),
      },
      encryption: openEncryption(env),
    }),
  );
}

async function refuseUsed({ query, backup }: Pick<Connection, "query" | "backup">): Promise<void> {
  const tables = (await backup.readTables(query)).map(({ name }) => name);
  if (tables.length > 0)
    throw new PlainError(
      `DATABASE_URL: there are tables in this database already (${tables.slice(0, 3).join(", ")}), and nothing of it is overwritten: give an empty one.`,
    );
}

/** Where the embedded database is. */
export function databasePath({ dataDir }: Pick<DatabasePlace, "dataDir">): string {
  return join(dataDir, "frontdesk.sqlite");
}

/** Throws a `NoDatabase` where there is no embedded database, and a `WrongSetting` where this user may not read it. */
export function requireDatabaseFile(env: Pick<DatabasePlace, "dataDir">): void {
  const path = databasePath(env);
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") throw new NoDatabase(env.dataDir);
    throw new WrongSetting("DATA_DIR", describeDiskProblem(error) ?? `${path} can't be read`, {
      cause: error,
    });
  }
}

/** Nothing is made by whoever only looks. */
export class NoDatabase extends PlainError {
  override name = "NoDatabase";

  constructor(where: string) {
    super(
      `There is no database in ${where} yet: "npm start" or "npm run migrate" makes it. If there should be one, correct DATA_DIR or DATABASE_URL, or mount the disk it is on.`,
    );
  }
}

function closing(env: DatabasePlace, connection: Connection, lock: FileLock | null): OpenDatabase {
  const db: Database = {
    ...connection,
    encryption: openEncryption(env),
  };
  const close = async () => {
    await connection.close();
    lock?.release();
  };
  return { db, close, [Symbol.asyncDispose]: close };
}

/** The secret is read when something is first sealed or opened: what never does works without it. */
function openEncryption(env: DatabasePlace): Encryption {
  let made: Encryption | null = null;
  const encryption = () => {
    made ??= createEncryption(readSecret(env), readPreviousSecrets(env));
    return made;
  };
  return {
    encrypt: (text) => encryption().encrypt(text),
    decrypt: (sealed) => encryption().decrypt(sealed),
    sign: (text) => encryption().sign(text),
  };
}

/** Takes the data folder for this process until it ends, or throws a `FolderTaken` that names the process that has it. */
export function lockFolder(folder: string, holder: string): FileLock {
  mkdirSync(folder, { recursive: true });
  const note = join(folder, "lock.json");
  const lock = takeFileLock(join(folder, "lock"));
  if (lock === null) throw new FolderTaken(folder, readNote(note));
  // One that another user's killed process has left can be removed, not written to.
  rmSync(note, { force: true });
  writeFileSync(note, JSON.stringify({ pid: process.pid, holder, since: new Date().toISOString() }));
  return {
    release() {
      rmSync(note, { force: true });
      lock.release();
    },
  };
}

export class FolderTaken extends PlainError {
  override name = "FolderTaken";

  constructor(folder: string, by: string) {
    super(
      `The data folder ${folder} is in use by ${by}. Stop that first, or set DATA_DIR to another folder.`,
    );
  }
}

function readNote(path: string): string {
  try {
    const { pid, holder, since } = JSON.parse(readFileSync(path, "utf8"));
    return `${holder} (process ${pid}, since ${since})`;
  } catch {
    return "another process";
  }
}
