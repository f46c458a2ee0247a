import type { Database } from "#app/database/database.ts";
import type { RenderQueued } from "#app/mail/templates/render-queued.ts";
import type { Transport } from "#app/mail/transports/folder-transport.ts";
import type { MimeMessage } from "#app/mail/transports/message.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Logger } from "#app/platform/log.ts";
import type { OutboxRow } from "./claims.ts";
import { type DeliveryFailure, readFailure } from "./delivery-failure.ts";
import type { Priority } from "./outbox.ts";
import { type Afterwards, recordCancelled, recordFailed, recordSent } from "./outcomes.ts";
import { mostTries, nextTry } from "./sealed-content.ts";

export interface Delivery {
  db: Database;
  clock: Clock;
  transport: Transport;
  log: Logger;
  /** Sets a mail in the company's words as they are now. */
  setMail: RenderQueued;
  afterwards: Afterwards;
  /** How many mails of a lane may leave in any minute. */
  mostPerMinute(lane: Priority): Promise<number>;
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
    return message === null ? "dropped" : parts.transport.deliver(message, signal);
  });
  if (outcome === "dropped") await recordCancelled(parts, row);
  else if (typeof outcome === "string") await recordSent(parts, row, outcome, parts.clock.now());
  else return fail(parts, row, outcome);
  return null;
}

type Outcome = "sent" | "kept" | "dropped";

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
