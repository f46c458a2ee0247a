import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";
import { accountsTables } from "./baseline/accounts.ts";
import { contentTables } from "./baseline/content.ts";
import { filesTables } from "./baseline/files.ts";
import { leadsTables } from "./baseline/leads.ts";
import { mailTables } from "./baseline/mail.ts";
import { operationsTables } from "./baseline/operations.ts";

/** Every table of version 0.2.0, with its indexes and search. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const statements = [
    accountsTables,
    contentTables,
    filesTables,
    leadsTables,
    mailTables,
    operationsTables,
  ].flatMap((tables) => tables(engine));
  for (const statement of statements) await sql.raw(statement).execute(query);
  await engine.search.entries.create(query);
  await engine.search.leads.create(query);
}
