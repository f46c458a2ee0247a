import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SortName } from "./staff-filter.ts";

type Value = string | number;

/** The columns of an order; the last is the id, so that no two entries share a place. Each has an index. */
const columns: Record<SortName, readonly RawBuilder<Value>[]> = {
  updated: [sql`entries.updated_at`, sql`entries.id`],
  title: [sql`entries.title_key`, sql`entries.id`],
  published: [sql`coalesce(entries.published_at, '')`, sql`entries.id`],
  position: [sql`entries.position`, sql`entries.id`],
  state: [sql`entries.state`, sql`entries.updated_at`, sql`entries.id`],
};

/** A place in the list: the values of a row in the list's order, and how many rows stand before it. */
export interface StaffCursor {
  values: Value[];
  at: number;
}

export function columnsOf(sort: SortName): readonly RawBuilder<Value>[] {
  return columns[sort];
}

/** Rows behind a place, walking in one direction. */
export function behindPlace(
  sort: SortName,
  direction: "asc" | "desc",
  { values }: StaffCursor,
): RawBuilder<SqlBool> {
  const sign = sql.raw(direction === "asc" ? ">" : "<");
  return sql<SqlBool>`(${sql.join(columns[sort])}) ${sign} (${sql.join(values)})`;
}

export function writeStaffCursor(sort: SortName, { values, at }: StaffCursor): string {
  return Buffer.from(JSON.stringify([sort, at, ...values])).toString("base64url");
}

/** Reads a cursor that came back; null when it is none of ours, or of another order. */
export function readStaffCursor(sort: SortName, text: string): StaffCursor | null {
  if (!/^[\w-]{8,1200}$/.test(text)) return null;
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!Array.isArray(read)) return null;
    const [name, at, ...values] = read;
    const isRight =
      values.length === columns[sort].length &&
      values.every((value, n) => typeof value === (sort === "position" && n === 0 ? "number" : "string")) &&
      values.every((value) => typeof value === "string" || Number.isSafeInteger(value)) &&
      !values.some((value) => String(value).includes("\0"));
    return name === sort && Number.isSafeInteger(at) && at >= 0 && isRight ? { values, at } : null;
  } catch {
    return null;
  }
}
