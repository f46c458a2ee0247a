import type { z } from "zod";
import { recordAudit } from "#app/domain/audit/audit.ts";
import { writeCsv } from "#app/lib/text/csv.ts";
import { dayOf } from "#app/lib/text/moments.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import type { PageRequest } from "#app/platform/database/paging.ts";
import type { CsvSpec, Definition, ListApi, ResourceAction, ResourceContext } from "./definition.ts";
import { type ListDefinition, type ListPage, readFilterValues, readListPage } from "./list-page.ts";

/** List of records, from which its routes, screen, export and API are generated. */
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
  /** Null if the list has no export. */
  exportCsv: ((context: ResourceContext, url: URL) => Promise<ExportedCsv>) | null;
  api: ResourceApi | null;
}

/** API of the list, independent of the row type. */
export interface ResourceApi
  extends Omit<ListApi<never, never>, "query" | "list" | "show" | "showToToken" | "rowsKey"> {
  query: z.ZodRawShape;
  rowsKey: string | null;
  /** Response rows. @param query parsed by `query` */
  list(
    db: Database,
    query: unknown,
    page: PageRequest & { isForToken?: boolean },
  ): Promise<{ rows: unknown[]; next: string | null }>;
}

/** Defines a list; the row type stays internal. */
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
      // The route parsed the query with the same schema.
      const { rows, next } = await list(db, query as z.infer<z.ZodObject<Query>>, page);
      return { rows: rows.map(isForToken ? showToToken : show), next };
    },
  };
}

/** Export file: name without extension, and content. */
interface ExportedCsv {
  name: string;
  csv: string;
}

/** Exports all rows of a filtered list as CSV in list order, and records the export in the audit log. */
async function exportCsv<Row, Name extends string>(
  definition: ListDefinition<Row, Name>,
  { file, columns, action, detail, maxRows = Number.POSITIVE_INFINITY }: CsvSpec<Row, Name>,
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
  } while (after !== undefined && rows.length < maxRows);
  const { db, actionContext, timeZone } = context;
  await write(db, (tx) => recordAudit(tx, actionContext.actor, action, "", detail(rows.length, values)));
  const head = columns.map(({ name }) => name);
  const lines = rows.map((row) => columns.map(({ value }) => value(row)));
  return { name: `${file}-${dayOf(actionContext.now, timeZone)}`, csv: writeCsv(head, lines) };
}
