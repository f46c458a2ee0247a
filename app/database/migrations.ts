import { type Kysely, sql, type Transaction } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import { PlainError } from "#app/platform/domain-error.ts";
import type { Encryption } from "#app/platform/secrets/encryption.ts";
import type { Database } from "./database.ts";
import type { Engine, Locks } from "./engines/engine.ts";
import * as content from "./migrations/0001-content.ts";
import * as company from "./migrations/0002-company.ts";
import * as leads from "./migrations/0003-leads.ts";
import * as mail from "./migrations/0004-mail.ts";
import * as accounts from "./migrations/0005-accounts.ts";
import * as positions from "./migrations/0006-positions.ts";
import * as visits from "./migrations/0007-visits.ts";
import * as files from "./migrations/0008-files.ts";
import * as previews from "./migrations/0009-previews.ts";
import * as companyMatters from "./migrations/0010-company.ts";
import * as lists from "./migrations/0011-lists.ts";
import * as leadWork from "./migrations/0012-leads.ts";
import * as letters from "./migrations/0013-letters.ts";
import * as titleSearch from "./migrations/0014-title-search.ts";
import * as mailCopies from "./migrations/0015-mail-copies.ts";
import * as sealedMail from "./migrations/0016-sealed-mail.ts";
import * as installation from "./migrations/0017-installation.ts";
import * as signIn from "./migrations/0018-sign-in.ts";
import * as keptNewsletters from "./migrations/0019-kept-newsletters.ts";
import * as oneTableOfLeads from "./migrations/0020-one-table-of-leads.ts";
import * as leases from "./migrations/0021-add-leases.ts";
import * as instances from "./migrations/0022-add-instances.ts";
import * as backups from "./migrations/0023-add-backups.ts";
import * as canary from "./migrations/0024-add-canary.ts";
import * as serviceTokens from "./migrations/0025-add-service-tokens.ts";
import * as webhooks from "./migrations/0025-add-webhooks.ts";
import * as categoryUses from "./migrations/0026-add-category-uses.ts";
import * as backupIncrements from "./migrations/0027-add-backup-increments.ts";
import * as imports from "./migrations/0028-add-imports.ts";
import * as importLines from "./migrations/0029-add-import-lines.ts";
import * as names from "./migrations/0030-add-names.ts";
import * as moreNames from "./migrations/0031-add-more-names.ts";
import type { Schema } from "./schema.ts";

/** One step forward; there are none back: a backup is the way back. */
export interface MigrationStep {
  up(query: Kysely<Schema>, engine: Engine, encryption: Encryption): Promise<void>;
}

/**
 * A step whose name begins so only adds: tables, columns with a default, indexes. The release before it serves on, and starts, on
 * the tables it leaves behind; what is taken away goes one release later, by a step of another name.
 */
export function onlyAdds(step: string): boolean {
  return /^\d{4}-add-/.test(step);
}

/** All steps of this version by their names, in order. */
export const steps: Record<string, MigrationStep> = {
  "0001-content": content,
  "0002-company": company,
  "0003-leads": leads,
  "0004-mail": mail,
  "0005-accounts": accounts,
  "0006-positions": positions,
  "0007-visits": visits,
  "0008-files": files,
  "0009-previews": previews,
  "0010-company": companyMatters,
  "0011-lists": lists,
  "0012-leads": leadWork,
  "0013-letters": letters,
  "0014-title-search": titleSearch,
  "0015-mail-copies": mailCopies,
  "0016-sealed-mail": sealedMail,
  "0017-installation": installation,
  "0018-sign-in": signIn,
  "0019-kept-newsletters": keptNewsletters,
  "0020-one-table-of-leads": oneTableOfLeads,
  "0021-add-leases": leases,
  "0022-add-instances": instances,
  "0023-add-backups": backups,
  "0024-add-canary": canary,
  "0025-add-service-tokens": serviceTokens,
  "0025-add-webhooks": webhooks,
  "0026-add-category-uses": categoryUses,
  "0027-add-backup-increments": backupIncrements,
  "0028-add-imports": imports,
  "0029-add-import-lines": importLines,
  "0030-add-names": names,
  "0031-add-more-names": moreNames,
};

export interface MigrateOptions {
  /** Called before the first step is taken on a database that is in use already, with the step's name. */
  before?: (firstStep: string) => Promise<void>;
  /** Says what is being waited for. */
  log?: (line: string) => void;
  /** Other steps than those of this version, for tests. */
  steps?: Record<string, MigrationStep>;
}

/**
 * Brings the tables up to date, one instance at a time, and answers the names of the steps taken. All steps are taken in one
 * transaction on both engines: when one fails, or the process is killed, the database is as it was.
 * Throws a `NewerDatabase`, a `HalfUpdated` or a `MigrationFailed`.
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<string[]> {
  const known = options.steps ?? steps;
  const taken = await readTakenSteps(db);
  const newer = taken.filter((name) => !(name in known));
  if (!newer.every(onlyAdds)) throw new NewerDatabase();
  const first = Object.keys(known).find((name) => !taken.includes(name));
  if (first === undefined) return [];
  if (newer.length > 0) throw new NewerDatabase();
  if (taken.length > 0) await options.before?.(first);
  return db.locks.withoutTimeLimit((query) =>
    // A restore runs them in a transaction of its own.
    query.isTransaction
      ? takeSteps(db, query as Transaction<Schema>, known, first)
      : passReaders(db.locks, options.log, () =>
          query.transaction().execute((tx) => takeSteps(db, tx, known, first)),
        ),
  );
}

/** Shorter than the unit of systemd waits for a start. */
const longestHeldUpMs = 8 * 60_000;
const pauseMs = 3000;

/**
 * Whoever reads a table for long, as a backup or pg_dump does, holds up a change of it, and PostgreSQL lets everybody who comes
 * later wait behind that change. So a change that has to wait is given up within a second, and tried again until nobody reads; so is
 * one that met another's transaction crosswise.
 */
async function passReaders<Result>(
  locks: Locks,
  log: MigrateOptions["log"],
  work: () => Promise<Result>,
): Promise<Result> {
  const end = Date.now() + longestHeldUpMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MigrationFailed) || !locks.isLockTimeout(error.cause) || Date.now() >= end)
        throw error;
      if (tries === 1)
        log?.(
          "the update of the database waits until nobody holds its tables any more: a backup, pg_dump or a change is under way",
        );
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/**
 * The names of the steps that this version has and the database has not been through, in order. Throws a `NewerDatabase` where a
 * newer version did more than add.
 */
export async function readPendingSteps(db: Pick<Database, "query" | "dialect">): Promise<string[]> {
  const taken = await readTakenSteps(db);
  if (!taken.filter((name) => !Object.hasOwn(steps, name)).every(onlyAdds)) throw new NewerDatabase();
  return Object.keys(steps).filter((name) => !taken.includes(name));
}

async function takeSteps(
  db: Database,
  tx: Transaction<Schema>,
  known: Record<string, MigrationStep>,
  first: string,
): Promise<string[]> {
  await db.locks.acquire(tx, "migrations");
  await db.locks.limitLockWait(tx);
  const migrator = new Migrator({ db: tx, provider: stepsFor(db, known) });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error && db.dialect.name === "sqlite" && saysAlreadyThere(error)) throw new HalfUpdated(error);
  if (error) throw new MigrationFailed(first, error);
  return results.filter((result) => result.status === "Success").map((result) => result.migrationName);
}

/** The names of the steps this database has been through, in no order. */
export async function readTakenSteps({
  query,
  dialect,
}: Pick<Database, "query" | "dialect">): Promise<string[]> {
  if (!(await dialect.hasTable(query, "kysely_migration"))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query);
  return rows.map(({ name }) => name);
}

/** When the first step was taken; null before it. */
export async function readInstalledAt({
  query,
  dialect,
}: Pick<Database, "query" | "dialect">): Promise<Date | null> {
  if (!(await dialect.hasTable(query, "kysely_migration"))) return null;
  const { rows } = await sql<{
    at: string | null;
  }>`select min(timestamp) as at from kysely_migration`.execute(query);
  const at = rows[0]?.at;
  return at ? new Date(at) : null;
}

/** A newer version of the product has used this database, and did more than add to its tables. */
export class NewerDatabase extends PlainError {
  override name = "NewerDatabase";

  constructor() {
    super(
      "A newer version of Frontdesk has used this database: start that version, or restore a backup from before its update.",
    );
  }
}

/** A step could not be taken; the database is as it was before. */
export class MigrationFailed extends PlainError {
  override name = "MigrationFailed";

  constructor(step: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The update of the database (from step ${step} on) failed and nothing was changed: ${reason.replaceAll(/\s+/g, " ")}`,
      { cause },
    );
  }
}

/**
 * Older versions took the steps of the embedded database in the open, so that one interrupted in the middle left what can't be
 * told from a whole one, nor finished.
 */
export class HalfUpdated extends PlainError {
  override name = "HalfUpdated";

  constructor(cause: Error) {
    super(
      `An update of this database by an older version was interrupted in the middle (${cause.message.replaceAll(/\s+/g, " ")}), and can't be finished; nothing was changed now. Put the backup from before that update in its place and start again (docs/deploy.md, "Upgrade").`,
      { cause },
    );
  }
}

/** SQLite has no code of its own for this. */
function saysAlreadyThere(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /^(duplicate column name: |(table|index) \S+ already exists)/.test(error.message)
  );
}

function stepsFor(db: Database, known: Record<string, MigrationStep>): MigrationProvider {
  const migrations = Object.entries(known).map(([name, step]): [string, Migration] => [
    name,
    {
      up: (query) => step.up(query, db, db.encryption),
    },
  ]);
  return { getMigrations: async () => Object.fromEntries(migrations) };
}
