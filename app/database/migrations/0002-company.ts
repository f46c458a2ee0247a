import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** The company's settings, its pictures, and the record of who did what. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(query);
  await run(
    sql`create table settings (key ${key} primary key, data text not null, version integer not null, updated_at ${key} not null)`,
  );
  await run(sql`create table files (
    id ${key} primary key, name text not null, type ${key} not null, width integer not null, height integer not null, bytes integer not null,
    alt text not null, focal_x real not null, focal_y real not null, placeholder text not null, created_at ${key} not null, created_by ${key})`);
  await run(sql`create table audit (
    id ${key} primary key, at ${key} not null, actor ${key} not null, action ${key} not null, subject text not null,
    detail text not null, request_id ${key} not null)`);
  await run(sql`create index audit_subject on audit (subject, at)`);
}
