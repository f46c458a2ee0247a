import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { isStorable } from "#app/text/plain-text.ts";

/** A place in an ordered list: the sort key and id of the row beside it. */
export interface Cursor {
  sortKey: string;
  id: string;
}

export type Direction = "asc" | "desc";

/** Which page of a list is asked for, by a cursor that came with another one; at most 100 rows. */
export interface PageRequest {
  after?: string | undefined;
  before?: string | undefined;
  limit: number;
}

export interface Paged<Row> {
  rows: Row[];
  /** Cursors of the neighbouring pages, null where there is none. */
  next: string | null;
  previous: string | null;
}

export function writeCursor({ sortKey, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sortKey, id])).toString("base64url");
}

/** Reads a cursor that came back from outside; null when it is none of ours. */
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

/** What a list is ordered by: a column, and the id where that is the same. An index over both lets any page cost what the first does. */
export interface RowOrder<Row> {
  direction: Direction;
  sortKey: string;
  /** `id`, where the query joins no other table that has one. */
  id?: string;
  sortKeyOf: (row: Row) => string | number;
  /** The column holds whole numbers of 32 bits: text would make the database stumble. */
  isNumber?: boolean;
}

/** A part of a list: what comes behind a place, walking in one direction, at most so many. */
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

/** One page of what a query finds. */
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

/** Narrows a query to a stretch of its list. The pair is compared as a pair, so that an index is entered at the place itself. */
export function applyKeyset<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { sortKey, id = "id", isNumber }: Pick<RowOrder<Row>, "sortKey" | "id" | "isNumber">,
  { place, towards, limit }: KeysetRange,
): SelectQueryBuilder<DB, TB, Row> {
  const [column, idColumn] = [sql.ref(sortKey), sql.ref(id)];
  const walked = query.orderBy(column, towards).orderBy(idColumn, towards).limit(limit);
  const key = isNumber && place ? readInteger(place.sortKey) : (place?.sortKey ?? null);
  if (!place || key === null) return walked;
  const sign = sql.raw(towards === "asc" ? ">" : "<");
  return walked.where(sql<SqlBool>`(${column}, ${idColumn}) ${sign} (${key}, ${place.id})`);
}

function readInteger(text: string): number | null {
  return /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31 ? Number(text) : null;
}

function isPlain(value: unknown): value is string {
  return typeof value === "string" && isStorable(value);
}
