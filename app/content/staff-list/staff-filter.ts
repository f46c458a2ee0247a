import type { State } from "#app/database/tables/content.ts";
import type { Kind } from "../kind.ts";

export const states = ["draft", "scheduled", "published", "changed", "archived"] as const satisfies State[];

export const sortNames = ["updated", "title", "published", "position", "state"] as const;
export type SortName = (typeof sortNames)[number];

/** What the staff's list of a kind is asked for. */
export interface StaffFilter {
  /** Each word begins a word of the newest title. */
  search?: string | undefined;
  state?: State | undefined;
  /** Id of a category that the public or the newest version holds. */
  category?: string | undefined;
  /** Id of the account that saved the newest version. */
  editor?: string | undefined;
  /** Whom the newest version names as its author, as `bylineKeyOf` writes it. */
  byline?: string | undefined;
  /** Last changed at or after this moment … */
  since?: string | undefined;
  /** … and before this one. */
  until?: string | undefined;
}

export interface StaffPlace {
  sort?: SortName | undefined;
  direction?: "asc" | "desc" | undefined;
  /** Cursor of the page before, or after, the one wanted. */
  after?: string | undefined;
  before?: string | undefined;
  /** At most 100. */
  limit?: number | undefined;
}

/** The order a list opens in, and the way each order is first read. */
export function firstSortOf(kind: Kind): SortName {
  return kind.order === "position" ? "position" : "updated";
}

export function firstDirectionOf(sort: SortName): "asc" | "desc" {
  return sort === "updated" || sort === "published" ? "desc" : "asc";
}
