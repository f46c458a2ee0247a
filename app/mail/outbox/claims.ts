import type { Selectable } from "kysely";
import type { Database } from "#app/database/database.ts";
import type { OutboxTable } from "#app/database/tables/mail.ts";
import type { Priority } from "./outbox.ts";

export type OutboxRow = Selectable<OutboxTable>;

/** Longer than any sending may take: what is still in hand then belonged to an instance that is gone. */
const claimMs = 2 * 60_000;

/**
 * Takes the mail of a lane that is due longest in hand, or answers null. Of several who ask at once each gets another: what
 * one is just taking, the others pass over.
 */
export async function claimNext(db: Database, now: Date, lane: Priority): Promise<OutboxRow | null> {
  const moment = now.toISOString();
  const due = db.query
    .selectFrom("outbox")
    .select("id")
    .where("status", "=", "waiting")
    .where("lane", "=", lane)
    .where("next_attempt_at", "<=", moment)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", moment)]))
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", moment)]))
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(1)
    .modifyEnd(db.engine.passLocked);
  const row = await db.query
    .updateTable("outbox")
    .set((eb) => ({
      claimed_until: new Date(now.getTime() + claimMs).toISOString(),
      attempts: eb("attempts", "+", 1),
    }))
    // One value, found once: as a list PostgreSQL may look it up, and lock, again for every row it joins.
    .where("id", "=", due)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
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

/** Mails that failed while the server was away need not wait longer for it; one that failed often waits on. */
export async function hasten(db: Database, ids: readonly string[], now: Date): Promise<void> {
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
