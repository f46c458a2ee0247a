import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Encryption } from "#app/platform/secrets/encryption.ts";
import type { Engine } from "./engines/engine.ts";
import type { Schema } from "./schema.ts";

/** An open database: query builder, engine-specific parts, and the key of encrypted columns. */
export interface Database extends Engine {
  readonly query: Kysely<Schema>;
  /** Encrypts the columns of `sealedColumns`. */
  readonly encryption: Encryption;
}

/** A transaction in progress; `invalidate` adds cache tags that every instance drops after the commit. */
export interface Writing extends Database {
  readonly query: Transaction<Schema>;
  invalidate(...tags: string[]): void;
}

/** Runs `work` in one transaction and invalidates its cache tags after the commit. */
export async function write<Result>(db: Database, work: (tx: Writing) => Promise<Result>): Promise<Result> {
  const invalidated = new Set<string>();
  const invalidate = (...tags: string[]) => {
    for (const tag of tags) invalidated.add(tag);
  };
  let number: string | null = null;
  const result = await db.query.transaction().execute(async (query) => {
    const output = await work({ ...db, query, invalidate });
    number = await db.changes.record(query, invalidated);
    return output;
  });
  db.changes.notify(invalidated, number);
  return result;
}

/** Matches a column or expression that contains the text literally, without regard to case. */
export function containsText(column: string | RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const value = typeof column === "string" ? sql.ref(column) : column;
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`lower(${value}) like ${pattern} escape '\\'`;
}
