import type { Kysely } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import type { Engine } from "./engines/engine.ts";
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
