import { type Selectable, sql } from "kysely";
import type { Database } from "#app/platform/database/database.ts";
import { claimDue } from "#app/platform/database/leases.ts";
import type { OutboxTable } from "#app/platform/database/tables/outgoing.ts";
import { everyPriority, type MailQueue, mailQueues } from "./outbox.ts";

export type OutboxRow = Selectable<OutboxTable>;

/** Claims the mail of a queue that is most urgent and due longest; null without one. */
export async function claimNext(db: Database, now: Date, queue: MailQueue): Promise<OutboxRow | null> {
  const { priority, urgencies } = mailQueues[queue];
  const isNotExpired = sql`(expires_at is null or expires_at > ${now.toISOString()})`;
  for (const urgency of urgencies) {
    const condition = sql`priority = ${priority} and urgency = ${urgency} and ${isNotExpired}`;
    const row = await claimDue<OutboxRow>(db, "outbox", now, condition);
    if (row) return row;
  }
  return null;
}

/** Cancels expired mail and wipes expired links from failed mail; returns the cancelled mail. */
export async function cancelExpired(db: Database, now: Date): Promise<Pick<OutboxRow, "id" | "template">[]> {
  const at = now.toISOString();
  await db.query
    .updateTable("outbox")
    .set({ content: "" })
    .where("priority", "in", everyPriority)
    .where("status", "=", "failed")
    .where("expires_at", "<=", at)
    .where("content", "<>", "")
    .execute();
  return db.query
    .updateTable("outbox")
    .set({ status: "cancelled", content: "", claimed_until: null })
    .where("priority", "in", everyPriority)
    .where("status", "=", "waiting")
    .where("expires_at", "<=", at)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", at)]))
    .returning(["id", "template"])
    .execute();
}

/** Makes mail due now that failed while the server was unavailable, unless it failed five times. */
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
