import { sql, type Transaction } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import type { Database } from "./database.ts";
import type { Engine, Locks } from "./engines/engine.ts";
import { type MigrationStep, steps } from "./migrations/steps.ts";
import type { Schema } from "./schema.ts";

/**
 * Whether a step only adds tables, columns with a default and indexes, so that the previous release still works. Other steps
 * remove unused parts one release later (docs/decisions/0045-updates-tried-on-a-copy.md).
 */
export function isAdditive(step: string): boolean {
  return /^\d{4}-add-/.test(step);
}

export interface MigrateOptions {
  /** Called with the first step's name before an existing database changes. */
  before?: (firstStep: string) => Promise<void>;
  /** Receives a line while the update waits for a lock. */
  log?: (line: string) => void;
  /** Replaces the steps of this version, for tests. */
  steps?: Record<string, MigrationStep>;
}

/**
 * Runs the pending steps in one transaction, one instance at a time, and returns their names.
 * Throws an `UnsupportedTables`, a `NewerDatabase` or a `MigrationFailed`.
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<string[]> {
  const known = options.steps ?? steps;
  const applied = await readAppliedSteps(db);
  const newer = applied.filter((name) => !(name in known));
  if (!newer.every(isAdditive)) throw new NewerDatabase();
  const first = Object.keys(known).find((name) => !applied.includes(name));
  if (first === undefined) return [];
  if (newer.length > 0) throw new NewerDatabase();
  if (applied.length > 0) await options.before?.(first);
  return db.locks.withoutTimeLimit((query) =>
    // A restore runs the steps in its own transaction.
    query.isTransaction
      ? applySteps(db, query as Transaction<Schema>, known, first)
      : retryOnLockTimeout(db.locks, options.log, () =>
          query.transaction().execute((tx) => applySteps(db, tx, known, first)),
        ),
  );
}

/** Shorter than the start timeout of the systemd unit. */
const maxLockRetryMs = 8 * 60_000;
const pauseMs = 3000;

/**
 * Retries `work` after lock timeouts and deadlocks. PostgreSQL queues every later query behind a waiting schema change, so a
 * change must not wait long for a reader such as pg_dump.
 */
async function retryOnLockTimeout<Result>(
  locks: Locks,
  log: MigrateOptions["log"],
  work: () => Promise<Result>,
): Promise<Result> {
  const end = Date.now() + maxLockRetryMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MigrationFailed) || !locks.isLockTimeout(error.cause) || Date.now() >= end)
        throw error;
      if (tries === 1)
        log?.("the update waits for a lock on a table: a backup, pg_dump or another transaction is running");
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/**
 * Lists the names of the pending steps in order. Throws a `NewerDatabase` when a newer version has removed something.
 */
export async function readPendingSteps(db: Pick<Database, "query" | "dialect">): Promise<string[]> {
  const applied = await readAppliedSteps(db);
  if (!applied.filter((name) => !Object.hasOwn(steps, name)).every(isAdditive)) throw new NewerDatabase();
  return Object.keys(steps).filter((name) => !applied.includes(name));
}

async function applySteps(
  db: Database,
  tx: Transaction<Schema>,
  known: Record<string, MigrationStep>,
  first: string,
): Promise<string[]> {
  await db.locks.acquire(tx, "migrations");
  await db.locks.limitLockWait(tx);
  const migrator = new Migrator({ db: tx, provider: stepsFor(db, known) });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw new MigrationFailed(first, error);
  return results.filter((result) => result.status === "Success").map((result) => result.migrationName);
}

/** Lists the names of the applied steps, unsorted. Throws an `UnsupportedTables`. */
export async function readAppliedSteps({
  query,
  dialect,
}: Pick<Database, "query" | "dialect">): Promise<string[]> {
  if (!(await dialect.hasTable(query, "kysely_migration"))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query);
  const applied = rows.map(({ name }) => name);
  refuseUnsupported(applied, "database");
  return applied;
}

/** Returns the time of the first step; null before it. */
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

/** Throws an `UnsupportedTables` when the steps are those of version 0.1.0. */
export function refuseUnsupported(applied: readonly string[], source: "database" | "backup"): void {
  if (applied.includes("0001-content")) throw new UnsupportedTables(source);
}

/** An error for tables of version 0.1.0, which can't be updated. */
export class UnsupportedTables extends PlainError {
  override name = "UnsupportedTables";

  constructor(source: "database" | "backup") {
    super(
      `This ${source} is from version 0.1.0, which can't be updated: ${source === "backup" ? "restore and " : ""}export it with 0.1.0, then import that into an empty database here (docs/import.md, "From version 0.1.0").`,
    );
  }
}

/** An error for a database from which a newer version has removed something. */
export class NewerDatabase extends PlainError {
  override name = "NewerDatabase";

  constructor(
    words = "A newer version of Frontdesk has used this database: start that version, or restore a backup from before its update.",
  ) {
    super(words);
  }
}

/** An error for a failed step; the database is unchanged. */
export class MigrationFailed extends PlainError {
  override name = "MigrationFailed";

  constructor(step: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The update of the database failed (starting with step ${step}) and nothing was changed: ${reason.replaceAll(/\s+/g, " ")}`,
      { cause },
    );
  }
}

function stepsFor(engine: Engine, known: Record<string, MigrationStep>): MigrationProvider {
  const migrations = Object.entries(known).map(([name, step]): [string, Migration] => [
    name,
    {
      up: (query) => step.up(query, engine),
    },
  ]);
  return { getMigrations: async () => Object.fromEntries(migrations) };
}
