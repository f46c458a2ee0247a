import type { Database, Writing } from "#app/database/database.ts";
import { outboxLabel } from "./outbox.ts";

/** What became of a batch so far. */
export interface BatchFigures {
  /** Still to leave, held back or on their way. */
  waiting: number;
  /** Handed to the mail server. */
  sent: number;
  /** Kept in the data folder and not sent, for want of a mail server. */
  kept: number;
  failed: number;
  /** Not sent, because nobody wanted them any more. */
  dropped: number;
}

/** Holds back what has not left yet. What is in hand may still leave; if it does not, it waits with the rest. */
export async function pauseBatch(tx: Writing, batch: string): Promise<void> {
  await tx.query
    .updateTable("outbox")
    .set({ status: "held" })
    .where("batch", "=", batch)
    .where("status", "=", "waiting")
    .execute();
}

export async function releaseBatch(tx: Writing, batch: string, now: Date): Promise<void> {
  await tx.query
    .updateTable("outbox")
    .set({ status: "waiting", next_attempt_at: now.toISOString() })
    .where("batch", "=", batch)
    .where("status", "=", "held")
    .execute();
  tx.invalidate(outboxLabel);
}

/** Gives up what has not left yet. */
export async function cancelBatch(tx: Writing, batch: string): Promise<void> {
  await tx.query
    .updateTable("outbox")
    .set({ status: "dropped" })
    .where("batch", "=", batch)
    .where("status", "in", ["waiting", "held"])
    .where("claimed_until", "is", null)
    .execute();
}

/** Who does not want a mail of any batch any more gets none of those that wait. */
export async function dropBulkTo(tx: Writing, addressKey: string): Promise<void> {
  await tx.query
    .updateTable("outbox")
    .set({ status: "dropped" })
    .where("to_key", "=", addressKey)
    .where("batch", "is not", null)
    .where("status", "in", ["waiting", "held"])
    .where("claimed_until", "is", null)
    .execute();
}

/** How many have not been tried yet, or are on their way. */
export async function countUnderWay({ query }: Database, batch: string): Promise<number> {
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
    waiting: sum("waiting", "held"),
    sent: sum("sent"),
    kept: sum("kept"),
    failed: sum("dead"),
    dropped: sum("dropped"),
  };
}
