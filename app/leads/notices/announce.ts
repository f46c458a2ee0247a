import { createHash } from "node:crypto";
import type { Writing } from "#app/database/database.ts";
import { readCompanyPlace } from "#app/mail/company.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import type { ContentOf } from "#app/mail/templates/mail-content.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { countAttempt, type Limit } from "#app/platform/limits/limits.ts";
import { shorten } from "#app/text/cut.ts";
import { emailKey, parseEmail } from "#app/text/email.ts";
import { dayOf, localTime, momentOf } from "#app/text/moments.ts";
import type { Lead } from "../lead.ts";
import { leadPath } from "../lead-kinds.ts";
import { type LeadSettings, type NoticeEvent, readLeadSettings } from "../lead-settings.ts";
import { dayAfter } from "../workflow/answer-time.ts";

/** Tells whom it concerns that something has come in, each of them once however often this is asked for. */
export async function announceLead(
  tx: Writing,
  lead: Lead,
  settings: LeadSettings,
  now: Date,
): Promise<void> {
  await sendReceipt(tx, lead, settings, now);
  await notifyStaff(tx, describeLead(lead), settings, now);
}

/**
 * Mails the sender their reference, once. Whoever fills in the form chooses the address: nothing they wrote goes with it,
 * and an address gets a few of these at most. That one was held back is kept as well, for staff to see.
 */
async function sendReceipt(tx: Writing, lead: Lead, { receipt }: LeadSettings, now: Date): Promise<void> {
  if (!receipt.isOn || lead.email === "") return;
  const row = {
    id: newId(),
    event: "receipt" as const,
    subject_id: lead.id,
    due_at: null,
    mail_id: null,
    recipient: lead.email,
    recipient_key: lead.email_key,
    created_at: now.toISOString(),
  };
  const kept = await tx.query
    .insertInto("notices")
    .values(row)
    .onConflict((conflict) => conflict.columns(["subject_id", "event", "recipient_key"]).doNothing())
    .executeTakeFirst();
  if (Number(kept.numInsertedOrUpdatedRows) === 0) return;
  if (!(await hasCapacity(tx, "receipt", lead.email_key, now))) return;
  const mail = {
    template: "lead-receipt" as const,
    name: "",
    words: receipt.text,
    what: lead.kind,
    reference: lead.reference,
  };
  const mailId = await queueMail(tx, { to: lead.email, mail, isByVisitor: true }, now);
  await tx.query.updateTable("notices").set({ mail_id: mailId }).where("id", "=", row.id).execute();
}

export type NoticeItem = ContentOf<"notice">["items"][number];

/** One thing to tell: what it is about, and what is said of it. */
export interface News {
  event: NoticeEvent;
  subjectId: string;
  item: NoticeItem;
}

const longestText = 1500;

export function describeLead(lead: Lead): News {
  const event = lead.kind;
  const facts = {
    From: lead.name,
    "E-mail": lead.email,
    Phone: lead.phone,
    Company: lead.company,
    Service: lead.service,
    "Best time": lead.best_time,
  };
  return {
    event,
    subjectId: lead.id,
    item: {
      event,
      path: leadPath(lead),
      title: lead.reference,
      facts: Object.entries(facts).flatMap(([label, value]) => (value === "" ? [] : [{ label, value }])),
      text: shorten(lead.message || lead.topic, longestText),
    },
  };
}

/**
 * Tells those who want to hear of it, each once: at once, or in their next summary. When very much comes in, what is to be
 * told at once waits for the next hour's summary, so that nobody can fill a mailbox of the company's by way of its forms.
 */
export async function notifyStaff(tx: Writing, news: News, settings: LeadSettings, now: Date): Promise<void> {
  const { pace } = settings.notices[news.event];
  if (pace === "never") return;
  const { timeZone } = await readCompanyPlace(tx);
  for (const recipient of await findRecipients(tx, news.event, settings))
    await notifyRecipient(tx, news, recipient, { pace, timeZone, now });
}

interface NoticeTiming {
  pace: "at-once" | "hourly" | "daily";
  timeZone: string;
  now: Date;
}

async function notifyRecipient(
  tx: Writing,
  news: News,
  { address, name }: Recipient,
  timing: NoticeTiming,
): Promise<void> {
  const { pace, timeZone, now } = timing;
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

/** How many mails one address gets: receipts for what anybody may have sent in its name, and notices to staff. */
const rules = {
  receipt: [
    { max: 2, seconds: 1800 },
    { max: 5, seconds: 86_400 },
  ],
  notice: [{ max: 30, seconds: 3600 }],
} as const;

export function capacityLimits(rule: keyof typeof rules, subject: string): Limit[] {
  return rules[rule].map(({ max, seconds }) => ({
    rule: `${rule}:${seconds}`,
    subject,
    max,
    seconds,
  }));
}

/** Counts one mail to an address; whether it may still be sent. */
async function hasCapacity(
  tx: Writing,
  rule: keyof typeof rules,
  addressKey: string,
  now: Date,
): Promise<boolean> {
  const subject = createHash("sha256").update(addressKey).digest("base64url").slice(0, 22);
  const limits = capacityLimits(rule, subject);
  try {
    await countAttempt(tx, limits, now);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === "too-many") return false;
    throw error;
  }
}

/** Tells those who want to hear of it that an address has joined the newsletter, each once. */
export async function announceSubscriber(tx: Writing, subscriberId: string, now: Date): Promise<void> {
  const [item] = await describeSubscriber(tx, [subscriberId]);
  if (!item) return;
  await notifyStaff(
    tx,
    { event: "subscriber", subjectId: subscriberId, item },
    await readLeadSettings(tx),
    now,
  );
}

export async function describeSubscriber(tx: Writing, ids: readonly string[]): Promise<NoticeItem[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query
    .selectFrom("subscribers")
    .select(["id", "reference", "email"])
    .where("id", "in", ids)
    .where("status", "in", ["pending", "confirmed"])
    .orderBy("id")
    .execute();
  return rows.map(({ reference, email }) => ({
    event: "subscriber" as const,
    path: "/dashboard/call",
    title: reference,
    text: "",
    facts: [{ label: "Address", value: email }],
  }));
}
