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
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { createEncryption, type Encryption } from "#app/platform/secrets/encryption.ts";
import { readPreviousSecrets, readSecret, type SecretSettings } from "#app/platform/secrets/secret.ts";
import { type FileLock, prepareDataDir, syncToDisk, takeFileLock } from "#app/platform/settings/data-dir.ts";
import { describeDiskProblem } from "#app/platform/settings/disk-problem.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import type { Database } from "./database.ts";
import type { Connection } from "./engines/engine.ts";
import { openSqlite } from "./engines/sqlite/open.ts";

export interface OpenDatabase extends AsyncDisposable {
  db: Database;
  close(): Promise<void>;
}

/** Settings that locate the database and the secret of its encrypted columns. */
export type DatabaseLocation = SecretSettings;

/** Opens the deployer's database and locks an embedded one. @param holder name of this process in errors of others */
export async function openDatabase(
  env: DatabaseLocation,
  holder: string,
  onError: (error: Error) => void,
): Promise<OpenDatabase> {
  prepareDataDir(env.dataDir);
  if (env.databaseUrl) return toOpenDatabase(env, await connectPostgres(env.databaseUrl, onError), null);
  const lock = lockDataFolder(env.dataDir, holder);
  try {
    return toOpenDatabase(env, openSqlite(databasePath(env)), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens the deployer's database read-only, even while the site runs, without a check of its tables. Throws a `NoDatabase` when
 * the embedded database is missing, and a `WrongSetting` when it can't be read.
 */
export async function openReadOnlyUnchecked(env: DatabaseLocation): Promise<OpenDatabase> {
  if (env.databaseUrl) return toOpenDatabase(env, await connectPostgres(env.databaseUrl, () => {}), null);
  requireDatabaseFile(env);
  return toOpenDatabase(env, openSqlite(databasePath(env), { readOnly: true }), null);
}

/** Loads PostgreSQL's client only when it is used. */
async function connectPostgres(url: string, onError: (error: Error) => void): Promise<Connection> {
  const { openPostgres } = await import("./engines/postgres/open.ts");
  return openPostgres(url, onError);
}

/**
 * Creates the deployer's database and fills it with `work` in one transaction, so that an interrupted process leaves nothing.
 * Throws a `PlainError` when a database exists.
 */
export async function fillNewDatabase<Result>(
  env: DatabaseLocation,
  holder: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  prepareDataDir(env.dataDir);
  if (env.databaseUrl) {
    const connection = await connectPostgres(env.databaseUrl, () => {});
    try {
      return await connection.locks.withoutTimeLimit(async (query) => {
        await refuseUsed({ ...connection, query });
        return await fill(env, { ...connection, query }, work);
      });
    } finally {
      await connection.close();
    }
  }
  const lock = lockDataFolder(env.dataDir, holder);
  try {
    const path = databasePath(env);
    if (existsSync(path))
      throw new PlainError(
        `A database exists in ${env.dataDir} and is not overwritten: give another DATA_DIR, or move ${path} away.`,
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
    syncToDisk(draft);
    renameSync(draft, path);
    syncToDisk(env.dataDir);
    return result;
  } finally {
    lock.release();
  }
}

/** Runs `work` and all its schema changes in one transaction. */
function fill<Result>(
  env: DatabaseLocation,
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
      `DATABASE_URL: this database has tables (${tables.slice(0, 3).join(", ")}) and is not overwritten: give an empty one.`,
    );
}

/** Path of the embedded database. */
export function databasePath({ dataDir }: Pick<DatabaseLocation, "dataDir">): string {
  return join(dataDir, "frontdesk.sqlite");
}

/** Throws a `NoDatabase` when the embedded database is missing, and a `WrongSetting` when this user can't read it. */
export function requireDatabaseFile(env: Pick<DatabaseLocation, "dataDir">): void {
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

/** An error for a missing database, which the caller must not create. */
export class NoDatabase extends PlainError {
  override name = "NoDatabase";

  constructor(where: string) {
    super(
      `There is no database in ${where} yet: "npm start" or "npm run migrate" makes it. If there should be one, correct DATA_DIR or DATABASE_URL, or mount the disk it is on.`,
    );
  }
}

function toOpenDatabase(env: DatabaseLocation, connection: Connection, lock: FileLock | null): OpenDatabase {
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

/** Reads the secret at its first use, so that commands without encryption work without it. */
function openEncryption(env: DatabaseLocation): Encryption {
  let cached: Encryption | null = null;
  const encryption = () => {
    cached ??= createEncryption(readSecret(env), readPreviousSecrets(env));
    return cached;
  };
  return {
    encrypt: (text) => encryption().encrypt(text),
    decrypt: (sealed) => encryption().decrypt(sealed),
    sign: (text) => encryption().sign(text),
  };
}

/** Locks the data folder for this process, or throws a `DataFolderInUse` with the name of the other process. */
export function lockDataFolder(folder: string, holder: string): FileLock {
  mkdirSync(folder, { recursive: true });
  const note = join(folder, "lock.json");
  const lock = takeFileLock(join(folder, "lock"));
  if (lock === null) throw new DataFolderInUse(folder, readNote(note));
  // A file left by another user's killed process can be removed, but not written.
  rmSync(note, { force: true });
  writeFileSync(note, JSON.stringify({ pid: process.pid, holder, since: new Date().toISOString() }));
  return {
    release() {
      rmSync(note, { force: true });
      lock.release();
    },
  };
}

export class DataFolderInUse extends PlainError {
  override name = "DataFolderInUse";

  constructor(folder: string, by: string) {
    super(
      `The data folder ${folder} is in use by ${by}. Stop that process, or set DATA_DIR to another folder.`,
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
