import type { Database, Writing } from "#app/platform/database/database.ts";
import { outboxTag } from "./outbox.ts";

/** Delivery figures of a batch. */
export interface BatchFigures {
  /** Not sent yet: due, scheduled or being sent. */
  waiting: number;
  /** Handed to the mail server. */
  sent: number;
  /** Stored in the data folder because no mail server is set. */
  stored: number;
  failed: number;
  /** Cancelled before sending. */
  cancelled: number;
}

/** Pauses the unsent mail of a batch. Claimed mail may still be sent; if it fails, it is paused too. */
export async function pauseBatch(tx: Writing, batch: string): Promise<void> {
  await tx.query
    .updateTable("outbox")
    .set({ status: "scheduled" })
    .where("batch", "=", batch)
    .where("status", "=", "waiting")
    .execute();
}

export async function releaseBatch(tx: Writing, batch: string, now: Date): Promise<void> {
  await tx.query
    .updateTable("outbox")
    .set({ status: "waiting", next_attempt_at: now.toISOString() })
    .where("batch", "=", batch)
    .where("status", "=", "scheduled")
    .execute();
  tx.invalidate(outboxTag);
}

/** Cancels the unsent mail of a batch. */
export async function cancelBatch(tx: Writing, batch: string): Promise<void> {
  await tx.query
    .updateTable("outbox")
    .set({ status: "cancelled" })
    .where("batch", "=", batch)
    .where("status", "in", ["waiting", "scheduled"])
    .where("claimed_until", "is", null)
    .execute();
}

/** Cancels the unsent bulk mail to one address. */
export async function cancelBulkTo(tx: Writing, addressKey: string): Promise<void> {
  await tx.query
    .updateTable("outbox")
    .set({ status: "cancelled" })
    .where("to_key", "=", addressKey)
    .where("batch", "is not", null)
    .where("status", "in", ["waiting", "scheduled"])
    .where("claimed_until", "is", null)
    .execute();
}

/** Counts mail of a batch that is untried or being sent. */
export async function countInProgress({ query }: Database, batch: string): Promise<number> {
  const row = await query
    .selectFrom("outbox")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("batch", "=", batch)
    .where("status", "=", "waiting")
    .where((eb) => eb.or([eb("attempts", "=", 0), eb("claimed_until", "is not", null)]))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export async function countBatch({ query }: Database, batch: string): Promise<BatchFigures> {
  const rows = await query
    .selectFrom("outbox")
    .select((eb) => ["status", eb.fn.countAll<number>().as("count")])
    .where("batch", "=", batch)
    .groupBy("status")
    .execute();
  const sum = (...statuses: string[]) =>
    rows.reduce((total, { status, count }) => total + (statuses.includes(status) ? Number(count) : 0), 0);
  return {
    waiting: sum("waiting", "scheduled"),
    sent: sum("sent"),
    stored: sum("stored"),
    failed: sum("failed"),
    cancelled: sum("cancelled"),
  };
}
