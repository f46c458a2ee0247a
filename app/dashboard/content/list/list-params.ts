import {
  firstDirectionOf,
  type SortName,
  sortNames,
  states,
} from "#app/domain/content/staff-list/staff-filter.ts";
import type { State } from "#app/platform/database/tables/content.ts";

/** Parameters in the address of a list; invalid ones count as missing. */
export interface ListParams {
  q: string;
  state: State | "";
  /** Slug of a category. */
  category: string;
  /** In the format of `bylineKeyOf`. */
  byline: string;
  /** Id of the account that last edited an entry; the parameter is "author", also in saved views. */
  editor: string;
  /** Days as `YYYY-MM-DD`. */
  from: string;
  to: string;
  sort: SortName;
  direction: "asc" | "desc";
  columns: Column[];
  after: string;
  before: string;
}

export const columnNames = ["category", "state", "author", "editor", "updated", "published"] as const;
export type Column = (typeof columnNames)[number];

const usualColumns: readonly Column[] = ["category", "state", "author", "updated"];

export interface ListCapabilities {
  isOrdered: boolean;
  hasCategories: boolean;
  hasByline: boolean;
}

export function parseListParams(search: URLSearchParams, capabilities: ListCapabilities): ListParams {
  const text = (name: string, most = 200) => (search.get(name) ?? "").replaceAll("\0", "").slice(0, most);
  const day = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(text(name)) ? text(name) : "");
  return {
    q: text("q").trim(),
    state: states.find((state) => state === text("state")) ?? "",
    category: capabilities.hasCategories ? text("category", 400) : "",
    byline: capabilities.hasByline ? text("byline", 200) : "",
    editor: text("author", 64),
    from: day("from"),
    to: day("to"),
    ...readSort(text("sort"), capabilities),
    columns: readColumns(search.getAll("columns").join(","), capabilities),
    after: text("after", 1200),
    before: text("before", 1200),
  };
}

/** Address of the list with changed parameters; starts at the first page unless `changes` has a page. */
export function addressOf(
  path: string,
  params: ListParams,
  change: Partial<ListParams>,
  capabilities: ListCapabilities,
): string {
  const query = queryOf({ ...params, after: "", before: "", ...change }, capabilities);
  return query === "" ? path : `${path}?${query}`;
}

export function queryOf(params: ListParams, capabilities: ListCapabilities): string {
  const { q, state, category, byline, editor, from, to, after, before } = params;
  const sort = sortText(params.sort, params.direction);
  const columns = params.columns.join(",");
  const values = { q, state, category, byline, author: editor, from, to, after, before };
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  if (sort !== sortText(...firstSort(capabilities))) query.set("sort", sort);
  if (columns !== defaultColumnsFor(capabilities).join(",")) query.set("columns", columns);
  return query.toString();
}

export function hasFilters({ q, state, category, byline, editor, from, to }: ListParams): boolean {
  return [q, state, category, byline, editor, from, to].some((value) => value !== "");
}

function readSort(text: string, capabilities: ListCapabilities): Pick<ListParams, "sort" | "direction"> {
  const sort = sortNames.find((name) => name === text.replace(/^-/, ""));
  if (!sort || (sort === "position" && !capabilities.isOrdered)) {
    const [first, direction] = firstSort(capabilities);
    return { sort: first, direction };
  }
  return { sort, direction: text.startsWith("-") ? "desc" : "asc" };
}

function readColumns(text: string, capabilities: ListCapabilities): Column[] {
  const chosen = availableColumns(capabilities).filter((name) => text.split(",").includes(name));
  return chosen.length === 0 ? defaultColumnsFor(capabilities) : chosen;
}

/** Columns available in the list of a kind. */
export function availableColumns({ hasCategories, hasByline }: ListCapabilities): Column[] {
  return columnNames.filter(
    (name) => (name !== "category" || hasCategories) && (name !== "author" || hasByline),
  );
}

function defaultColumnsFor(capabilities: ListCapabilities): Column[] {
  return availableColumns(capabilities).filter((name) => usualColumns.includes(name));
}

function firstSort({ isOrdered }: ListCapabilities): [SortName, "asc" | "desc"] {
  const sort = isOrdered ? "position" : "updated";
  return [sort, firstDirectionOf(sort)];
}

function sortText(sort: SortName, direction: "asc" | "desc"): string {
  return direction === "desc" ? `-${sort}` : sort;
}

export const columnLabels: Record<Column, string> = {
  category: "Category",
  state: "State",
  author: "Author",
  editor: "Last edited by",
  updated: "Modified",
  published: "Published",
};
