import type { Database } from "#app/database/database.ts";
import type { Kind } from "../kind.ts";
import { findMatching } from "./find-places.ts";
import { readStaffCursor, writeStaffCursor } from "./orders.ts";
import { firstDirectionOf, firstSortOf, type StaffFilter, type StaffPlace } from "./staff-filter.ts";
import { readStaffRows, type StaffRow } from "./staff-row.ts";

export interface StaffPage {
  rows: StaffRow[];
  /** How many entries of the list stood before the first of these when they were counted on the way here. */
  before: number;
  /** Cursors of the neighbouring pages, null where there is none. */
  next: string | null;
  previous: string | null;
}

/** One page of a kind's entries outside the trash, drafts and all; paged by place, so that the last page costs what the first does. */
export async function listForStaff(
  db: Database,
  kind: Kind,
  filter: StaffFilter = {},
  place: StaffPlace = {},
): Promise<StaffPage> {
  const { sort = firstSortOf(kind), limit: asked = 50 } = place;
  const limit = Math.min(asked, 100);
  const forwards = place.direction ?? firstDirectionOf(sort);
  const isBack = place.before !== undefined;
  const from = readStaffCursor(sort, place.before ?? place.after ?? "");
  const direction = isBack ? opposite[forwards] : forwards;
  const found = await findMatching(db, kind, filter, { sort, direction, from, limit: limit + 1 });
  const hasMore = found.length > limit;
  const page = found.slice(0, limit);
  if (isBack) page.reverse();
  const before = countBefore(from?.at ?? null, isBack, page.length);
  const cursorAt = (n: number) => {
    const one = page.at(n);
    if (!one) return null;
    return writeStaffCursor(sort, { values: one.values, at: before + (n < 0 ? page.length - 1 : n) });
  };
  return {
    rows: await readStaffRows(
      db,
      kind,
      page.map(({ id }) => id),
    ),
    before,
    next: isBack || hasMore ? cursorAt(-1) : null,
    previous: (isBack ? hasMore : from !== null) ? cursorAt(0) : null,
  };
}

const opposite = { asc: "desc", desc: "asc" } as const;

function countBefore(at: number | null, isBack: boolean, length: number): number {
  if (at === null) return 0;
  return isBack ? Math.max(at - length, 0) : at + 1;
}
