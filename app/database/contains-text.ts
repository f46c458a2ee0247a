import { type RawBuilder, sql } from "kysely";

/** Text that a column, or what is made of some, holds somewhere, without regard to case; its signs mean nothing. */
export function containsText(column: string | RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const value = typeof column === "string" ? sql.ref(column) : column;
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`lower(${value}) like ${pattern} escape '\\'`;
}
