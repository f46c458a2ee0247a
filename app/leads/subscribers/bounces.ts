import type { Writing } from "#app/database/database.ts";
import type { OutboxRow } from "#app/mail/outbox/claims.ts";
import type { DeliveryFailure } from "#app/mail/outbox/delivery-failure.ts";
import type { Afterwards } from "#app/mail/outbox/outcomes.ts";
import { endSubscription, findByAddress } from "./end.ts";

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
