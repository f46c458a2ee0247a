import { firstDirectionOf, type SortName, sortNames, states } from "#app/content/staff-list/staff-filter.ts";
import type { State } from "#app/database/tables/content.ts";

/** What the address of a list asks for; anything it can't mean is as if it weren't there. */
export interface ListParams {
  q: string;
  state: State | "";
  /** Address part of a category. */
  category: string;
  /** As `bylineKeyOf` writes it. */
  byline: string;
  /** Id of the account that last edited an entry; addresses call it "author", as saved views do. */
  editor: string;
  /** Days, `YYYY-MM-DD`. */
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

export function parseListParams(search: URLSearchParams, possible: ListCapabilities): ListParams {
  const text = (name: string, most = 200) => (search.get(name) ?? "").replaceAll("\0", "").slice(0, most);
  const day = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(text(name)) ? text(name) : "");
  return {
    q: text("q").trim(),
    state: states.find((state) => state === text("state")) ?? "",
    category: possible.hasCategories ? text("category", 400) : "",
    byline: possible.hasByline ? text("byline", 200) : "",
    editor: text("author", 64),
    from: day("from"),
    to: day("to"),
    ...readSort(text("sort"), possible),
    columns: readColumns(search.getAll("columns").join(","), possible),
    after: text("after", 1200),
    before: text("before", 1200),
  };
}

/** The address of the same list with something else asked; a page of its own only when it is said. */
export function addressOf(
  path: string,
  params: ListParams,
  change: Partial<ListParams>,
  possible: ListCapabilities,
): string {
  const query = queryOf({ ...params, after: "", before: "", ...change }, possible);
  return query === "" ? path : `${path}?${query}`;
}

export function queryOf(params: ListParams, possible: ListCapabilities): string {
  const { q, state, category, byline, editor, from, to, after, before } = params;
  const sort = sortText(params.sort, params.direction);
  const columns = params.columns.join(",");
  const values = { q, state, category, byline, author: editor, from, to, after, before };
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  if (sort !== sortText(...firstSort(possible))) query.set("sort", sort);
  if (columns !== usual(possible).join(",")) query.set("columns", columns);
  return query.toString();
}

export function hasFilters({ q, state, category, byline, editor, from, to }: ListParams): boolean {
  return [q, state, category, byline, editor, from, to].some((value) => value !== "");
}

function readSort(text: string, possible: ListCapabilities): Pick<ListParams, "sort" | "direction"> {
  const sort = sortNames.find((name) => name === text.replace(/^-/, ""));
  if (!sort || (sort === "position" && !possible.isOrdered)) {
    const [first, direction] = firstSort(possible);
    return { sort: first, direction };
  }
  return { sort, direction: text.startsWith("-") ? "desc" : "asc" };
}

function readColumns(text: string, possible: ListCapabilities): Column[] {
  const chosen = possibleColumns(possible).filter((name) => text.split(",").includes(name));
  return chosen.length === 0 ? usual(possible) : chosen;
}

/** The columns that a list of this kind can show. */
export function possibleColumns({ hasCategories, hasByline }: ListCapabilities): Column[] {
  return columnNames.filter(
    (name) => (name !== "category" || hasCategories) && (name !== "author" || hasByline),
  );
}

function usual(possible: ListCapabilities): Column[] {
  return possibleColumns(possible).filter((name) => usualColumns.includes(name));
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
