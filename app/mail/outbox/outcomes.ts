import { type Database, type Writing, write } from "#app/database/database.ts";
import { isLasting } from "../templates/mail-content.ts";
import type { OutboxRow } from "./claims.ts";
import type { DeliveryFailure } from "./delivery-failure.ts";

/** Told what became of a mail for good, in the transaction that keeps it; `failure` is null when it left. */
export type Afterwards = (tx: Writing, row: OutboxRow, failure: DeliveryFailure | null) => Promise<void>;

interface Keeping {
  db: Database;
  afterwards: Afterwards;
}

/** The mail has left, or lies in the data folder. What left with secrets in it keeps none of its words. */
export async function recordSent(
  { db, afterwards }: Keeping,
  row: OutboxRow,
  status: "sent" | "kept",
  now: Date,
): Promise<void> {
  const words = status === "kept" || isLasting(row.template) ? {} : { content: "" };
  await write(db, async (tx) => {
    await tx.query
      .updateTable("outbox")
      .set({ status, sent_at: now.toISOString(), ...words, last_error: "", claimed_until: null })
      .where("id", "=", row.id)
      .execute();
    await afterwards(tx, row, null);
  });
}

/** Nobody wants it any more: who it was for has left meanwhile. */
export async function recordCancelled({ db }: Keeping, row: OutboxRow): Promise<void> {
  await db.query
    .updateTable("outbox")
    .set({ status: "dropped", claimed_until: null })
    .where("id", "=", row.id)
    .where("claimed_until", "=", row.claimed_until)
    .execute();
}

/** Lets go of a mail that did not leave: to be tried again at `next`, or never. Says nothing when another has it in hand by now. */
export async function recordFailed(
  { db, afterwards }: Keeping,
  row: OutboxRow,
  failure: DeliveryFailure,
  next: Date | null,
): Promise<void> {
  const outcome = next ? { next_attempt_at: next.toISOString() } : { status: "dead" as const };
  const error = `${failure.code}: ${failure.reason}`.slice(0, 500);
  await write(db, async (tx) => {
    const kept = await tx.query
      .updateTable("outbox")
      .set({ ...outcome, last_error: error, claimed_until: null })
      .where("id", "=", row.id)
      .where("claimed_until", "=", row.claimed_until)
      .executeTakeFirst();
    if (next === null && Number(kept.numUpdatedRows) === 1) await afterwards(tx, row, failure);
  });
}
