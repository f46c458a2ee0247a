import type { Database } from "#app/database/database.ts";
import { type Paged, type PageRequest, readPage } from "#app/database/paging.ts";
import type { LeadKind } from "../lead.ts";
import type { LeadFilter } from "./filter.ts";
import { findInbox, type Viewer } from "./list-inbox.ts";
import { type InboxRow, readRows } from "./read-rows.ts";

/** One page of a list. */
export async function readInbox(
  db: Database,
  kind: LeadKind,
  filter: LeadFilter,
  page: PageRequest,
  viewer: Viewer,
): Promise<Paged<InboxRow>> {
  const found = await findInbox(db, kind, filter, viewer);
  if (found === null) return { rows: [], next: null, previous: null };
  const { rows, next, previous } = await readPage(found.query, page, found.order);
  const ids = rows.map(({ id }) => id);
  return { rows: await readRows(db, kind, ids), next, previous };
}
