import { type Kysely, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";
import { createWritableView, type TableName } from "./writable-views.ts";

/** Tables by their former names, as releases before this one read and write them; the views are what the code names. */
const namedAnew: readonly TableName[] = [
  { view: "category_redirects", table: "gone_categories", key: ["id"], others: ["taxonomy", "to_id"] },
  {
    view: "not_found_log",
    table: "lost_addresses",
    key: ["address_key", "day"],
    others: ["address", "count", "referrer", "last_at"],
  },
  {
    view: "two_factor",
    table: "second_steps",
    key: ["user_id"],
    others: ["secret", "recovery_codes", "verified", "last_step", "created_at"],
  },
];

/**
 * Names that say what is meant, beside the former ones, which the release before this reads and writes on (docs/decisions/0066).
 * The former ones, with the indexes on `lane`, go with the next release.
 */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  for (const names of namedAnew) await createWritableView(query, engine, names);
  if (engine.dialect.name === "sqlite") {
    await sql`alter table outbox add column priority integer not null default 0`.execute(query);
    await sql`update outbox set priority = lane where lane <> 0`.execute(query);
    await keepEqualOnSqlite(query);
  } else {
    await addPriorityOnPostgres(query);
    await keepEqualOnPostgres(query);
  }
  await sql`create index outbox_by_priority on outbox (priority, next_attempt_at, id) where status = 'waiting'`.execute(
    query,
  );
  await sql`create index outbox_by_date on outbox (priority, created_at, id)`.execute(query);
  await sql`create index outbox_by_status on outbox (priority, status, created_at, id)`.execute(query);
}

/**
 * The outbox is locked until the step is done, so few rows are written: a column is added without touching any, with the
 * commoner lane as what all rows there have, and only the others are set. The default for what comes afterwards is 0 all the same.
 */
async function addPriorityOnPostgres(query: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ lane: number }>`
    select lane from outbox group by lane order by count(*) desc limit 1`.execute(query);
  const commonest = sql.lit(rows[0]?.lane ?? 0);
  await sql`alter table outbox add column priority integer not null default ${commonest}`.execute(query);
  await sql`alter table outbox alter column priority set default 0`.execute(query);
  await sql`update outbox set priority = lane where lane <> ${commonest}`.execute(query);
}

/** Whichever of the two a release writes, the other is the same; neither is ever changed afterwards. */
async function keepEqualOnSqlite(query: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`create trigger outbox_priority after insert on outbox when new.priority <> new.lane begin
    update outbox set priority = max(new.priority, new.lane), lane = max(new.priority, new.lane) where id = new.id; end`)
    .execute(query);
}

async function keepEqualOnPostgres(query: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`create or replace function outbox_priority() returns trigger language plpgsql as $$ begin
    new.priority := greatest(new.priority, new.lane);
    new.lane := new.priority;
    return new; end $$`)
    .execute(query);
  await sql`create trigger outbox_priority before insert on outbox for each row execute function outbox_priority()`.execute(
    query,
  );
}
