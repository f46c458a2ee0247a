import { type Kysely, sql } from "kysely";
import type { Schema } from "#app/platform/database/schema.ts";
import type { Dialect } from "../engine.ts";

export const sqliteDialect: Dialect = {
  name: "sqlite",
  keyType: "text",
  timestampIn: (milliseconds) =>
    sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${milliseconds / 1000} seconds`})`,
  skipLocked: sql``,
  isUniqueViolation: (error) => error instanceof Error && /UNIQUE constraint failed/.test(error.message),
  isConstraintViolation: (error) => error instanceof Error && /constraint failed/.test(error.message),
  hasTable,
  readSize,
};

async function hasTable(query: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(
    query,
  );
  return rows.length > 0;
}

async function readSize(query: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{
    bytes: number;
  }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(query);
  return rows[0]?.bytes ?? 0;
}
