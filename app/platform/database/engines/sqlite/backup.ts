import { type Kysely, sql } from "kysely";
import type { Schema } from "#app/platform/database/schema.ts";
import { type TableBackup, type TableShape, unbackedTables } from "../engine.ts";
import { sqliteSearchTables } from "./search.ts";

export function sqliteBackup(query: Kysely<Schema>): TableBackup {
  return {
    readTables,
    insertRows,
    // The single connection runs no other write meanwhile.
    readSnapshot: (work) => query.transaction().execute(work),
  };
}

const excludedTables = [...sqliteSearchTables, ...unbackedTables];

async function readTables(query: Kysely<Schema>): Promise<TableShape[]> {
  const { rows: tables } = await sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
      and name not like '\\_litestream\\_%' escape '\\'`.execute(query);
  const shapes: TableShape[] = [];
  for (const { name } of tables.filter((table) => !excludedTables.includes(table.name))) {
    const { rows: columns } = await sql<{ name: string; type: string; pk: number }>`select name, type, pk
      from pragma_table_info(${name}) order by cid`.execute(query);
    const { rows: others } = await sql<{ other: string }>`select distinct "table" as other
      from pragma_foreign_key_list(${name})`.execute(query);
    shapes.push({
      name,
      columns: columns.map((column) => ({
        name: column.name,
        type: typeOf(column.type),
      })),
      key: columns
        .filter(({ pk }) => pk > 0)
        .toSorted((a, b) => a.pk - b.pk)
        .map((column) => column.name),
      refersTo: others.map(({ other }) => other),
    });
  }
  return shapes;
}

function typeOf(declared: string): TableShape["columns"][number]["type"] {
  if (/int/i.test(declared)) return "integer";
  return /real|double/i.test(declared) ? "real" : "text";
}

/** Inserts rows with the types of their JSON values. */
async function insertRows(
  query: Kysely<Schema>,
  { name, columns }: Pick<TableShape, "name" | "columns">,
  json: string,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const values = sql.join(columns.map((_, at) => sql`value ->> ${sql.lit(`$[${at}]`)}`));
  await sql`insert into ${sql.table(name)} (${names}) select ${values} from json_each(${json})`.execute(
    query,
  );
}
