import { Resolver } from "node:dns/promises";
import { existsSync } from "node:fs";
import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import { describeDatabaseProblem } from "#app/database/database-problem.ts";
import { steps } from "#app/database/migrations/steps.ts";
import { readTakenSteps } from "#app/database/migrations.ts";
import { databasePath, openForReading } from "#app/database/open.ts";
import { checkSecretBeforeUpdate } from "#app/database/secret-check.ts";
import { openFileStore, placeOfFiles } from "#app/files/store/open-store.ts";
import { describeOwner, readOwner } from "#app/files/store/site-files.ts";
import { newProbeToken } from "#app/http/listener/builtin-endpoints.ts";
import { isPlainError } from "#app/platform/domain-error.ts";
import { hasSecret } from "#app/platform/secrets/secret.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { formatBytes } from "#app/text/counts.ts";
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
  /** The deployer's. */
  variables: Record<string, string | undefined>;
  /** Where the product is installed. */
  folder: string;
  /** Address of a mailbox that is to get a trial mail; null sends none. */
  sendTo: string | null;
  /** Largest body of a form with one picture, and of one with all a form may have. */
  uploadBytes: { one: number; most: number };
  /** Other than the system's, for tests. */
  names?: NameService;
}

/** Looks at everything around the site that whoever runs it has to set right, and changes nothing. */
export async function runDoctor(examination: DoctorOptions): Promise<Diagnosis[]> {
  const { variables, folder, sendTo, uploadBytes, names = createNames() } = examination;
  const { env, diagnoses } = diagnoseSettings(variables, folder);
  if (env === null) return diagnoses;
  const { dataDir } = env;
  // Opening the database closes what stood open, so its rights are read first.
  const early = await runChecks([{ area: "data folder", check: async () => checkDataFolder(dataDir) }]);
  const opened = await openIfThere(env);
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

async function openIfThere(env: Env): Promise<Opened> {
  const none = (diagnosis: Diagnosis): Opened => ({
    db: null,
    diagnoses: [diagnosis],
    close: async () => {},
  });
  if (!hasDatabase(env)) return none(findNoDatabase(env));
  try {
    const { db, close } = await openForReading(env);
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
  return [warning === null ? fine(`those in ${place} are this site's own`) : wrong(warning)];
}

/** That of a database on another machine; null for any other. */
async function readDatabaseClock({ databaseUrl }: Env, db: Database): Promise<OtherClock | null> {
  if (databaseUrl === null) return null;
  const at = new Date();
  const { rows } = await sql<{ now: string; isFar: boolean }>`select clock_timestamp() as now,
    coalesce(inet_server_addr() is distinct from inet_client_addr(), false) as "isFar"`.execute(db.query);
  const [row] = rows;
  if (!row?.isFar) return null;
  return {
    whose: "the database",
    says: new Date(row.now),
    at,
    precisionMs: Date.now() - at.getTime(),
  };
}

function createNames(): NameService {
  return new Resolver({ timeout: 3_000, tries: 2 });
}

const { fine, warning, wrong } = diagnosesOf("database");

/** Whether there is anything to look at: looking must not make an embedded database, nor a secret. */
function hasDatabase(env: Pick<Env, "databaseUrl" | "dataDir">): boolean {
  return env.databaseUrl !== null || existsSync(databasePath(env));
}

function findNoDatabase({ dataDir }: Pick<Env, "dataDir">): Diagnosis {
  return warning(`there is none in ${dataDir} yet`, "the first start makes it; or correct DATA_DIR");
}

/** @param db opened for reading */
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
