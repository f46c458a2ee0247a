import type { Database, Writing } from "#app/database/database.ts";
import { dropBulkTo } from "#app/mail/outbox/batches.ts";
import type { OutboxRow } from "#app/mail/outbox/claims.ts";
import type { Afterwards, DeliveryFailure } from "#app/mail/outbox/deliver.ts";
import { queueEvent } from "#app/webhooks/events.ts";
import type { Subscriber } from "./subscriber.ts";

/** How a subscription ends. */
export interface Ending {
  status: "unsubscribed" | "bounced" | "complained";
  by: Subscriber["ended_by"];
  /** What the mail server said, where that is the reason. */
  why?: string;
  now: Date;
}

/** Ends a subscription, whatever waits for it included. Answers false for one that had ended, which stays as it is. */
export async function endSubscription(tx: Writing, row: Subscriber, ending: Ending): Promise<boolean> {
  const at = ending.now.toISOString();
  const ended = await tx.query
    .updateTable("subscribers")
    .set({
      status: ending.status,
      ended_at: at,
      ended_by: ending.by,
      ended_why: ending.why ?? "",
      status_before: row.status,
      updated_at: at,
    })
    .where("id", "=", row.id)
    .where("status", "in", endable(ending.status))
    .executeTakeFirst();
  if (isReaders(ending.by)) await takeOver(tx, row, ending);
  await dropBulkTo(tx, row.email_key);
  const hasEnded = Number(ended.numUpdatedRows) === 1;
  const { id, reference } = row;
  if (hasEnded && row.status === "confirmed")
    await queueEvent(tx, "subscriber.unsubscribed", () => ({ id, reference }), ending.now);
  return hasEnded;
}

function isReaders(by: Subscriber["ended_by"]): boolean {
  return by === "link" || by === "one-click" || by === "account";
}

/** Who leaves after staff had ended it leaves all the same: staff can't take that back any more. */
async function takeOver(tx: Writing, { id }: Subscriber, { by, now }: Ending): Promise<void> {
  await tx.query
    .updateTable("subscribers")
    .set({ status: "unsubscribed", ended_by: by, status_before: "", updated_at: now.toISOString() })
    .where("id", "=", id)
    .where("ended_by", "=", "staff")
    .execute();
}

/** A mailbox that takes nothing may still be left, or complain; who has left stays as they left. */
function endable(status: Ending["status"]): Subscriber["status"][] {
  return status === "bounced" ? ["pending", "confirmed"] : ["pending", "confirmed", "bounced"];
}

export function findByAddress(tx: Writing, emailKey: string): Promise<Subscriber | undefined> {
  return tx.query.selectFrom("subscribers").selectAll().where("email_key", "=", emailKey).executeTakeFirst();
}

export const unconfirmedDays = 30;

/** Forgets addresses whose owners never confirmed, and what fell into the trap for machines. */
export async function forgetUnconfirmed(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unconfirmedDays * 86_400_000).toISOString();
  await db.query
    .deleteFrom("subscribers")
    .where("status", "in", ["pending", "spam"])
    .where("updated_at", "<", before)
    .execute();
}

/** A mailbox that could not take so many newsletters in a row, each tried for a day, is taken to be gone. */
const mostBounces = 3;

/** Learns from what became of any mail whether the mailbox it was for takes mail. */
export function noteMailbox(now: () => Date): Afterwards {
  return async (tx, row, failure) => {
    if (failure === null) await noteTaken(tx, row);
    else if (failure.isAboutMailbox) await noteBounce(tx, row, failure, now());
  };
}

async function noteTaken(tx: Writing, { to_key }: OutboxRow): Promise<void> {
  await tx.query
    .updateTable("subscribers")
    .set({ bounces: 0 })
    .where("email_key", "=", to_key)
    .where("bounces", ">", 0)
    .execute();
}

async function noteBounce(tx: Writing, mail: OutboxRow, failure: DeliveryFailure, now: Date): Promise<void> {
  const reader = await findByAddress(tx, mail.to_key);
  if (!reader) return;
  const bounces = reader.bounces + 1;
  await tx.query.updateTable("subscribers").set({ bounces }).where("id", "=", reader.id).execute();
  if (failure.kind !== "refused" && bounces < mostBounces) return;
  const why = failure.reason.slice(0, 300);
  await endSubscription(tx, reader, { status: "bounced", by: "mail-server", why, now });
}
