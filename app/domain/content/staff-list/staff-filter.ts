import type { State } from "#app/platform/database/tables/content.ts";
import type { Kind } from "../kind.ts";

export const states = ["draft", "scheduled", "published", "changed", "archived"] as const satisfies State[];

export const sortNames = ["updated", "title", "published", "position", "state"] as const;
export type SortName = (typeof sortNames)[number];

/** Filter of a staff list. */
export interface StaffFilter {
  /** Words; each starts a word of the newest title. */
  search?: string | undefined;
  state?: State | undefined;
  /** Id of a category in the public or the newest version. */
  category?: string | undefined;
  /** Id of the account that saved the newest version. */
  editor?: string | undefined;
  /** Author in the newest version, in the form of `bylineKeyOf`. */
  byline?: string | undefined;
  /** Start of the change date, inclusive. */
  since?: string | undefined;
  /** End of the change date, exclusive. */
  until?: string | undefined;
}

export interface StaffPlace {
  sort?: SortName | undefined;
  direction?: "asc" | "desc" | undefined;
  /** Cursor of the adjacent page. */
  after?: string | undefined;
  before?: string | undefined;
  /** At most 100. */
  limit?: number | undefined;
}

/** Default order of a list, and the default direction of each order. */
export function firstSortOf(kind: Kind): SortName {
  return kind.order === "position" ? "position" : "updated";
}

export function firstDirectionOf(sort: SortName): "asc" | "desc" {
  return sort === "updated" || sort === "published" ? "desc" : "asc";
}
