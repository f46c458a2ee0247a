import { type RawBuilder, sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import type { Kind } from "../kind.ts";
import { findNarrowest, narrowingsOf } from "./narrowings.ts";
import { behindPlace, columnsOf, type StaffCursor } from "./orders.ts";
import type { SortName, StaffFilter } from "./staff-filter.ts";

interface Walk {
  sort: SortName;
  direction: "asc" | "desc";
  from: StaffCursor | null;
  limit: number;
}

/** Ids of the entries that stand behind a place of the list, each with its own place in it. */
export async function findPlaces(
  db: Database,
  kind: Kind,
  filter: StaffFilter,
  { sort, direction, from, limit }: Walk,
): Promise<{ id: string; values: (string | number)[] }[]> {
  const columns = columnsOf(sort);
  const places = sql.join(columns.map((column, n) => sql`${column} as ${sql.ref(`c${n}`)}`));
  const order = sql.join(columns.map((column) => sql`${column} ${sql.raw(direction)}`));
  const behind = from ? sql`and ${behindPlace(sort, direction, from)}` : sql``;
  const { rows } = await sql<Record<string, string | number>>`
    select ${places} ${await matching(db, kind, filter, sort)} ${behind} order by ${order} limit ${limit}`.execute(
    db.query,
  );
  return rows.map((row) => {
    const values = columns.map((_, n) => row[`c${n}`] ?? "");
    return { id: String(values.at(-1)), values };
  });
}

/** How many entries a filter leaves; `most` + 1 stands for more than `most`. */
export async function countMatching(
  db: Database,
  kind: Kind,
  filter: StaffFilter,
  most = 200,
): Promise<number> {
  const limited = sql`select 1 ${await matching(db, kind, filter, "updated")} limit ${most + 1}`;
  const { rows } = await sql<{ n: number | string }>`select count(*) as n from (${limited}) as found`.execute(
    db.query,
  );
  return Number(rows[0]?.n ?? 0);
}

/** `cross join` keeps SQLite to the order given here: from the few to their entries. */
async function matching(
  db: Database,
  kind: Kind,
  filter: StaffFilter,
  sort: SortName,
): Promise<RawBuilder<unknown>> {
  const narrowings = narrowingsOf(kind, filter, { sort });
  const narrowest = await findNarrowest(db, narrowings);
  const rest = narrowings.filter((one) => one !== narrowest?.narrowing).map(({ holds }) => sql`and ${holds}`);
  const ofState = filter.state ? sql`and entries.state = ${filter.state}` : sql``;
  const whole = sql`entries.kind = ${kind.name} and entries.deleted_at is null ${ofState} ${sql.join(rest, sql` `)}`;
  return narrowest
    ? sql`from (${listOf(narrowest.ids)}) as narrowed cross join entries where entries.id = narrowed.id and ${whole}`
    : sql`from entries where ${whole}`;
}

/** As many places as the next power of two, so that few different statements have to be prepared and kept. */
function listOf(ids: readonly string[]): RawBuilder<unknown> {
  const places = 2 ** Math.ceil(Math.log2(Math.max(ids.length, 1)));
  const [first, ...rest] = Array.from({ length: places }, (_, n) => sql`(${ids[n] ?? ""})`);
  return sql`with given(id) as (values ${sql.join([first, ...rest])}) select id from given`;
}
