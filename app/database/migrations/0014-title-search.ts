import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** Titles have an index of their own to be searched in; what the dashboard's first screen asks for is found without looking through everything. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(query);
  for (const table of ["messages", "calls"]) {
    const own = sql.table(table);
    await run(sql`create index ${sql.ref(`${table}_arrived`)} on ${own} (created_at, status, merged_into)`);
  }
  await run(
    sql`create index entries_unfinished on entries (author_id, updated_at, id) where state in ('draft', 'changed') and deleted_at is null`,
  );
  await run(sql`create index outbox_left on outbox (sent_at) where sent_at is not null`);
  await engine.search.entries.createTitles(query);
}
