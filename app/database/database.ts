import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Vault } from "#app/platform/secrets/vault.ts";
import type { Engine } from "./engines/engine.ts";
import type { Schema } from "./schema.ts";

/** What every query runs on: the query builder, what only one of the two engines can say, and what seals its secrets. */
export interface Database {
  readonly query: Kysely<Schema>;
  readonly engine: Engine;
  /** For the columns of `sealedColumns`. */
  readonly vault: Vault;
}

/** A transaction in progress. `touch` names what it changes, for the caches of every instance. */
export interface Writing extends Database {
  readonly query: Transaction<Schema>;
  invalidate(...labels: string[]): void;
}

/** Runs `work` in one transaction: all of it is kept, or nothing. What it touched is announced once it is kept. */
export async function write<Result>(db: Database, work: (tx: Writing) => Promise<Result>): Promise<Result> {
  const touched = new Set<string>();
  const touch = (...labels: string[]) => {
    for (const label of labels) touched.add(label);
  };
  let number: string | null = null;
  const result = await db.query.transaction().execute(async (query) => {
    const answer = await work({ query, engine: db.engine, vault: db.vault, invalidate: touch });
    number = await db.engine.announce(query, touched);
    return answer;
  });
  db.engine.announced(touched, number);
  return result;
}

/** Text that a column, or what is made of some, holds somewhere, without regard to case; its signs mean nothing. */
export function containsText(column: string | RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const value = typeof column === "string" ? sql.ref(column) : column;
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`lower(${value}) like ${pattern} escape '\\'`;
}
