import { type OutgoingMail, queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { queueEvent } from "#app/domain/webhooks/events.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { emailKey } from "#app/lib/text/email.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { countAttempt } from "#app/platform/limits/limits.ts";
import { newId, newLinkKey } from "#app/platform/runtime/id.ts";
import { fingerprintOf } from "../../leads/intake/fingerprint.ts";
import { subscriberSchema } from "../../leads/intake/form-schemas.ts";
import { findByIdempotencyKey } from "../../leads/intake/idempotency.ts";
import { intakeLimits } from "../../leads/intake/intake-limits.ts";
import { type Accepted, newReference } from "../../leads/intake/reference.ts";
import { retryOnCollision } from "../../leads/intake/retry-on-collision.ts";
import { metadataColumns, type SubmissionMetadata } from "../../leads/intake/submission-metadata.ts";
import { announceSubscriber } from "../../leads/notices/announce.ts";
import { initialSubscription, type Subscriber } from "./subscriber.ts";

/**
 * Stores an address for the newsletter and mails a confirmation link; a known address gets the same answer after the same work.
 * Throws a DomainError with a message per field, or with the seconds to wait.
 */
export async function acceptSubscriber(
  db: Database,
  input: unknown,
  metadata: SubmissionMetadata,
): Promise<Accepted> {
  const { email } = checkInput(subscriberSchema, input);
  return retryOnCollision(db, async (tx) => {
    const row = createRow(email, metadata);
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
    if (row.status === "pending") await mailConfirmation(tx, row, { now: metadata.now, isByVisitor: true });
    return { reference: row.reference };
  });
}

function createRow(email: string, metadata: SubmissionMetadata): Subscriber {
  // Browsers autofill this single field, so speed is no sign of spam; the confirmation filters machines.
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
    ...initialSubscription(columns.created_at),
  };
}

/** Subscribes a known address again. Its first consent remains, unless it was withdrawn, was spam or bounced. */
async function subscribeAgain(
  tx: Writing,
  known: Subscriber,
  again: Subscriber,
  now: Date,
): Promise<Accepted> {
  const isSpam = again.status === "spam";
  const isRestart = !isSpam && known.status !== "pending" && known.status !== "confirmed";
  const { id, reference, created_at, unsubscribe_token, ...fresh } = again;
  const idempotency_key = again.idempotency_key ?? known.idempotency_key;
  const next = isRestart ? fresh : { fingerprint: again.fingerprint, updated_at: again.updated_at };
  await tx.query
    .updateTable("subscribers")
    .set({ ...next, idempotency_key })
    .where("id", "=", known.id)
    .execute();
  if (known.status === "confirmed" && !isSpam) await mailKnownReader(tx, known, now);
  else if (!isSpam) await mailConfirmation(tx, isRestart ? again : known, { now, isByVisitor: true });
  return { reference: known.reference };
}

export interface Confirmation {
  /** "done" was confirmed before; "gone" has expired or is unknown. */
  state: "ready" | "done" | "gone";
  /** Empty if gone. */
  email: string;
}

/** Reads the state of a confirmation link; changes nothing, since mail scanners open links. */
export async function readConfirmation({ query }: Database, key: string, now: Date): Promise<Confirmation> {
  const row = await query
    .selectFrom("subscribers")
    .select(["email", "status", "updated_at"])
    .where("confirm_token", "=", key)
    .executeTakeFirst();
  if (row?.status === "confirmed") return { state: "done", email: row.email };
  if (row?.status !== "pending" || row.updated_at <= oldestValid(now)) return { state: "gone", email: "" };
  return { state: "ready", email: row.email };
}

/** Confirms a subscription. Returns false for an expired or unknown link; repeats return true. */
export async function confirmSubscription(db: Database, key: string, now: Date): Promise<boolean> {
  return write(db, async (tx) => {
    const at = now.toISOString();
    const confirmed = await tx.query
      .updateTable("subscribers")
      .set({ status: "confirmed", confirmed_at: at, confirmed_by: "link", updated_at: at })
      .where("confirm_token", "=", key)
      .where("status", "=", "pending")
      .where("updated_at", ">", oldestValid(now))
      .returning(["id", "reference"])
      .executeTakeFirst();
    if (confirmed) {
      await queueEvent(tx, "subscriber.confirmed", () => confirmed, now);
      await announceSubscriber(tx, confirmed.id, now);
    }
    return (await readConfirmation(tx, key, now)).state === "done";
  });
}

function oldestValid(now: Date): string {
  return new Date(now.getTime() - confirmDays * 86_400_000).toISOString();
}

/** Proof of consent other than the link. */
export interface ConsentProof {
  /** Consent text as shown. */
  consentText: string;
  by: "account" | "import";
  sourcePath: string;
  network: string;
  userAgent: string;
  /** Time of consent. */
  consentedAt: string;
  now: Date;
}

/** Subscribes an already verified address, without confirmation. */
export async function subscribeVerified(tx: Writing, email: string, proof: ConsentProof): Promise<void> {
  const at = proof.now.toISOString();
  const columns = {
    ...initialSubscription(proof.consentedAt),
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
    .set(columns)
    .where("email_key", "=", emailKey(email))
    .returning(["id", "reference"])
    .executeTakeFirst();
  const identity = known ?? { id: newId(), reference: newReference() };
  await queueEvent(tx, "subscriber.confirmed", () => identity, proof.now);
  if (known) return;
  await tx.query
    .insertInto("subscribers")
    .values({
      ...identity,
      email,
      email_key: emailKey(email),
      unsubscribe_token: newLinkKey(),
      idempotency_key: null,
      fingerprint: "",
      created_at: at,
      ...columns,
    })
    .execute();
}

/** Days that a confirmation link is valid. */
export const confirmDays = 7;

type PendingSubscriber = Pick<Subscriber, "email" | "confirm_token">;

/** Mails a confirmation link: anyone can enter an address, so only its owner can confirm. */
export async function mailConfirmation(
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

/** Notifies a subscribed reader by mail; the page shows everyone the same answer. */
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
