import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "#app/platform/env.ts";
import type { Database } from "./database.ts";
import { openPostgres } from "./engines/postgres.ts";
import { openSqlite } from "./engines/sqlite.ts";
import { type FolderLock, lockFolder } from "./lock.ts";

export interface OpenDatabase extends AsyncDisposable {
  db: Database;
  close(): Promise<void>;
}

/** Opens the deployer's database. The embedded one is taken for this process alone; `holder` names it to the next who asks. */
export async function openDatabase(
  env: Pick<Env, "databaseUrl" | "dataDir">,
  holder: string,
  onError: (error: Error) => void,
): Promise<OpenDatabase> {
  mkdirSync(env.dataDir, { recursive: true });
  if (env.databaseUrl) return closing(openPostgres(env.databaseUrl, onError), null);
  const lock = lockFolder(env.dataDir, holder);
  return closing(openSqlite(databasePath(env)), lock);
}

/** Opens the deployer's database to look only; the embedded one may be in use by the running site meanwhile. */
export async function openForReading(env: Pick<Env, "databaseUrl" | "dataDir">): Promise<OpenDatabase> {
  if (env.databaseUrl)
    return closing(
      openPostgres(env.databaseUrl, () => {}),
      null,
    );
  return closing(openSqlite(databasePath(env), { readOnly: true }), null);
}

function databasePath(env: Pick<Env, "dataDir">): string {
  return join(env.dataDir, "frontdesk.sqlite");
}

function closing(db: Database, lock: FolderLock | null): OpenDatabase {
  const close = async () => {
    await db.engine.close();
    lock?.release();
  };
  return { db, close, [Symbol.asyncDispose]: close };
}
