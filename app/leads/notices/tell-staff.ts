import type { Writing } from "#app/database/database.ts";
import { readCompanyPlace } from "#app/mail/company.ts";
import { queueMail } from "#app/mail/outbox.ts";
import { newId } from "#app/platform/id.ts";
import { emailKey } from "#app/text/email.ts";
import type { LeadSettings } from "../settings/lead-settings.ts";
import type { News } from "./items.ts";
import { dueAt } from "./pace.ts";
import { findRecipients, type Recipient } from "./recipients.ts";
import { hasRoom } from "./room.ts";

/**
 * Tells those who want to hear of it, each once: at once, or in their next summary. When very much comes in, what is to be
 * told at once waits for the next hour's summary, so that nobody can fill a mailbox of the company's by way of its forms.
 */
export async function tellStaff(tx: Writing, news: News, settings: LeadSettings, now: Date): Promise<void> {
  const { pace } = settings.notices[news.event];
  if (pace === "never") return;
  const { timeZone } = await readCompanyPlace(tx);
  for (const recipient of await findRecipients(tx, news.event, settings))
    await tellOne(tx, news, recipient, { pace, timeZone, now });
}

interface Telling {
  pace: "at-once" | "hourly" | "daily";
  timeZone: string;
  now: Date;
}

async function tellOne(
  tx: Writing,
  news: News,
  { address, name }: Recipient,
  telling: Telling,
): Promise<void> {
  const { pace, timeZone, now } = telling;
  const isAtOnce = pace === "at-once" && (await hasRoom(tx, "notice", emailKey(address), now));
  const row = {
    id: newId(),
    event: news.event,
    subject_id: news.subjectId,
    mail_id: null,
    recipient: address,
    recipient_key: emailKey(address),
    created_at: now.toISOString(),
    due_at: isAtOnce ? null : dueAt(pace === "at-once" ? "hourly" : pace, now, timeZone).toISOString(),
  };
  const kept = await tx.query
    .insertInto("notices")
    .values(row)
    .onConflict((conflict) => conflict.columns(["subject_id", "event", "recipient_key"]).doNothing())
    .executeTakeFirst();
  if (!isAtOnce || Number(kept.numInsertedOrUpdatedRows) === 0) return;
  const mail = { template: "notice", name, items: [news.item], more: 0 } as const;
  const mailId = await queueMail(tx, { to: address, mail: { ...mail, items: [...mail.items] } }, now);
  await tx.query.updateTable("notices").set({ mail_id: mailId }).where("id", "=", row.id).execute();
}
