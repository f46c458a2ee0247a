import type { Database, Writing } from "#app/database/database.ts";
import { countAttempt } from "#app/http/ops/limits.ts";
import { newId, newLinkKey } from "#app/platform/id.ts";
import { emailKey } from "#app/text/email.ts";
import { checkInput, fingerprintOf } from "../intake/check.ts";
import { newReference } from "../intake/reference.ts";
import { subscriberSchema } from "../intake/schemas.ts";
import {
  type Accepted,
  acceptOnce,
  findByKey,
  limitsFor,
  metadataColumns,
  type SubmissionMetadata,
} from "../intake/submission.ts";
import { askToConfirm, tellKnown } from "./letters.ts";
import { freshSubscription, type Subscriber } from "./subscriber.ts";

/**
 * Keeps an address for the newsletter, once, and mails the link that proves it: one that is known gets the same answer as
 * a new one, after the same work. Throws a DomainError that names each wrong field, or says how long to wait.
 */
export async function acceptSubscriber(
  db: Database,
  input: unknown,
  origin: SubmissionMetadata,
): Promise<Accepted> {
  const { email } = checkInput(subscriberSchema, input);
  return acceptOnce(db, async (tx) => {
    const row = subscriberRow(email, origin);
    const before = await findByKey(tx, "subscriber", row, origin.now);
    if (before) return before;
    await countAttempt(tx, limitsFor("subscribers", row.email_key, row.network), origin.now);
    const known = await tx.query
      .selectFrom("subscribers")
      .selectAll()
      .where("email_key", "=", row.email_key)
      .executeTakeFirst();
    if (known) return subscribeAgain(tx, known, row, origin.now);
    await tx.query.insertInto("subscribers").values(row).execute();
    if (row.status === "pending") await askToConfirm(tx, row, origin.now);
    return { reference: row.reference };
  });
}

function subscriberRow(email: string, origin: SubmissionMetadata): Subscriber {
  // One field, often filled in by the browser, is no matter of time: the mail to confirm tells people from machines.
  const columns = metadataColumns({ ...origin, elapsedMs: null }, ["", email]);
  const key = emailKey(email);
  return {
    id: newId(),
    reference: newReference(),
    email,
    email_key: key,
    leave_key: newLinkKey(),
    status: columns.spam_reasons === "" ? "pending" : "spam",
    fingerprint: fingerprintOf("subscriber", [key]),
    ...columns,
    ...freshSubscription(columns.created_at),
  };
}

/** The record of the first consent stays, unless it was taken back, never counted, or led to no mailbox. */
async function subscribeAgain(
  tx: Writing,
  known: Subscriber,
  again: Subscriber,
  now: Date,
): Promise<Accepted> {
  const isTrapped = again.status === "spam";
  const isAnew = !isTrapped && known.status !== "pending" && known.status !== "confirmed";
  const { id, reference, created_at, leave_key, ...fresh } = again;
  const idempotency_key = again.idempotency_key ?? known.idempotency_key;
  const next = isAnew ? fresh : { fingerprint: again.fingerprint, updated_at: again.updated_at };
  await tx.query
    .updateTable("subscribers")
    .set({ ...next, idempotency_key })
    .where("id", "=", known.id)
    .execute();
  if (known.status === "confirmed" && !isTrapped) await tellKnown(tx, known, now);
  else if (!isTrapped) await askToConfirm(tx, isAnew ? again : known, now);
  return { reference: known.reference };
}
