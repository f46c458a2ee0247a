import type { RenderQueued } from "#app/domain/mail/templates/render-queued.ts";
import type { MimeMessage } from "#app/domain/mail/transports/message.ts";
import type { Transport } from "#app/domain/mail/transports/transport.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import type { JobServices } from "#app/platform/services.ts";
import { hasNoSecretLinks } from "../templates/mail-content.ts";
import type { OutboxRow } from "./claims.ts";
import { type MailQueue, maxAttempts, nextAttemptAt } from "./outbox.ts";

export interface Delivery extends JobServices {
  transport: Transport;
  /** Renders a mail with the current company data. */
  renderQueued: RenderQueued;
  onSettled: OnMailSettled;
  /** Returns the maximum mails per minute of a queue. */
  maxPerMinute(queue: MailQueue): Promise<number>;
}

/** Sends one claimed mail and records the result; returns the failure, if any. */
export async function deliver(
  parts: Delivery,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<DeliveryFailure | null> {
  const outcome = await attempt(async () => {
    if (row.attempts > maxAttempts) throw new Error("Sending never completed.");
    const message = await createMessage(parts, row);
    return message === null ? "cancelled" : parts.transport.deliver(message, signal);
  });
  if (outcome === "cancelled") await recordCancelled(parts, row);
  else if (typeof outcome === "string") await recordSent(parts, row, outcome, parts.clock.now());
  else return fail(parts, row, outcome);
  return null;
}

type Outcome = "sent" | "stored" | "cancelled";

async function attempt(send: () => Promise<Outcome>): Promise<Outcome | DeliveryFailure> {
  try {
    return await send();
  } catch (error) {
    return readFailure(error);
  }
}

async function createMessage({ renderQueued }: Delivery, row: OutboxRow): Promise<MimeMessage | null> {
  const rendered = await renderQueued(row);
  return rendered && { id: row.id, to: row.to_address, ...rendered, date: new Date(row.created_at) };
}

async function fail(parts: Delivery, row: OutboxRow, failure: DeliveryFailure): Promise<DeliveryFailure> {
  const next = failure.kind === "refused" ? null : nextAttemptAt(row.attempts, parts.clock.now());
  await recordFailed(parts, row, failure, next);
  const { kind, code } = failure;
  const fields = { mail: row.id, template: row.template, tries: row.attempts, kind, errorCode: code };
  if (next) parts.log.warn({ ...fields, next: next.toISOString() }, "mail failed and will be retried");
  else parts.log.error(fields, "mail failed permanently");
  return failure;
}

/** Called with the final result of a mail, in the transaction that records it; `failure` is null on success. */
export type OnMailSettled = (tx: Writing, row: OutboxRow, failure: DeliveryFailure | null) => Promise<void>;

type Recording = Pick<Delivery, "db" | "onSettled">;

/** Records a mail as sent or stored in the data folder. A sent mail with secret links loses its content. */
export async function recordSent(
  { db, onSettled }: Recording,
  row: OutboxRow,
  status: "sent" | "stored",
  now: Date,
): Promise<void> {
  const contentChange = status === "stored" || hasNoSecretLinks(row.template) ? {} : { content: "" };
  await write(db, async (tx) => {
    await tx.query
      .updateTable("outbox")
      .set({ status, sent_at: now.toISOString(), ...contentChange, last_error: "", claimed_until: null })
      .where("id", "=", row.id)
      .execute();
    await onSettled(tx, row, null);
  });
}

/** Records a mail as cancelled because its recipient has unsubscribed. */
async function recordCancelled({ db }: Recording, row: OutboxRow): Promise<void> {
  await db.query
    .updateTable("outbox")
    .set({ status: "cancelled", claimed_until: null })
    .where("id", "=", row.id)
    .where("claimed_until", "=", row.claimed_until)
    .execute();
}

/** Records a failed attempt: retry at `next`, or never if null. Does nothing if another instance has claimed the mail since. */
export async function recordFailed(
  { db, onSettled }: Recording,
  row: OutboxRow,
  failure: DeliveryFailure,
  next: Date | null,
): Promise<void> {
  const outcome = next ? { next_attempt_at: next.toISOString() } : { status: "failed" as const };
  const error = `${failure.code}: ${failure.reason}`.slice(0, 500);
  await write(db, async (tx) => {
    const updated = await tx.query
      .updateTable("outbox")
      .set({ ...outcome, last_error: error, claimed_until: null })
      .where("id", "=", row.id)
      .where("claimed_until", "=", row.claimed_until)
      .executeTakeFirst();
    if (next === null && Number(updated.numUpdatedRows) === 1) await onSettled(tx, row, failure);
  });
}

/** Classified delivery error. */
export interface DeliveryFailure {
  /** "unreachable" without a response; "refused" is permanent for this mail; "failed" may succeed later. */
  kind: "unreachable" | "refused" | "failed";
  /** For the log: names and codes, without addresses. */
  code: string;
  /** For staff, shown with the address. */
  reason: string;
  /** Whether the mailbox is the cause: it does not exist, is full or closed. */
  isAboutMailbox: boolean;
}

/** Classifies a Nodemailer error; any other error counts as a failure of this mail. */
export function readFailure(error: unknown): DeliveryFailure {
  const { code, command, responseCode } = fieldsOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  return {
    kind: kindOf(code, command, responseCode),
    code: [code, responseCode, command].filter(Boolean).join(" "),
    reason,
    isAboutMailbox: command === "RCPT TO" && responseCode !== 421 && isMailboxError(reason),
  };
}

const unreachable = /^(ECONNECTION|ETIMEDOUT|ESOCKET|EDNS|ETLS|EAUTH|EPROTOCOL|EABORT|ECONN\w+|ENOTFOUND)$/;

function kindOf(code: string, command: string, responseCode: number): DeliveryFailure["kind"] {
  if (unreachable.test(code) || responseCode === 421) return "unreachable";
  // A refused sender is a wrong MAIL_FROM, which can be fixed; 503 concerns the session, not the mail.
  const isAboutMail = command === "RCPT TO" || command === "DATA";
  return isAboutMail && responseCode >= 500 && responseCode !== 503 ? "refused" : "failed";
}

/**
 * Whether a reply concerns the mailbox: subject 1 or 2 of an enhanced status code (RFC 3463). Without one, words such as
 * "relay" or "spam" show that the server rejects the sender.
 */
function isMailboxError(reason: string): boolean {
  const [, subject] = /\b[45]\.(\d)\.\d{1,3}\b/.exec(reason) ?? [];
  if (subject && subject !== "1" && subject !== "2") return false;
  return !/relay|spam|polic|block|black|denied|authenti|reputation|gr[ea]y ?list|rate|sender/i.test(reason);
}

function fieldsOf(error: unknown) {
  const { code, command, responseCode } =
    typeof error === "object" && error !== null ? (error as Record<string, unknown>) : {}; // fields are checked below
  return {
    code: typeof code === "string" ? code : error instanceof Error ? error.name : "unknown",
    command: typeof command === "string" ? command : "",
    responseCode: typeof responseCode === "number" ? responseCode : 0,
  };
}
