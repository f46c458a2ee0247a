import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";
import { accountsTables } from "./baseline/accounts.ts";
import { contentTables } from "./baseline/content.ts";
import { filesTables } from "./baseline/files.ts";
import { leadsTables } from "./baseline/leads.ts";
import { mailTables } from "./baseline/mail.ts";
import { operationsTables } from "./baseline/operations.ts";

/** Creates the tables, indexes and search of version 0.2.0. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const statements = [
    accountsTables,
    contentTables,
    filesTables,
    leadsTables,
    mailTables,
    operationsTables,
  ].flatMap((tables) => tables(engine));
  // PostgreSQL runs them in one round trip; SQLite prepares one statement at a time.
  const scripts = engine.dialect.name === "postgres" ? [statements.join(";\n")] : statements;
  for (const script of scripts) await sql.raw(script).execute(query);
  await engine.search.entries.create(query);
  await engine.search.leads.create(query);
}
