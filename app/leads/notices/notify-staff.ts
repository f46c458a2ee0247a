import type { Writing } from "#app/database/database.ts";
import { readCompanyPlace } from "#app/mail/company.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { newId } from "#app/platform/id.ts";
import { emailKey, parseEmail } from "#app/text/email.ts";
import { dayOf, localTime, momentOf } from "#app/text/moments.ts";
import type { LeadSettings, NoticeEvent } from "../settings/lead-settings.ts";
import { dayAfter } from "../workflow/answer-time.ts";
import { hasCapacity } from "./capacity.ts";
import type { News } from "./items.ts";

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
  const isAtOnce = pace === "at-once" && (await hasCapacity(tx, "notice", emailKey(address), now));
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

const morning = "08:00";

/** When the next summary leaves: at the full hour, or at eight in the morning of the company's place. */
function dueAt(pace: "hourly" | "daily", now: Date, timeZone: string): Date {
  const hour = 3_600_000;
  if (pace === "hourly") return new Date((Math.floor(now.getTime() / hour) + 1) * hour);
  const today = dayOf(now, timeZone);
  const isEarly = localTime(now.toISOString(), timeZone).slice(11) < morning;
  return new Date(momentOf(`${isEarly ? today : dayAfter(today)}T${morning}`, timeZone) ?? now);
}

/** Who is told, and by what name they are greeted; empty for none. */
interface Recipient {
  address: string;
  name: string;
}

/**
 * Those named for an event: people of the staff, and addresses. Where nobody is named, or all who were have left, it is
 * the company's own address or, without one, every admin: something that comes in never goes unheard by mistake.
 */
async function findRecipients(
  tx: Writing,
  event: NoticeEvent,
  { notices }: LeadSettings,
): Promise<Recipient[]> {
  const { people, addresses } = notices[event];
  const named = [
    ...(people.length === 0 ? [] : await findStaff(tx, people)),
    ...addresses.map((address) => ({ address, name: "" })),
  ];
  const chosen = named.length > 0 ? named : await usualRecipients(tx);
  return [...new Map(chosen.map((one) => [emailKey(one.address), one])).values()];
}

async function usualRecipients(tx: Writing): Promise<Recipient[]> {
  const { email } = await readCompanyPlace(tx);
  const parsed = parseEmail(email);
  return "address" in parsed ? [{ address: parsed.address, name: "" }] : findStaff(tx, null);
}

/** @param ids null for every admin */
async function findStaff(tx: Writing, ids: readonly string[] | null): Promise<Recipient[]> {
  const staff = tx.query
    .selectFrom("users")
    .select(["email as address", "name"])
    .where("banned", "=", 0)
    .orderBy("email_key");
  if (ids === null) return staff.where("role", "=", "admin").execute();
  return staff.where("role", "in", ["editor", "admin"]).where("id", "in", ids).execute();
}
