import type { Selectable } from "kysely";
import type { Database } from "#app/database/database.ts";
import type { OutboxTable } from "#app/database/schema.ts";

export type OutboxRow = Selectable<OutboxTable>;

/** Longer than any sending may take: what is still in hand then belonged to an instance that is gone. */
const claimMs = 5 * 60_000;

/**
 * Takes the mail that is due longest in hand, or answers null. Of several who ask at once each gets another: the update
 * looks again at the row it has locked, and finds it taken.
 */
export async function claimNext(db: Database, now: Date): Promise<OutboxRow | null> {
  const moment = now.toISOString();
  const due = db.query
    .selectFrom("outbox")
    .select("id")
    .where("status", "=", "waiting")
    .where("next_attempt_at", "<=", moment)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", moment)]))
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", moment)]))
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(1);
  const row = await db.query
    .updateTable("outbox")
    .set((eb) => ({
      claimed_until: new Date(now.getTime() + claimMs).toISOString(),
      attempts: eb("attempts", "+", 1),
    }))
    .where("id", "in", due)
    .where("status", "=", "waiting")
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", moment)]))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** The mail has left; nobody needs its words again. */
export async function keepSent(
  db: Database,
  row: OutboxRow,
  status: "sent" | "kept",
  now: Date,
): Promise<void> {
  await db.query
    .updateTable("outbox")
    .set({ status, sent_at: now.toISOString(), content: "", last_error: "", claimed_until: null })
    .where("id", "=", row.id)
    .execute();
}

/** Lets go of a mail that did not leave: to be tried again at `next`, or never. Says nothing when another has it in hand by now. */
export async function keepFailed(
  db: Database,
  row: OutboxRow,
  { error, next }: { error: string; next: Date | null },
): Promise<void> {
  const outcome = next ? { next_attempt_at: next.toISOString() } : { status: "dead" as const };
  await db.query
    .updateTable("outbox")
    .set({ ...outcome, last_error: error.slice(0, 500), claimed_until: null })
    .where("id", "=", row.id)
    .where("claimed_until", "=", row.claimed_until)
    .execute();
}

/** Drops what may not leave any more, and wipes the links that have run out; answers what was dropped. */
export async function dropExpired(db: Database, now: Date): Promise<Pick<OutboxRow, "id" | "template">[]> {
  const moment = now.toISOString();
  await db.query
    .updateTable("outbox")
    .set({ content: "" })
    .where("status", "=", "dead")
    .where("expires_at", "<=", moment)
    .where("content", "<>", "")
    .execute();
  return db.query
    .updateTable("outbox")
    .set({ status: "dropped", content: "", claimed_until: null })
    .where("status", "=", "waiting")
    .where("expires_at", "<=", moment)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", moment)]))
    .returning(["id", "template"])
    .execute();
}
