import { sql } from "kysely";
import { type Database, write } from "#app/database/database.ts";
import { recordHappening } from "./lead-events.ts";
import type { Status } from "./statuses.ts";

/** Brings back what was put off until now, at the top of the list: new if nobody had begun with it, else open. */
export async function wakeLeads(db: Database, now: Date): Promise<number> {
  const at = now.toISOString();
  const due = await db.query
    .selectFrom("leads")
    .select("id")
    .where("snoozed_until", "<=", at)
    .executeTakeFirst();
  if (!due) return 0;
  return write(db, async (tx) => {
    // It looks again at each row it has locked, so that of several instances one wakes it.
    const woken = await tx.query
      .updateTable("leads")
      .set({
        snoozed_until: null,
        sort_date: at,
        status: sql<Status>`case when status = 'waiting' then 'open' else status end`,
      })
      .where("snoozed_until", "<=", at)
      .returning("id")
      .execute();
    for (const { id } of woken) await recordHappening(tx, id, "woken", {}, now);
    return woken.length;
  });
}
