import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";

/** Longer than any sending may take: what is still in hand then belonged to an instance that is gone. */
const claimMs = 2 * 60_000;

/** Tables of what waits to leave: with `id`, `status`, `attempts`, `next_attempt_at` and `claimed_until`. */
type OutboxName = "outbox" | "webhook_deliveries";

/**
 * Takes what waits and is due longest in hand, or answers null; a try counts from here on. Of several who ask at once each gets
 * another: what one is just taking, the others pass over.
 * @param only what else must hold of the row
 */
export async function claimDue<Row>(
  { query, engine }: Database,
  table: OutboxName,
  now: Date,
  only: RawBuilder<unknown>,
): Promise<Row | null> {
  const moment = now.toISOString();
  const until = new Date(now.getTime() + claimMs).toISOString();
  // One value, found once: as a list PostgreSQL may look it up, and lock, again for every row it joins.
  const { rows } = await sql<Row>`update ${sql.table(table)}
    set claimed_until = ${until}, attempts = attempts + 1
    where id = (
      select id from ${sql.table(table)}
      where status = 'waiting' and next_attempt_at <= ${moment}
        and (claimed_until is null or claimed_until <= ${moment}) and ${only}
      order by next_attempt_at, id limit 1 ${engine.passLocked})
    returning *`.execute(query);
  return rows[0] ?? null;
}
