import { type Kysely, sql } from "kysely";
import type { Schema } from "#app/platform/database/schema.ts";
import { type TableBackup, type TableShape, unbackedTables } from "../engine.ts";
import { withoutTimeLimit } from "./connect.ts";
import { postgresSearchTables } from "./search.ts";

export function postgresBackup(url: string): TableBackup {
  return {
    readTables,
    insertRows,
    readSnapshot: (work) =>
      withoutTimeLimit(url, (own) =>
        own.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work),
      ),
  };
}

async function readTables(query: Kysely<Schema>): Promise<TableShape[]> {
  const { rows } = await sql<{
    name: string;
    columns: { name: string; type: string }[];
    key: string[];
    refersTo: string[];
  }>`select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select json_agg(a.attname order by k.place) from pg_index i, unnest(i.indkey) with ordinality as k (number, place),
        pg_attribute a where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.number), '[]') as key,
      coalesce((select json_agg(distinct o.relname) from pg_constraint f, pg_class o
        where f.conrelid = c.oid and f.contype = 'f' and o.oid = f.confrelid), '[]') as "refersTo"
    from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and c.relname not in (${sql.join([...postgresSearchTables, ...unbackedTables])}) and c.relname not like 'kysely\\_%'`.execute(
    query,
  );
  return rows.map((table) => ({
    ...table,
    columns: table.columns.map(({ name, type }) => ({
      name,
      type: typeOf(type),
    })),
  }));
}

function typeOf(type: string): TableShape["columns"][number]["type"] {
  if (type === "text" || type === "integer") return type;
  if (type === "real" || type === "double precision") return "real";
  throw new Error(`Columns of type ${type} can't be backed up.`);
}

async function insertRows(
  query: Kysely<Schema>,
  { name, columns }: Pick<TableShape, "name" | "columns">,
  json: string,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const casts = {
    text: sql``,
    integer: sql`::integer`,
    real: sql`::double precision`,
  };
  const values = sql.join(columns.map(({ type }, at) => sql`(value ->> ${sql.lit(at)})${casts[type]}`));
  await sql`insert into ${sql.table(name)} (${names})
    select ${values} from jsonb_array_elements(${json}::jsonb) as rows (value)`.execute(query);
}
