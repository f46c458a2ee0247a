import { type RawBuilder, sql } from "kysely";

/** Text that a column holds somewhere, without regard to case; its signs mean nothing. */
export function holds(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}
