import { type Selectable, sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import { claimDue } from "#app/database/leases.ts";
import type { OutboxTable } from "#app/database/tables/outgoing.ts";
import { everyPriority, type MailQueue, mailQueues } from "./outbox.ts";

export type OutboxRow = Selectable<OutboxTable>;

/** Takes the most urgent mail of a queue that is due longest in hand, or answers null. */
export async function claimNext(db: Database, now: Date, queue: MailQueue): Promise<OutboxRow | null> {
  const { priority, urgencies } = mailQueues[queue];
  const isOpen = sql`(expires_at is null or expires_at > ${now.toISOString()})`;
  for (const urgency of urgencies) {
    const isWanted = sql`priority = ${priority} and urgency = ${urgency} and ${isOpen}`;
    const row = await claimDue<OutboxRow>(db, "outbox", now, isWanted);
    if (row) return row;
  }
  return null;
}

/** Cancels expired mail and wipes expired links from failed mail; answers what was cancelled. */
export async function cancelExpired(db: Database, now: Date): Promise<Pick<OutboxRow, "id" | "template">[]> {
  const moment = now.toISOString();
  await db.query
    .updateTable("outbox")
    .set({ content: "" })
    .where("priority", "in", everyPriority)
    .where("status", "=", "failed")
    .where("expires_at", "<=", moment)
    .where("content", "<>", "")
    .execute();
  return db.query
    .updateTable("outbox")
    .set({ status: "cancelled", content: "", claimed_until: null })
    .where("priority", "in", everyPriority)
    .where("status", "=", "waiting")
    .where("expires_at", "<=", moment)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", moment)]))
    .returning(["id", "template"])
    .execute();
}

/** Mails that failed while the server was away need not wait longer for it; one that failed often waits on. */
export async function retryNow(db: Database, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.query
    .updateTable("outbox")
    .set({ next_attempt_at: now.toISOString() })
    .where("id", "in", ids)
    .where("status", "=", "waiting")
    .where("attempts", "<", 5)
    .where("next_attempt_at", ">", now.toISOString())
    .execute();
}
