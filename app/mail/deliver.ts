import type { Database } from "#app/database/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Logger } from "#app/platform/log.ts";
import { keepFailed, keepSent, type OutboxRow } from "./claims.ts";
import { type DeliveryFailure, readFailure } from "./delivery-failure.ts";
import { type MailContent, mailContentSchema } from "./mail-content.ts";
import type { Message } from "./message.ts";
import type { RenderedMail } from "./render-mail.tsx";
import { mostTries, nextTry } from "./retry.ts";
import type { Transport } from "./transport.ts";

export interface Delivery {
  db: Database;
  clock: Clock;
  transport: Transport;
  log: Logger;
  /** Sets a mail in the company's words as they are now. */
  render(content: MailContent, lifetime: string): Promise<RenderedMail>;
}

/** Sends one mail that was claimed and keeps what became of it; answers the failure, if there was one. */
export async function deliver(
  parts: Delivery,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<DeliveryFailure | null> {
  const { db, clock, transport } = parts;
  const outcome = await attempt(async () => {
    if (row.attempts > mostTries) throw new Error("Its sending never came to an end.");
    return transport.deliver(await toMessage(parts, row), signal);
  });
  if (typeof outcome === "string") {
    await keepSent(db, row, outcome, clock.now());
    return null;
  }
  const next = outcome.kind === "refused" ? null : nextTry(row.attempts, clock.now());
  await keepFailed(db, row, { error: `${outcome.code}: ${outcome.reason}`, next });
  tell(parts.log, row, outcome, next);
  return outcome;
}

async function attempt(send: () => Promise<"sent" | "kept">): Promise<"sent" | "kept" | DeliveryFailure> {
  try {
    return await send();
  } catch (error) {
    return readFailure(error);
  }
}

async function toMessage({ render }: Delivery, row: OutboxRow): Promise<Message> {
  const content = mailContentSchema.parse(JSON.parse(row.content));
  const rendered = await render(content, lifetimeOf(row));
  return {
    id: row.id,
    to: row.to_address,
    ...rendered,
    subject: row.subject,
    date: new Date(row.created_at),
  };
}

/** In words, rounded down: "30 minutes", "7 days"; empty for a mail whose links don't run out. */
export function lifetimeOf({ created_at, expires_at }: Pick<OutboxRow, "created_at" | "expires_at">): string {
  if (expires_at === null) return "";
  const minutes = Math.floor((Date.parse(expires_at) - Date.parse(created_at)) / 60_000);
  const [count, unit] =
    minutes < 120 ? [minutes, "minute"] : minutes < 2880 ? [minutes / 60, "hour"] : [minutes / 1440, "day"];
  const whole = Math.floor(Number(count));
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}

function tell(log: Logger, row: OutboxRow, { kind, code }: DeliveryFailure, next: Date | null): void {
  const fields = { mail: row.id, template: row.template, tries: row.attempts, kind, reason: code };
  if (next) log.warn({ ...fields, next: next.toISOString() }, "a mail could not leave yet");
  else log.error(fields, "a mail was given up");
}
