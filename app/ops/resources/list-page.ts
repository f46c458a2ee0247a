import { DomainError } from "#app/lib/errors/domain-error.ts";
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

/** Page of a list as its screen renders it. */
export interface ListPage {
  title: string;
  count: number | undefined;
  headLinks: readonly HeadLink[];
  tabs: ShownTabs[];
  /** Filter form below or next to the tabs; null without fields. */
  filters: ShownFilters | null;
  columns: ShownColumn[];
  rows: ShownRow[];
  hasRowActions: boolean;
  bulkActions: readonly BulkActionSpec[];
  /** Message shown without rows. */
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
  /** A single search field applies immediately with its selects; several fields have a button. */
  isSearch: boolean;
  fields: ShownFilter[];
  /** Other query keys that the form preserves. */
  hidden: { name: string; value: string }[];
  /** Address without filters; null without active filters. */
  clear: string | null;
}

export type ShownFilter = { name: string; value: string; label: string } & (
  | { type: "search" | "text"; placeholder: string }
  | { type: "day" }
  | { type: "select"; groups: ChoiceGroup[] }
);

export interface ChoiceGroup {
  /** Empty for choices without a group. */
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

/** Parts of a definition that `readListPage` and the CSV export use. */
export type ListDefinition<Row, Name extends string> = Omit<Definition<Row, Name, never, never>, "api">;

/** Page of a list by its address. Throws a DomainError "missing" for an invalid address. */
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

/** Filter values of an address; "" if unset. Throws a DomainError "missing" for unknown tabs. */
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
  // A literal has exactly the keys of its type.
  return Object.entries(record) as [Name, Value][];
}

/** Address with some query keys replaced; null or "" removes one. Resets paging unless included. */
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

/** Path without React Router's own query keys. */
export function pathOf(url: URL): string {
  return url.pathname.replace(/\.data$/, "");
}

/** Text parameter of a list's address, cut at a plausible length. */
export function readTextParam(url: URL, name: string): string {
  return (url.searchParams.get(name) ?? "").slice(0, 200).replaceAll("\0", "").toWellFormed().trim();
}

/** Page parameters of a list's address. */
export function readPageParam(url: URL, limit: number) {
  const [after, before] = [url.searchParams.get("after"), url.searchParams.get("before")];
  return { limit, ...(after ? { after } : before ? { before } : {}) };
}

/** Addresses of the adjacent pages. */
export function neighbours(url: URL, { next, previous }: { next: string | null; previous: string | null }) {
  return {
    next: next && withQuery(url, { after: next }),
    previous: previous && withQuery(url, { before: previous }),
  };
}
