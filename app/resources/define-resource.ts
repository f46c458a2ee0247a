import type { z } from "zod";
import type { Database } from "#app/database/database.ts";
import type { PageRequest } from "#app/database/paging.ts";
import type { Definition, ListApi, ResourceAction, ResourceContext } from "./definition.ts";
import { type ExportedCsv, exportCsv } from "./export-csv.ts";
import { type ListPage, readListPage } from "./list-page.ts";

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
export interface ResourceApi extends Omit<ListApi<never, never>, "query" | "list" | "show" | "rowsKey"> {
  query: z.ZodRawShape;
  rowsKey: string | null;
  /** Rows as they are answered. @param query what `query` made of the address */
  list(db: Database, query: unknown, page: PageRequest): Promise<{ rows: unknown[]; next: string | null }>;
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
  const { list, show, rowsKey, ...described } = api;
  return {
    ...described,
    rowsKey: rowsKey ?? null,
    async list(db, query, page) {
      // The route has read it by the very schema that types it here.
      const { rows, next } = await list(db, query as z.infer<z.ZodObject<Query>>, page);
      return { rows: rows.map(show), next };
    },
  };
}
