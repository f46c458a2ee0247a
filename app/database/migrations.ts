import { sql, type Transaction } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import { PlainError } from "#app/platform/domain-error.ts";
import type { Database } from "./database.ts";
import type { Engine, Locks } from "./engines/engine.ts";
import { type MigrationStep, steps } from "./migrations/steps.ts";
import type { Schema } from "./schema.ts";

/**
 * Whether a step only adds tables, columns with a default and indexes, so that the release before it can still serve. A step of
 * another name removes what is unused, one release later (docs/decisions/0071).
 */
export function onlyAdds(step: string): boolean {
  return /^\d{4}-add-/.test(step);
}

export interface MigrateOptions {
  /** Called before the first step is taken on a database that is in use already, with the step's name. */
  before?: (firstStep: string) => Promise<void>;
  /** Says what is being waited for. */
  log?: (line: string) => void;
  /** Other steps than those of this version, for tests. */
  steps?: Record<string, MigrationStep>;
}

/**
 * Runs the pending steps in one transaction, one instance at a time, and returns their names.
 * Throws an `UnsupportedTables`, a `NewerDatabase` or a `MigrationFailed`.
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
  if (error) throw new MigrationFailed(first, error);
  return results.filter((result) => result.status === "Success").map((result) => result.migrationName);
}

/** The names of the steps this database has been through, in no order. Throws an `UnsupportedTables`. */
export async function readTakenSteps({
  query,
  dialect,
}: Pick<Database, "query" | "dialect">): Promise<string[]> {
  if (!(await dialect.hasTable(query, "kysely_migration"))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query);
  const taken = rows.map(({ name }) => name);
  refuseUnsupported(taken, "database");
  return taken;
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

/** Throws an `UnsupportedTables` where the steps are those of version 0.1.0. */
export function refuseUnsupported(taken: readonly string[], source: "database" | "backup"): void {
  if (taken.includes("0001-content")) throw new UnsupportedTables(source);
}

/** The tables are those of version 0.1.0, which no step leads on from. */
export class UnsupportedTables extends PlainError {
  override name = "UnsupportedTables";

  constructor(source: "database" | "backup") {
    super(
      `This ${source} is from version 0.1.0, which can't be updated: ${source === "backup" ? "restore and " : ""}export it with 0.1.0, then import that into an empty database here (docs/import.md, "From version 0.1.0").`,
    );
  }
}

/** A newer version of the product has used this database, and did more than add to its tables. */
export class NewerDatabase extends PlainError {
  override name = "NewerDatabase";

  constructor(
    words = "A newer version of Frontdesk has used this database: start that version, or restore a backup from before its update.",
  ) {
    super(words);
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

function stepsFor(engine: Engine, known: Record<string, MigrationStep>): MigrationProvider {
  const migrations = Object.entries(known).map(([name, step]): [string, Migration] => [
    name,
    {
      up: (query) => step.up(query, engine),
    },
  ]);
  return { getMigrations: async () => Object.fromEntries(migrations) };
}
