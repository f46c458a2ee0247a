import type { Database } from "#app/database/database.ts";
import { type Page, type Paged, readPage } from "#app/database/paging.ts";
import type { LeadKind } from "../lead.ts";
import type { LeadFilter } from "./filter.ts";
import { directionOf, findInbox, type Viewer } from "./list-inbox.ts";
import { type InboxRow, readRows } from "./read-rows.ts";

/** One page of a list. */
export async function readInbox(
  db: Database,
  kind: LeadKind,
  filter: LeadFilter,
  page: Page,
  viewer: Viewer,
): Promise<Paged<InboxRow>> {
  const { rows, next, previous } = await readPage(
    page,
    directionOf(filter),
    (place, towards, most) => findInbox(db, kind, filter, { place, towards, most }, viewer),
    ({ moment }) => moment,
  );
  const ids = rows.map(({ id }) => id);
  return { rows: await readRows(db, kind, ids), next, previous };
}
