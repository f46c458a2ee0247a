import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { isStorable } from "#app/lib/text/plain-text.ts";

/** A position in an ordered list: the sort key and id of the row next to it. */
export interface Cursor {
  sortKey: string;
  id: string;
}

export type Direction = "asc" | "desc";

/** A requested page, by a cursor of another page; at most 100 rows. */
export interface PageRequest {
  after?: string | undefined;
  before?: string | undefined;
  limit: number;
}

export interface Paged<Row> {
  rows: Row[];
  /** Cursors of the adjacent pages; null at the ends. */
  next: string | null;
  previous: string | null;
}

export function writeCursor({ sortKey, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sortKey, id])).toString("base64url");
}

/** Reads a cursor from a request; null if it is invalid. */
export function readCursor(text: string): Cursor | null {
  if (!/^[\w-]{8,1000}$/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!Array.isArray(value) || value.length !== 2) return null;
    const [sortKey, id]: unknown[] = value;
    return isPlain(sortKey) && isPlain(id) ? { sortKey, id } : null;
  } catch {
    return null;
  }
}

/** Order of a list: a column, then the id. With an index over both, every page costs the same. */
export interface RowOrder<Row> {
  direction: Direction;
  sortKey: string;
  /** Column of the id; `id` by default. */
  id?: string;
  sortKeyOf: (row: Row) => string | number;
  /** The column holds 32-bit integers, which PostgreSQL does not compare with text. */
  isNumber?: boolean;
}

/** Rows after a position in one direction, at most `limit`. */
export interface KeysetRange {
  place: Cursor | null;
  towards: Direction;
  limit: number;
}

export const newestFirst = {
  direction: "desc",
  sortKey: "created_at",
  sortKeyOf: (row: { created_at: string }) => row.created_at,
} as const satisfies RowOrder<{ created_at: string }>;

/** Reads one page of a query. */
export async function readPage<DB, TB extends keyof DB, Row extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, Row>,
  page: PageRequest,
  order: RowOrder<Row>,
): Promise<Paged<Row>> {
  const limit = Math.min(page.limit, 100);
  const isBackwards = page.before !== undefined;
  const place = readCursor(page.before ?? page.after ?? "");
  const towards = isBackwards === (order.direction === "desc") ? "asc" : "desc";
  const found = await applyKeyset(query, order, { place, towards, limit: limit + 1 }).execute();
  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (isBackwards) rows.reverse();
  const cursorOf = (row: Row | undefined) =>
    row && writeCursor({ sortKey: String(order.sortKeyOf(row)), id: row.id });
  const hasNext = isBackwards ? place !== null : hasMore;
  const hasPrevious = isBackwards ? hasMore : place !== null;
  return {
    rows,
    next: (hasNext && cursorOf(rows.at(-1))) || null,
    previous: (hasPrevious && cursorOf(rows.at(0))) || null,
  };
}

/** Limits a query to a range. The row comparison lets the database start in the index at the position. */
export function applyKeyset<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { sortKey, id = "id", isNumber }: Pick<RowOrder<Row>, "sortKey" | "id" | "isNumber">,
  { place, towards, limit }: KeysetRange,
): SelectQueryBuilder<DB, TB, Row> {
  const [column, idColumn] = [sql.ref(sortKey), sql.ref(id)];
  const ordered = query.orderBy(column, towards).orderBy(idColumn, towards).limit(limit);
  const key = isNumber && place ? readInteger(place.sortKey) : (place?.sortKey ?? null);
  if (!place || key === null) return ordered;
  const sign = sql.raw(towards === "asc" ? ">" : "<");
  return ordered.where(sql<SqlBool>`(${column}, ${idColumn}) ${sign} (${key}, ${place.id})`);
}

function readInteger(text: string): number | null {
  return /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31 ? Number(text) : null;
}

function isPlain(value: unknown): value is string {
  return typeof value === "string" && isStorable(value);
}
