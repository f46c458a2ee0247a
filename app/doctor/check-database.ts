import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import { describeDatabaseProblem } from "#app/database/database-problem.ts";
import { readTakenSteps, steps } from "#app/database/migrations.ts";
import { checkSecretBeforeUpdate } from "#app/database/secret-check.ts";
import { isPlainError } from "#app/platform/domain-error.ts";
import { hasSecret } from "#app/platform/secrets/secret.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { sayBytes } from "#app/text/counts.ts";
import { type Diagnosis, diagnosesOf, oneSentence } from "./diagnosis.ts";

const { fine, warning, wrong } = diagnosesOf("database");

/** Whether there is anything to look at: looking must not make an embedded database, nor a secret. */
export function hasDatabase({ databaseUrl, dataDir }: Pick<Env, "databaseUrl" | "dataDir">): boolean {
  return databaseUrl !== null || existsSync(join(dataDir, "frontdesk.sqlite"));
}

export function findNoDatabase({ dataDir }: Pick<Env, "dataDir">): Diagnosis {
  return warning(`there is none in ${dataDir} yet`, "the first start makes it; or correct DATA_DIR");
}

/** @param db opened for reading */
export async function checkDatabase(env: Env, db: Database): Promise<Diagnosis[]> {
  try {
    const version = await readVersion(db);
    const size = await db.engine.readSize(db.query);
    return [fine(`${version}, ${sayBytes(size)}`), await checkSteps(db), await checkSecretOf(db, env)];
  } catch (error) {
    const described = describeDatabaseProblem(error, env);
    return [wrong(oneSentence(described))];
  }
}

async function readVersion({ engine, query }: Database): Promise<string> {
  if (engine.name === "sqlite") {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(query);
    return `embedded (SQLite ${rows[0]?.version ?? ""})`;
  }
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(query);
  return `PostgreSQL ${rows[0]?.version ?? ""}`;
}

async function checkSteps(db: Database): Promise<Diagnosis> {
  const taken = await readTakenSteps(db);
  if (taken.some((name) => !(name in steps)))
    return wrong(
      "a newer version of Frontdesk has used it",
      "start that version, or restore a backup from before its update",
    );
  const pending = Object.keys(steps).filter((name) => !taken.includes(name));
  if (pending.length === 0) return fine("its tables are those of this version");
  return warning(
    `${pending.length} of ${Object.keys(steps).length} steps of its tables are still to be taken`,
    "make a backup, then start this version; the start takes them",
  );
}

async function checkSecretOf(db: Database, env: Env): Promise<Diagnosis> {
  if (!hasSecret(env))
    return wrong("its secret is gone", "restore DATA_DIR/secret from the backup, or give SECRET");
  try {
    await checkSecretBeforeUpdate(db, env);
    return fine("the secret is the one it was used with");
  } catch (error) {
    if (!isPlainError(error)) throw error;
    return wrong(error.message);
  }
}
