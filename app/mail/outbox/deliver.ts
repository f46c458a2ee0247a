import { type Database, type Writing, write } from "#app/database/database.ts";
import type { RenderQueued } from "#app/mail/templates/render-queued.ts";
import type { MimeMessage } from "#app/mail/transports/message.ts";
import type { Transport } from "#app/mail/transports/transport.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Logger } from "#app/platform/log.ts";
import { isLasting } from "../templates/mail-content.ts";
import type { OutboxRow } from "./claims.ts";
import { type MailQueue, mostTries, nextTry } from "./outbox.ts";

export interface Delivery {
  db: Database;
  clock: Clock;
  transport: Transport;
  log: Logger;
  /** Sets a mail in the company's words as they are now. */
  setMail: RenderQueued;
  afterwards: OnMailSettled;
  /** How many mails of a queue may leave in any minute. */
  mostPerMinute(queue: MailQueue): Promise<number>;
}

/** Sends one mail that was claimed and keeps what became of it; answers the failure, if there was one. */
export async function deliver(
  parts: Delivery,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<DeliveryFailure | null> {
  const outcome = await attempt(async () => {
    if (row.attempts > mostTries) throw new Error("Its sending never came to an end.");
    const message = await toMessage(parts, row);
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

async function toMessage({ setMail }: Delivery, row: OutboxRow): Promise<MimeMessage | null> {
  const set = await setMail(row);
  return set && { id: row.id, to: row.to_address, ...set, date: new Date(row.created_at) };
}

async function fail(parts: Delivery, row: OutboxRow, failure: DeliveryFailure): Promise<DeliveryFailure> {
  const next = failure.kind === "refused" ? null : nextTry(row.attempts, parts.clock.now());
  await recordFailed(parts, row, failure, next);
  const { kind, code } = failure;
  const fields = { mail: row.id, template: row.template, tries: row.attempts, kind, reason: code };
  if (next) parts.log.warn({ ...fields, next: next.toISOString() }, "a mail could not leave yet");
  else parts.log.error(fields, "a mail was given up");
  return failure;
}

/** Told what became of a mail for good, in the transaction that keeps it; `failure` is null when it left. */
export type OnMailSettled = (tx: Writing, row: OutboxRow, failure: DeliveryFailure | null) => Promise<void>;

interface Keeping {
  db: Database;
  afterwards: OnMailSettled;
}

/** Records a mail that was sent or stored in the data folder. A sent mail with secrets keeps none of its words. */
export async function recordSent(
  { db, afterwards }: Keeping,
  row: OutboxRow,
  status: "sent" | "stored",
  now: Date,
): Promise<void> {
  const words = status === "stored" || isLasting(row.template) ? {} : { content: "" };
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
async function recordCancelled({ db }: Keeping, row: OutboxRow): Promise<void> {
  await db.query
    .updateTable("outbox")
    .set({ status: "cancelled", claimed_until: null })
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
  const outcome = next ? { next_attempt_at: next.toISOString() } : { status: "failed" as const };
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

/** What a failed delivery means. */
export interface DeliveryFailure {
  /** Unreachable: the server did not answer. Refused: it never will take this one. Failed: it may another time. */
  kind: "unreachable" | "refused" | "failed";
  /** For the log: names and codes, never an address. */
  code: string;
  /** For staff, beside the address it speaks of. */
  reason: string;
  /** Whether it speaks of that one mailbox: there is none, or it is full or closed. */
  isAboutMailbox: boolean;
}

/** Reads Nodemailer's errors; anything else that was thrown counts as a failure of this one mail. */
export function readFailure(error: unknown): DeliveryFailure {
  const { code, command, responseCode } = fieldsOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  return {
    kind: kindOf(code, command, responseCode),
    code: [code, responseCode, command].filter(Boolean).join(" "),
    reason,
    isAboutMailbox: command === "RCPT TO" && responseCode !== 421 && blamesMailbox(reason),
  };
}

const unreachable = /^(ECONNECTION|ETIMEDOUT|ESOCKET|EDNS|ETLS|EAUTH|EPROTOCOL|EABORT|ECONN\w+|ENOTFOUND)$/;

function kindOf(code: string, command: string, responseCode: number): DeliveryFailure["kind"] {
  if (unreachable.test(code) || responseCode === 421) return "unreachable";
  // A refused sender is a wrong MAIL_FROM, which someone may fix; 503 speaks of the session, not of the mail.
  const isAboutMail = command === "RCPT TO" || command === "DATA";
  return isAboutMail && responseCode >= 500 && responseCode !== 503 ? "refused" : "failed";
}

/**
 * The second number of an enhanced status code (RFC 3463) says what it is about: 1 is the address, 2 the mailbox. Servers
 * that send none say in words when it is us they mind: a relay that is not open to us must not cost us every reader.
 */
function blamesMailbox(reason: string): boolean {
  const [, subject] = /\b[45]\.(\d)\.\d{1,3}\b/.exec(reason) ?? [];
  if (subject && subject !== "1" && subject !== "2") return false;
  return !/relay|spam|polic|block|black|denied|authenti|reputation|gr[ea]y ?list|rate|sender/i.test(reason);
}

function fieldsOf(error: unknown) {
  const { code, command, responseCode } =
    typeof error === "object" && error !== null ? (error as Record<string, unknown>) : {}; // any object has fields to look at
  return {
    code: typeof code === "string" ? code : error instanceof Error ? error.name : "unknown",
    command: typeof command === "string" ? command : "",
    responseCode: typeof responseCode === "number" ? responseCode : 0,
  };
}
