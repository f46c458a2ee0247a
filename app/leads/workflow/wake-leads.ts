import { sql } from "kysely";
import { type Database, write } from "#app/database/database.ts";
import { type LeadKind, tableOf } from "../lead.ts";
import { recordHappening } from "./lead-events.ts";
import type { Status } from "./statuses.ts";

/** Brings back what was put off until now, at the top of the list: new if nobody had begun with it, else open. */
export async function wakeLeads(db: Database, now: Date): Promise<number> {
  const counts = await Promise.all((["messages", "calls"] as const).map((kind) => wakeKind(db, kind, now)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The update looks again at each row it has locked, so that of several instances one wakes it. */
async function wakeKind(db: Database, kind: LeadKind, now: Date): Promise<number> {
  const at = now.toISOString();
  const due = await db.query
    .selectFrom(tableOf(kind))
    .select("id")
    .where("snoozed_until", "<=", at)
    .executeTakeFirst();
  if (!due) return 0;
  return write(db, async (tx) => {
    const woken = await tx.query
      .updateTable(tableOf(kind))
      .set({
        snoozed_until: null,
        surfaced_at: at,
        status: sql<Status>`case when status = 'waiting' then 'open' else status end`,
      })
      .where("snoozed_until", "<=", at)
      .returning("id")
      .execute();
    for (const { id } of woken) await recordHappening(tx, id, "woken", {}, now);
    return woken.length;
  });
}
