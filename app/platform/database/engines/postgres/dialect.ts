import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#app/platform/database/schema.ts";
import type { Dialect } from "../engine.ts";

export const postgresDialect: Dialect = {
  name: "postgres",
  keyType: `text collate "C"`,
  timestampIn: serverTimestamp,
  skipLocked: sql`for update skip locked`,
  isUniqueViolation: (error) => error instanceof Error && "code" in error && error.code === "23505",
  isConstraintViolation: (error) =>
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.startsWith("23"),
  hasTable,
  readSize,
};

/** The current time of the server plus `milliseconds`, as stored in columns. */
export function serverTimestamp(milliseconds: number): RawBuilder<string> {
  return sql<string>`to_char(clock_timestamp() at time zone 'UTC' + ${milliseconds}::float8 * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

async function hasTable(query: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${name}) as found`.execute(query);
  return rows[0]?.found != null;
}

async function readSize(query: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{
    bytes: string;
  }>`select pg_database_size(current_database()) as bytes`.execute(query);
  return Number(rows[0]?.bytes ?? 0);
}
