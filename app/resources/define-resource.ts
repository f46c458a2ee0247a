import type { z } from "zod";
import { recordAudit } from "#app/audit/audit.ts";
import { type Database, write } from "#app/database/database.ts";
import type { PageRequest } from "#app/database/paging.ts";
import { writeCsv } from "#app/text/csv.ts";
import { dayOf } from "#app/text/moments.ts";
import type { CsvSpec, Definition, ListApi, ResourceAction, ResourceContext } from "./definition.ts";
import { type ListDefinition, type ListPage, readFilterValues, readListPage } from "./list-page.ts";

/** A list of records: its routes, its screen, its file and its part of the API are made from this. */
export interface Resource {
  name: string;
  title: string;
  path: string;
  view: string;
  role: "editor" | "admin";
  screen: string | null;
  isInMenu: boolean;
  actions: Record<string, ResourceAction>;
  readList(context: ResourceContext, url: URL): Promise<ListPage>;
  /** Null where the list is not exported. */
  exportCsv: ((context: ResourceContext, url: URL) => Promise<ExportedCsv>) | null;
  api: ResourceApi | null;
}

/** The list as the API answers it, whatever its rows are. */
export interface ResourceApi
  extends Omit<ListApi<never, never>, "query" | "list" | "show" | "showToToken" | "rowsKey"> {
  query: z.ZodRawShape;
  rowsKey: string | null;
  /** Rows as they are answered. @param query what `query` made of the address */
  list(
    db: Database,
    query: unknown,
    page: PageRequest & { isForToken?: boolean },
  ): Promise<{ rows: unknown[]; next: string | null }>;
}

/** Declares a list; what its rows are is known to it alone. */
export function defineResource<
  Row,
  Name extends string,
  ApiRow = Row,
  Query extends z.ZodRawShape = z.ZodRawShape,
>(definition: Definition<Row, Name, ApiRow, Query>): Resource {
  const { name, title, path, view, role, screen, isInMenu, actions, csv, api } = definition;
  return {
    name,
    title,
    path,
    view: view ?? "",
    role,
    screen: screen ?? null,
    isInMenu,
    actions: actions ?? {},
    readList: (context, url) => readListPage(definition, context, url),
    exportCsv: csv ? (context, url) => exportCsv(definition, csv, context, url) : null,
    api: api ? describeApi(api) : null,
  };
}

function describeApi<Row, Query extends z.ZodRawShape>(api: ListApi<Row, Query>): ResourceApi {
  const { list, show, showToToken = show, rowsKey, ...described } = api;
  return {
    ...described,
    rowsKey: rowsKey ?? null,
    async list(db, query, { isForToken, ...page }) {
      // The route has read it by the very schema that types it here.
      const { rows, next } = await list(db, query as z.infer<z.ZodObject<Query>>, page);
      return { rows: rows.map(isForToken ? showToToken : show), next };
    },
  };
}

/** A file to be: its name without ending, and what stands in it. */
interface ExportedCsv {
  name: string;
  csv: string;
}

/** All rows of a filtered list as CSV, in the order of the list; who took them along goes on record. */
async function exportCsv<Row, Name extends string>(
  definition: ListDefinition<Row, Name>,
  { file, columns, action, detail, mostRows = Number.POSITIVE_INFINITY }: CsvSpec<Row, Name>,
  context: ResourceContext,
  url: URL,
): Promise<ExportedCsv> {
  const values = readFilterValues(definition, url);
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const page = await definition.list(context, values, { limit: 100, after });
    rows.push(...page.rows);
    after = page.next ?? undefined;
  } while (after !== undefined && rows.length < mostRows);
  const { db, actionContext, timeZone } = context;
  await write(db, (tx) => recordAudit(tx, actionContext.actor, action, "", detail(rows.length, values)));
  const head = columns.map(({ name }) => name);
  const lines = rows.map((row) => columns.map(({ value }) => value(row)));
  return { name: `${file}-${dayOf(actionContext.now, timeZone)}`, csv: writeCsv(head, lines) };
}
