import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import type { BackupTable, TableEnd } from "./format.ts";

/** Rows read with one question. */
const pageSize = 200;

/**
 * The rows of a table by its primary key, byte by byte, each as a JSON array of its values with a line end: the same on both
 * engines. Answers how many there were and their hash.
 */
export async function* readRowLines(
  { query, engine }: Pick<Database, "query" | "engine">,
  { name, columns, key }: BackupTable,
): AsyncGenerator<string, TableEnd> {
  const sum = createHash("sha256");
  const isText = new Set(columns.filter(({ type }) => type === "text").map((column) => column.name));
  const inBytes = (column: string) =>
    engine.name === "postgres" && isText.has(column) ? sql`${sql.ref(column)} collate "C"` : sql.ref(column);
  const order = sql.join(key.map(inBytes));
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  let rows = 0;
  for (let after: unknown[] | null = null; ; ) {
    const rest: ReturnType<typeof sql> =
      after === null ? sql`` : sql`where (${order}) > (${sql.join(after)})`;
    const page = await sql<Record<string, unknown>>`select ${names} from ${sql.table(name)} ${rest}
      order by ${order} limit ${pageSize}`.execute(query);
    for (const row of page.rows) {
      const line = `${JSON.stringify(columns.map((column) => row[column.name]))}\n`;
      sum.update(line);
      rows += 1;
      yield line;
    }
    const last = page.rows.at(-1);
    if (!last || page.rows.length < pageSize)
      return {
        table: name,
        rows,
        sha256: sum.digest("hex"),
      };
    after = key.map((column) => last[column]);
  }
}
