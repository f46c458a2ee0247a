import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/**
 * Backups and what became of their proof. Where the subject of a picture is, is kept as exactly by PostgreSQL as by the embedded
 * database, so that a row is the same in both.
 */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  await sql`create table backups (name ${key} primary key, reason ${key} not null, state ${key} not null,
    taken_at ${key} not null, bytes double precision not null, row_count integer not null, file_count integer not null,
    problem text not null, proved_at ${key}, restore_ms integer)`.execute(query);
  await sql`create index backups_taken on backups (taken_at)`.execute(query);
  if (engine.dialect.name === "sqlite") return;
  for (const column of ["focal_x", "focal_y"])
    await sql`alter table files alter column ${sql.ref(column)} type double precision
      using ${sql.ref(column)}::text::double precision`.execute(query);
}
