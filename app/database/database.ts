import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Encryption } from "#app/platform/secrets/encryption.ts";
import type { Engine } from "./engines/engine.ts";
import type { Schema } from "./schema.ts";

/** A database in use: the query builder, the parts in which the engines differ, and the key of encrypted columns. */
export interface Database extends Engine {
  readonly query: Kysely<Schema>;
  /** For the columns of `sealedColumns`. */
  readonly encryption: Encryption;
}

/** A transaction in progress. `invalidate` names the cache tags of what it changes, so that every instance drops what shows it. */
export interface Writing extends Database {
  readonly query: Transaction<Schema>;
  invalidate(...tags: string[]): void;
}

/** Runs `work` in one transaction: all of it is kept, or nothing. Its cache tags are announced once it is kept. */
export async function write<Result>(db: Database, work: (tx: Writing) => Promise<Result>): Promise<Result> {
  const invalidated = new Set<string>();
  const invalidate = (...tags: string[]) => {
    for (const tag of tags) invalidated.add(tag);
  };
  let number: string | null = null;
  const result = await db.query.transaction().execute(async (query) => {
    const answer = await work({ ...db, query, invalidate });
    number = await db.changes.record(query, invalidated);
    return answer;
  });
  db.changes.notify(invalidated, number);
  return result;
}

/** Text that a column, or what is made of some, holds somewhere, without regard to case; its signs mean nothing. */
export function containsText(column: string | RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const value = typeof column === "string" ? sql.ref(column) : column;
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`lower(${value}) like ${pattern} escape '\\'`;
}
