import { Resolver } from "node:dns/promises";
import { existsSync } from "node:fs";
import { sql } from "kysely";
import { openFileStore, placeOfFiles } from "#app/domain/files/store/open-store.ts";
import { describeOwner, readOwner } from "#app/domain/files/store/site-files.ts";
import { isPlainError } from "#app/lib/errors/domain-error.ts";
import { formatBytes } from "#app/lib/text/counts.ts";
import type { Database } from "#app/platform/database/database.ts";
import { describeDatabaseProblem } from "#app/platform/database/database-problem.ts";
import { steps } from "#app/platform/database/migrations/steps.ts";
import { readAppliedSteps } from "#app/platform/database/migrations.ts";
import { databasePath, openReadOnlyUnchecked } from "#app/platform/database/open.ts";
import { checkSecretBeforeUpdate } from "#app/platform/database/secret-check.ts";
import { newProbeToken } from "#app/platform/http/listener/builtin-endpoints.ts";
import { hasSecret } from "#app/platform/secrets/secret.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { checkBackups } from "./check-backups.ts";
import { checkMailRecords, type NameService } from "./check-dns.ts";
import {
  checkClock,
  checkDataFolder,
  checkDisk,
  checkMemory,
  type OtherClock,
  readSitePid,
} from "./check-machine.ts";
import { checkMailServer, sendTrialMail } from "./check-mail.ts";
import { checkProxy } from "./check-proxy.ts";
import { diagnoseSettings } from "./check-settings.ts";
import { type Diagnosis, diagnosesOf, oneSentence, runChecks } from "./diagnosis.ts";

export interface DoctorOptions {
  /** The deployer's environment variables. */
  variables: Record<string, string | undefined>;
  /** Folder of the product. */
  folder: string;
  /** Recipient of a test mail; null sends none. */
  sendTo: string | null;
  /** Largest body of a form with one picture, and with the maximum number of pictures. */
  uploadBytes: { one: number; most: number };
  /** Replaces the DNS resolver of the system, for tests. */
  names?: NameService;
}

/** Checks the environment of the site and changes nothing. */
export async function runDoctor(options: DoctorOptions): Promise<Diagnosis[]> {
  const { variables, folder, sendTo, uploadBytes, names = createNames() } = options;
  const { env, diagnoses } = diagnoseSettings(variables, folder);
  if (env === null) return diagnoses;
  const { dataDir } = env;
  // Opening the database restricts permissions, so they are checked first.
  const early = await runChecks([{ area: "data folder", check: async () => checkDataFolder(dataDir) }]);
  const opened = await openIfExists(env);
  const { db } = opened;
  const clocks: OtherClock[] = [];
  try {
    const later = await runChecks([
      { area: "database", check: async () => (db ? checkDatabase(env, db) : opened.diagnoses) },
      { area: "disk", check: async () => checkDisk(existsSync(dataDir) ? dataDir : folder) },
      { area: "memory", check: async () => checkMemory(readSitePid(dataDir)) },
      { area: "files", check: async () => (db ? checkFiles(env, db) : []) },
      { area: "backups", check: () => checkBackups(env, db, new Date()) },
      { area: "mail", check: () => checkMailServer(env, db) },
      { area: "mail", check: async () => (db && sendTo !== null ? sendTrialMail(env, db, sendTo) : []) },
      { area: "DNS", check: () => checkMailRecords(env, names) },
      {
        area: "proxy",
        async check() {
          const token = db && hasSecret(env) ? newProbeToken(db.encryption, new Date()) : null;
          const proxy = await checkProxy({ env, token, uploadBytes });
          if (proxy.clock) clocks.push(proxy.clock);
          return proxy.diagnoses;
        },
      },
      {
        area: "clock",
        async check() {
          const clock = db ? await readDatabaseClock(env, db) : null;
          return checkClock(clock ? [...clocks, clock] : clocks);
        },
      },
    ]);
    return [...diagnoses, ...early, ...later];
  } finally {
    await opened.close();
  }
}

interface Opened {
  db: Database | null;
  diagnoses: Diagnosis[];
  close(): Promise<void>;
}

async function openIfExists(env: Env): Promise<Opened> {
  const none = (diagnosis: Diagnosis): Opened => ({
    db: null,
    diagnoses: [diagnosis],
    close: async () => {},
  });
  if (!hasDatabase(env)) return none(findNoDatabase(env));
  try {
    const { db, close } = await openReadOnlyUnchecked(env);
    return {
      db,
      diagnoses: [],
      close,
    };
  } catch (error) {
    return none(diagnosesOf("database").wrong(oneSentence(describeDatabaseProblem(error, env))));
  }
}

async function checkFiles(env: Env, db: Database): Promise<Diagnosis[]> {
  const { fine, wrong } = diagnosesOf("files");
  const place = placeOfFiles(env);
  const isShared = env.bucket !== null || env.databaseUrl !== null;
  const { owner } = await readOwner(
    db,
    await openFileStore(env, undefined, db),
    isShared ? env.publicUrl.host : null,
  );
  const warning = describeOwner(owner, place);
  return [warning === null ? fine(`the files in ${place} belong to this site`) : wrong(warning)];
}

/** Reads the clock of a database on another machine; null for any other database. */
async function readDatabaseClock({ databaseUrl }: Env, db: Database): Promise<OtherClock | null> {
  if (databaseUrl === null) return null;
  const at = new Date();
  const { rows } = await sql<{ now: string; isFar: boolean }>`select clock_timestamp() as now,
    coalesce(inet_server_addr() is distinct from inet_client_addr(), false) as "isFar"`.execute(db.query);
  const [row] = rows;
  if (!row?.isFar) return null;
  return {
    source: "the database",
    time: new Date(row.now),
    at,
    precisionMs: Date.now() - at.getTime(),
  };
}

function createNames(): NameService {
  return new Resolver({ timeout: 3_000, tries: 2 });
}

const { fine, warning, wrong } = diagnosesOf("database");

/** Whether a database exists; the check must not create one, nor a secret. */
function hasDatabase(env: Pick<Env, "databaseUrl" | "dataDir">): boolean {
  return env.databaseUrl !== null || existsSync(databasePath(env));
}

function findNoDatabase({ dataDir }: Pick<Env, "dataDir">): Diagnosis {
  return warning(`${dataDir} contains no database yet`, "the first start creates it; or correct DATA_DIR");
}

/** @param db opened read-only */
async function checkDatabase(env: Env, db: Database): Promise<Diagnosis[]> {
  try {
    const version = await readVersion(db);
    const size = await db.dialect.readSize(db.query);
    return [fine(`${version}, ${formatBytes(size)}`), await checkSteps(db), await checkSecretOf(db, env)];
  } catch (error) {
    const described = describeDatabaseProblem(error, env);
    return [wrong(oneSentence(described))];
  }
}

async function readVersion({ dialect, query }: Database): Promise<string> {
  if (dialect.name === "sqlite") {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(query);
    return `embedded (SQLite ${rows[0]?.version ?? ""})`;
  }
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(query);
  return `PostgreSQL ${rows[0]?.version ?? ""}`;
}

async function checkSteps(db: Database): Promise<Diagnosis> {
  const applied = await readAppliedSteps(db);
  if (applied.some((name) => !(name in steps)))
    return wrong(
      "a newer version of Frontdesk has used it",
      "start that version, or restore a backup from before its update",
    );
  const pending = Object.keys(steps).filter((name) => !applied.includes(name));
  if (pending.length === 0) return fine("its tables match this version");
  return warning(
    `${pending.length} of ${Object.keys(steps).length} steps are pending`,
    "make a backup, then start this version, which applies them",
  );
}

async function checkSecretOf(db: Database, env: Env): Promise<Diagnosis> {
  if (!hasSecret(env))
    return wrong("its secret is missing", "restore DATA_DIR/secret from the backup, or set SECRET");
  try {
    await checkSecretBeforeUpdate(db, env);
    return fine("the secret matches");
  } catch (error) {
    if (!isPlainError(error)) throw error;
    return wrong(error.message);
  }
}
