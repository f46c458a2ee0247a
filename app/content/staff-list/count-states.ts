import { sql } from "kysely";
import { cachedQuery, cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import type { State } from "#app/database/tables/content.ts";
import type { Kind } from "../kind.ts";
import { states } from "./staff-filter.ts";

/** How many entries of a kind are in each state; the trash is not counted. Counted again only when one has changed its state. */
export function countStates(db: Database, kind: Kind): Promise<Record<State, number>> {
  return cachedQuery(db, `states of ${kind.name}`, [cacheTags.states(kind.name)], async () => {
    const rows = await db.query
      .selectFrom("entries")
      .select((eb) => ["state", eb.fn.countAll().as("count")])
      .where("kind", "=", kind.name)
      .where("deleted_at", "is", null)
      .groupBy("state")
      .execute();
    const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
    // Every state has its key here.
    return Object.fromEntries(states.map((state) => [state, counts.get(state) ?? 0])) as Record<
      State,
      number
    >;
  });
}

/** Everybody who wrote the newest version of some entry of a kind; found by leaps along the index, however many entries there are. */
export async function listAuthors(db: Database, kind: Kind): Promise<string[]> {
  const next = (after: ReturnType<typeof sql>) => sql`select author_id from entries
    where kind = ${kind.name} and deleted_at is null and author_id > ${after} order by author_id limit 1`;
  const { rows } = await sql<{ id: string }>`with recursive authors(id) as (
    select (${next(sql`''`)}) union all select (${next(sql`authors.id`)}) from authors where authors.id is not null
  ) select id from authors where id is not null limit 200`.execute(db.query);
  return rows.map(({ id }) => id);
}
