import { type RawBuilder, sql } from "kysely";
import { type Place, readPlace, writePlace } from "./keyset.ts";

/** Which page of a list, the newest first; cursors come from the page beside it. */
export interface PageWish {
  size: number;
  after?: string | undefined;
  before?: string | undefined;
}

/** One page, and the cursors that lead to its neighbours; null where there is none. */
export interface Paged<Row> {
  rows: Row[];
  next: string | null;
  previous: string | null;
}

/** What a query of the page has to say: from where on, in which direction, and how many. */
export interface Stretch {
  direction: "asc" | "desc";
  /** A condition on `created_at` and `id`, which an index has in this order. */
  beyond: RawBuilder<boolean>;
  limit: number;
}

/** Reads one page of a list by the place beside it, so that the last page costs what the first does. */
export async function readPage<Row extends { created_at: string; id: string }>(
  { size, after, before }: PageWish,
  read: (stretch: Stretch) => Promise<Row[]>,
): Promise<Paged<Row>> {
  const place = readPlace(before ?? after ?? "");
  const isBack = before !== undefined && place !== null;
  const found = await read({
    direction: isBack ? "asc" : "desc",
    beyond: place ? beyond(isBack ? ">" : "<", place) : sql<boolean>`1 = 1`,
    limit: size + 1,
  });
  const hasMore = found.length > size;
  const rows = found.slice(0, size);
  if (isBack) rows.reverse();
  const hasNext = isBack || hasMore;
  const hasPrevious = isBack ? hasMore : place !== null;
  return {
    rows,
    next: hasNext ? cursorOf(rows.at(-1)) : null,
    previous: hasPrevious ? cursorOf(rows[0]) : null,
  };
}

/** Text that a column holds somewhere, without regard to case; its signs mean nothing. */
export function holds(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}

function beyond(sign: "<" | ">", { key, id }: Place): RawBuilder<boolean> {
  return sql<boolean>`(created_at, id) ${sql.raw(sign)} (${String(key)}, ${id})`;
}

function cursorOf(row: { created_at: string; id: string } | undefined): string | null {
  return row ? writePlace({ key: row.created_at, id: row.id }) : null;
}
