import { DomainError } from "#app/platform/domain-error.ts";
import type {
  ActionButtonSpec,
  BulkActionSpec,
  Cell,
  ColumnSpec,
  Definition,
  EmptyMessage,
  Filter,
  FilterChoice,
  FilterTabs,
  HeadLink,
  LinkTabs,
  NarrowScreen,
  ResourceContext,
  RowActionSpec,
  Summary,
} from "./definition.ts";

/** One page of a list, as its screen draws it. */
export interface ListPage {
  title: string;
  count: number | undefined;
  headLinks: readonly HeadLink[];
  tabs: ShownTabs[];
  /** The form below or beside the tabs; null where there is nothing to fill in. */
  filters: ShownFilters | null;
  columns: ShownColumn[];
  rows: ShownRow[];
  hasRowActions: boolean;
  bulkActions: readonly BulkActionSpec[];
  /** What is said instead of rows. */
  empty: EmptyMessage | null;
  pager: { previous: string | null; next: string | null };
  pagerWords: { previous: string; next: string };
  csv: { href: string; label: string } | null;
}

interface ShownTabs {
  label: string;
  tabs: readonly { name: string; to: string; isCurrent: boolean; count?: number | undefined }[];
}

interface ShownFilters {
  /** A search has one field, and its selects narrow at once; several fields wait for their button. */
  isSearch: boolean;
  fields: ShownFilter[];
  /** What else the address keeps. */
  hidden: { name: string; value: string }[];
  /** Address without filters; null when none is set. */
  clear: string | null;
}

export type ShownFilter = { name: string; value: string; label: string } & (
  | { type: "search" | "text"; placeholder: string }
  | { type: "day" }
  | { type: "select"; groups: ChoiceGroup[] }
);

export interface ChoiceGroup {
  /** Empty for choices that stand alone. */
  name: string;
  choices: FilterChoice[];
}

export type ShownColumn = Omit<ColumnSpec<never>, "cell" | "name" | "hidesOn"> & {
  name: string;
  hidesOn: NarrowScreen | null;
};

export interface ShownRow {
  id: string;
  name: string;
  cells: Cell[];
  actions: (ActionButtonSpec & { values: Record<string, string>; about: string })[];
}

/** What `readListPage` and the CSV need of a definition. */
export type ListDefinition<Row, Name extends string> = Omit<Definition<Row, Name, never, never>, "api">;

/** One page of a list by its address. A DomainError "missing" for an address that asks for what there is not. */
export async function readListPage<Row, Name extends string>(
  definition: ListDefinition<Row, Name>,
  context: ResourceContext,
  url: URL,
): Promise<ListPage> {
  const { title, columns, csv, bulkActions = [], rowActions = [], pageSize } = definition;
  const values = readFilterValues(definition, url);
  const page = await definition.list(context, values, readPageParam(url, pageSize));
  const summary: Summary<Name> = (await definition.summary?.(context, values)) ?? {};
  const isEmpty = page.rows.length === 0;
  return {
    title,
    count: summary.count,
    headLinks: definition.headLinks ?? [],
    tabs: (summary.tabs ?? []).map((row) => showTabs(row, values, url)),
    filters: await showFilters(definition, context, values, url),
    columns: columns.map(({ cell: _, name, hidesOn, ...column }) => ({
      ...column,
      name: typeof name === "string" ? name : name(context),
      hidesOn: hidesOn ?? null,
    })),
    rows: page.rows.map((row) => ({
      id: definition.rowId(row),
      name: definition.rowName(row),
      cells: columns.map(({ cell }) => cell(row, context)),
      actions: rowActions
        .filter(({ isFor }) => isFor?.(row) ?? true)
        .map((action) => showAction(action, row)),
    })),
    hasRowActions: rowActions.length > 0,
    bulkActions,
    empty: isEmpty ? await definition.empty(values, summary, context) : null,
    pager: neighbours(url, page),
    pagerWords: definition.pagerWords ?? { previous: "Previous", next: "Next" },
    csv:
      csv && (csv.isAlwaysOffered || !isEmpty)
        ? { label: csv.label, href: withQuery(new URL(`${pathOf(url)}/csv${url.search}`, url), {}) }
        : null,
  };
}

/** What an address asks for; "" where it says nothing. A DomainError "missing" for tabs that are not there. */
export function readFilterValues<Name extends string>(
  { filters }: { filters: Record<Name, Filter> },
  url: URL,
): Record<Name, string> {
  const entries = entriesOf(filters).map(([name, filter]) => {
    const value = readTextParam(url, name);
    if (filter.type !== "tabs" || value === "" || filter.values.includes(value)) return [name, value];
    if (filter.unknown === "not-found") throw new DomainError("missing", "There is no such list.");
    return [name, ""];
  });
  return Object.fromEntries(entries);
}

function showTabs<Name extends string>(
  row: FilterTabs<Name> | LinkTabs,
  values: Record<Name, string>,
  url: URL,
): ShownTabs {
  if ("links" in row) return { label: row.label, tabs: row.links };
  const { label, filter, clears = [] } = row;
  const cleared = Object.fromEntries(clears.map((name) => [name, null]));
  const tabs = row.tabs.map(({ name, value, count }) => ({
    name,
    count,
    to: withQuery(url, { ...cleared, [filter]: value }),
    isCurrent: values[filter] === value,
  }));
  return { label, tabs };
}

async function showFilters<Row, Name extends string>(
  { filters }: ListDefinition<Row, Name>,
  context: ResourceContext,
  values: Record<Name, string>,
  url: URL,
): Promise<ShownFilters | null> {
  const all = entriesOf(filters);
  const fields: ShownFilter[] = [];
  for (const [name, filter] of all) {
    const value = values[name];
    if (filter.type === "tabs" || filter.type === "link") continue;
    if (filter.type === "select") {
      const groups = groupChoices(filter.all, await filter.choices(context));
      fields.push({ type: "select", name, value, label: filter.label, groups });
    } else fields.push({ ...filter, name, value });
  }
  if (fields.length === 0) return null;
  const hidden = all.flatMap(([name, { type }]) =>
    (type === "tabs" || type === "link") && values[name] !== "" ? [{ name, value: values[name] }] : [],
  );
  return {
    isSearch: fields.some(({ type }) => type === "search"),
    fields,
    hidden,
    clear: Object.values(values).some((value) => value !== "") ? pathOf(url) : null,
  };
}

function groupChoices(all: string | undefined, choices: readonly FilterChoice[]): ChoiceGroup[] {
  const groups = Map.groupBy(choices, ({ group = "" }) => group);
  const shown = [...groups].map(([name, found]) => ({ name, choices: found }));
  return all === undefined ? shown : [{ name: "", choices: [{ value: "", name: all }] }, ...shown];
}

function showAction<Row>({ intent, label, isDangerous, values, about }: RowActionSpec<Row>, row: Row) {
  return { intent, label, isDangerous: isDangerous ?? false, values: values(row), about: about(row) };
}

function entriesOf<Name extends string, Value>(record: Record<Name, Value>): [Name, Value][] {
  // The keys of a literal are its type's, and no others.
  return Object.entries(record) as [Name, Value][];
}

/** An address with some keys of its query put in their places; null or "" takes one away. Paging begins anew unless it is given. */
export function withQuery(url: URL, changes: Record<string, string | null>): string {
  const query = new URLSearchParams(url.search);
  for (const name of ["after", "before", "_routes", "index"]) query.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const path = pathOf(url);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Without what React Router adds for its own requests. */
export function pathOf(url: URL): string {
  return url.pathname.replace(/\.data$/, "");
}

/** What a list's address asks for, as text; longer than anybody types is cut. */
export function readTextParam(url: URL, name: string): string {
  return (url.searchParams.get(name) ?? "").slice(0, 200).replaceAll("\0", "").toWellFormed().trim();
}

/** The page of a list that its address asks for. */
export function readPageParam(url: URL, limit: number) {
  const [after, before] = [url.searchParams.get("after"), url.searchParams.get("before")];
  return { limit, ...(after ? { after } : before ? { before } : {}) };
}

/** Addresses of the neighbouring pages. */
export function neighbours(url: URL, { next, previous }: { next: string | null; previous: string | null }) {
  return {
    next: next && withQuery(url, { after: next }),
    previous: previous && withQuery(url, { before: previous }),
  };
}
