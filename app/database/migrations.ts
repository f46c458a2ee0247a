import type { Kysely } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import type { Engine } from "./engines/engine.ts";
import * as content from "./migrations/0001-content.ts";
import * as company from "./migrations/0002-company.ts";
import * as leads from "./migrations/0003-leads.ts";
import * as mail from "./migrations/0004-mail.ts";
import * as accounts from "./migrations/0005-accounts.ts";
import type { Schema } from "./schema.ts";

/** One step forward; there are none back: a backup is the way back. */
export interface Step {
  up(query: Kysely<Schema>, engine: Engine): Promise<void>;
}

const steps: Record<string, Step> = {
  "0001-content": content,
  "0002-company": company,
  "0003-leads": leads,
  "0004-mail": mail,
  "0005-accounts": accounts,
};

/**
 * Brings the tables up to date, one instance at a time, and answers the names of the steps taken.
 * Throws when the database holds steps this version doesn't know: then a newer version has been here.
 */
export async function migrate(db: Database): Promise<string[]> {
  const migrator = new Migrator({ db: db.query, provider: stepsFor(db.engine) });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error)
    throw new Error(`The database could not be brought up to date: ${explain(error)}`, { cause: error });
  return results.filter((result) => result.status === "Success").map((result) => result.migrationName);
}

function stepsFor(engine: Engine): MigrationProvider {
  const migrations = Object.entries(steps).map(([name, step]): [string, Migration] => [
    name,
    { up: (query) => step.up(query, engine) },
  ]);
  return { getMigrations: async () => Object.fromEntries(migrations) };
}

function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /previously executed migration/.test(text)
    ? "a newer version of Frontdesk has used it; start that version, or restore a backup"
    : text;
}
