import { type Expression, type SqlBool, sql } from "kysely";

/** A place in an ordered list: the sort key and id of the row beside it. */
export interface Cursor {
  sortKey: string;
  id: string;
}

export type Direction = "asc" | "desc";

/** Which page of a list is asked for, by a cursor that came with another one; at most 100 rows. */
export interface Page {
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

/**
 * One page of a list, walked by place, so that the last page costs what the first does.
 * @param read the rows behind a place (from the beginning for null), in a direction, at most so many
 */
export async function readPage<Row extends { id: string }>(
  page: Page,
  order: Direction,
  read: (place: Cursor | null, direction: Direction, limit: number) => Promise<Row[]>,
  sortKeyOf: (row: Row) => string,
): Promise<Paged<Row>> {
  const limit = Math.min(page.limit, 100);
  const isBackwards = page.before !== undefined;
  const place = readCursor(page.before ?? page.after ?? "");
  const direction = isBackwards === (order === "desc") ? "asc" : "desc";
  const found = await read(place, direction, limit + 1);
  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (isBackwards) rows.reverse();
  const cursorOf = (row: Row | undefined) => row && writeCursor({ sortKey: sortKeyOf(row), id: row.id });
  const hasNext = isBackwards ? place !== null : hasMore;
  const hasPrevious = isBackwards ? hasMore : place !== null;
  return {
    rows,
    next: (hasNext && cursorOf(rows.at(-1))) || null,
    previous: (hasPrevious && cursorOf(rows.at(0))) || null,
  };
}

/**
 * Rows behind a place of a list, walking in one direction; without a place all of them. The pair is compared as a pair,
 * so that an index is entered at the place itself.
 */
export function isBehind(
  place: { sortKey: string | number; id: string } | null,
  direction: Direction,
  columns: { sortKey: string; id: string },
): Expression<SqlBool> {
  if (!place) return sql<SqlBool>`1 = 1`;
  const [sortKey, id] = [sql.ref(columns.sortKey), sql.ref(columns.id)];
  return direction === "asc"
    ? sql<SqlBool>`(${sortKey}, ${id}) > (${place.sortKey}, ${place.id})`
    : sql<SqlBool>`(${sortKey}, ${id}) < (${place.sortKey}, ${place.id})`;
}

/** PostgreSQL refuses text with a zero in it. */
function isPlain(value: unknown): value is string {
  return typeof value === "string" && !value.includes("\0") && value.isWellFormed();
}
