import { recordAudit } from "#app/audit/audit.ts";
import { write } from "#app/database/database.ts";
import { writeCsv } from "#app/text/csv.ts";
import type { CsvSpec, ResourceContext } from "./definition.ts";
import { type ListDefinition, readFilterValues } from "./list-page.ts";

/** A file to be: its name without ending, and what stands in it. */
export interface ExportedCsv {
  name: string;
  csv: string;
}

/** All rows of a filtered list as CSV, in the order of the list; who took them along goes on record. */
export async function exportCsv<Row, Name extends string>(
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
  const { db, actionContext } = context;
  await write(db, (tx) => recordAudit(tx, actionContext.actor, action, "", detail(rows.length, values)));
  const head = columns.map(({ name }) => name);
  const lines = rows.map((row) => columns.map(({ value }) => value(row)));
  return { name: `${file}-${actionContext.now.toISOString().slice(0, 10)}`, csv: writeCsv(head, lines) };
}
