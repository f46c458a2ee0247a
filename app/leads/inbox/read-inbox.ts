import type { Database } from "#app/database/database.ts";
import type { LeadKind } from "../lead.ts";
import type { LeadFilter } from "./filter.ts";
import { findInbox, momentOfList, type Page, type Viewer } from "./list-inbox.ts";
import { writePlace } from "./place.ts";
import { type InboxRow, readRows } from "./read-rows.ts";

export interface Inbox {
  rows: InboxRow[];
  /** Places to go on from, for `after` and `before`; null where there is nothing more. */
  next: string | null;
  previous: string | null;
}

/** One page of a list. */
export async function readInbox(
  db: Database,
  kind: LeadKind,
  filter: LeadFilter,
  page: Page,
  viewer: Viewer,
): Promise<Inbox> {
  const { ids, hasNext, hasPrevious } = await findInbox(db, kind, filter, page, viewer);
  const rows = await readRows(db, kind, ids);
  const isByDay = momentOfList(filter) === "lead.created_at";
  const placeOf = (row: InboxRow) => ({ at: isByDay ? row.createdAt : row.surfacedAt, id: row.id });
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    next: hasNext && last ? writePlace(placeOf(last)) : null,
    previous: hasPrevious && first ? writePlace(placeOf(first)) : null,
  };
}
