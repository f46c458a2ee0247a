import { type Database, type Writing, write } from "#app/database/database.ts";
import { type OutgoingMail, queueMail } from "#app/mail/outbox/outbox.ts";
import { checkInput } from "#app/platform/check-input.ts";
import { newId, newLinkKey } from "#app/platform/id.ts";
import { countAttempt } from "#app/platform/limits/limits.ts";
import { emailKey } from "#app/text/email.ts";
import { queueEvent } from "#app/webhooks/events.ts";
import { fingerprintOf } from "../intake/fingerprint.ts";
import { subscriberSchema } from "../intake/form-schemas.ts";
import { findByIdempotencyKey } from "../intake/idempotency.ts";
import { intakeLimits } from "../intake/intake-limits.ts";
import { type Accepted, newReference } from "../intake/reference.ts";
import { retryOnCollision } from "../intake/retry-on-collision.ts";
import { metadataColumns, type SubmissionMetadata } from "../intake/submission-metadata.ts";
import { announceSubscriber } from "../notices/announce.ts";
import { freshSubscription, type Subscriber } from "./subscriber.ts";

/**
 * Keeps an address for the newsletter, once, and mails the link that proves it: one that is known gets the same answer as
 * a new one, after the same work. Throws a DomainError that names each wrong field, or says how long to wait.
 */
export async function acceptSubscriber(
  db: Database,
  input: unknown,
  metadata: SubmissionMetadata,
): Promise<Accepted> {
  const { email } = checkInput(subscriberSchema, input);
  return retryOnCollision(db, async (tx) => {
    const row = subscriberRow(email, metadata);
    const before = await findByIdempotencyKey(tx, "subscriber", row, metadata.now);
    if (before) return before;
    await countAttempt(tx, intakeLimits("subscribers", row.email_key, row.network), metadata.now);
    const known = await tx.query
      .selectFrom("subscribers")
      .selectAll()
      .where("email_key", "=", row.email_key)
      .executeTakeFirst();
    if (known) return subscribeAgain(tx, known, row, metadata.now);
    await tx.query.insertInto("subscribers").values(row).execute();
    if (row.status === "pending") await askToConfirm(tx, row, { now: metadata.now, isByVisitor: true });
    return { reference: row.reference };
  });
}

function subscriberRow(email: string, metadata: SubmissionMetadata): Subscriber {
  // One field, often filled in by the browser, is no matter of time: the mail to confirm tells people from machines.
  const columns = metadataColumns({ ...metadata, elapsedMs: null }, ["", email]);
  const key = emailKey(email);
  return {
    id: newId(),
    reference: newReference(),
    email,
    email_key: key,
    unsubscribe_token: newLinkKey(),
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
  const { id, reference, created_at, unsubscribe_token, ...fresh } = again;
  const idempotency_key = again.idempotency_key ?? known.idempotency_key;
  const next = isAnew ? fresh : { fingerprint: again.fingerprint, updated_at: again.updated_at };
  await tx.query
    .updateTable("subscribers")
    .set({ ...next, idempotency_key })
    .where("id", "=", known.id)
    .execute();
  if (known.status === "confirmed" && !isTrapped) await mailKnownReader(tx, known, now);
  else if (!isTrapped) await askToConfirm(tx, isAnew ? again : known, { now, isByVisitor: true });
  return { reference: known.reference };
}

export interface Confirmation {
  /** Done: it was pressed before, and holds. Gone: it has run out, or is no link of ours. */
  state: "ready" | "done" | "gone";
  /** Empty when it is gone. */
  email: string;
}

/** What the link in a mail stands for; looking changes nothing, since mail scanners open links. */
export async function readConfirmation({ query }: Database, key: string, now: Date): Promise<Confirmation> {
  const row = await query
    .selectFrom("subscribers")
    .select(["email", "status", "updated_at"])
    .where("confirm_token", "=", key)
    .executeTakeFirst();
  if (row?.status === "confirmed") return { state: "done", email: row.email };
  if (row?.status !== "pending" || row.updated_at <= oldest(now)) return { state: "gone", email: "" };
  return { state: "ready", email: row.email };
}

/** The owner of the mailbox says yes. Answers false when the link stands for nothing any more; a second yes is one. */
export async function confirmSubscription(db: Database, key: string, now: Date): Promise<boolean> {
  return write(db, async (tx) => {
    const at = now.toISOString();
    const confirmed = await tx.query
      .updateTable("subscribers")
      .set({ status: "confirmed", confirmed_at: at, confirmed_by: "link", updated_at: at })
      .where("confirm_token", "=", key)
      .where("status", "=", "pending")
      .where("updated_at", ">", oldest(now))
      .returning(["id", "reference"])
      .executeTakeFirst();
    if (confirmed) {
      await queueEvent(tx, "subscriber.confirmed", () => confirmed, now);
      await announceSubscriber(tx, confirmed.id, now);
    }
    return (await readConfirmation(tx, key, now)).state === "done";
  });
}

function oldest(now: Date): string {
  return new Date(now.getTime() - confirmDays * 86_400_000).toISOString();
}

/** What proves an address beside its own link. */
export interface ConsentProof {
  /** The sentence agreed to, as shown. */
  consentText: string;
  by: "account" | "import";
  sourcePath: string;
  network: string;
  userAgent: string;
  /** When it was agreed to. */
  consentedAt: string;
  now: Date;
}

/** Subscribes an address that is proven already: there is nothing left to confirm. */
export async function subscribeProven(tx: Writing, email: string, proof: ConsentProof): Promise<void> {
  const at = proof.now.toISOString();
  const given = {
    ...freshSubscription(proof.consentedAt),
    status: "confirmed" as const,
    confirmed_at: at,
    confirmed_by: proof.by,
    updated_at: at,
    consent_text: proof.consentText,
    source_path: proof.sourcePath,
    network: proof.network,
    user_agent: proof.userAgent,
    spam_reasons: "",
  };
  const known = await tx.query
    .updateTable("subscribers")
    .set(given)
    .where("email_key", "=", emailKey(email))
    .returning(["id", "reference"])
    .executeTakeFirst();
  const named = known ?? { id: newId(), reference: newReference() };
  await queueEvent(tx, "subscriber.confirmed", () => named, proof.now);
  if (known) return;
  await tx.query
    .insertInto("subscribers")
    .values({
      ...named,
      email,
      email_key: emailKey(email),
      unsubscribe_token: newLinkKey(),
      idempotency_key: null,
      fingerprint: "",
      created_at: at,
      ...given,
    })
    .execute();
}

/** How long the link in a mail proves an address. */
export const confirmDays = 7;

type PendingSubscriber = Pick<Subscriber, "email" | "confirm_token">;

/** Without their own yes nobody gets the newsletter: an address can be typed by anyone. */
export async function askToConfirm(
  tx: Writing,
  subscriber: PendingSubscriber,
  { now, isByVisitor }: { now: Date; isByVisitor: boolean },
): Promise<void> {
  await queueMail(tx, { ...confirmationMail(subscriber, now), isByVisitor }, now);
}

export function confirmationMail({ email, confirm_token }: PendingSubscriber, from: Date): OutgoingMail {
  return {
    to: email,
    mail: { template: "confirm-newsletter", name: "", key: confirm_token },
    expiresAt: new Date(from.getTime() + confirmDays * 86_400_000),
  };
}

/** The page says the same to everybody; only the mailbox learns that it gets the newsletter already. */
async function mailKnownReader(
  tx: Writing,
  { email, unsubscribe_token }: Pick<Subscriber, "email" | "unsubscribe_token">,
  now: Date,
): Promise<void> {
  await queueMail(
    tx,
    {
      to: email,
      mail: { template: "known-reader", name: "", key: unsubscribe_token },
      isByVisitor: true,
    },
    now,
  );
}
