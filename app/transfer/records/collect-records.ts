import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import { withBreaks } from "#app/platform/breaks.ts";
import { type IdNames, writeMarkdown } from "../bundle/write-front-matter.ts";
import { type RecordTable, recordTables } from "./record-tables.ts";

export interface CollectedRecord {
  list: string;
  row: Record<string, unknown>;
}

const atOnce = 500;

/** Every row of the tables that go along word for word, each table's together in the order of the ids; of people only when they are asked for. */
export async function* collectRecords(
  db: Database,
  names: IdNames,
  { withPeople }: { withPeople: boolean },
): AsyncGenerator<CollectedRecord> {
  for (const table of recordTables.filter(({ isPersonal }) => withPeople || !isPersonal))
    for (let after = ""; ; ) {
      const rows = await readRows(db, table, after);
      for await (const row of withBreaks(rows))
        yield { list: table.list, row: asExported(table, row, names, withPeople) };
      if (rows.length < atOnce) break;
      after = String(rows.at(-1)?.id);
    }
}

async function readRows(db: Database, { table, columns }: RecordTable, after: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(Object.keys(columns).map((name) => sql.ref(name)))} from ${sql.table(table)}
    where id > ${after} order by id limit ${sql.lit(atOnce)}`.execute(db.query);
  return rows;
}

/** The photos of accounts are no files of the library, and stay behind. */
function asExported(
  { table, richText, people }: RecordTable,
  row: Record<string, unknown>,
  names: IdNames,
  withPeople: boolean,
): Record<string, unknown> {
  if (table === "users") return { ...row, image: null };
  const written =
    richText === null ? [] : [[richText, writeMarkdown(JSON.parse(String(row[richText])), names)]];
  const unnamed = withPeople ? [] : people.map((column) => [column, null]);
  return { ...row, ...Object.fromEntries([...written, ...unnamed]) };
}
