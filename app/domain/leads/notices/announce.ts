import { createHash } from "node:crypto";
import { readCompanyContact } from "#app/domain/mail/company.ts";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import type { ContentOf } from "#app/domain/mail/templates/mail-content.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { shorten } from "#app/lib/text/cut.ts";
import { emailKey, parseEmail } from "#app/lib/text/email.ts";
import { dayOf, localTime, momentOf } from "#app/lib/text/moments.ts";
import type { Writing } from "#app/platform/database/database.ts";
import { countAttempt, type Limit } from "#app/platform/limits/limits.ts";
import { newId } from "#app/platform/runtime/id.ts";
import type { Lead } from "../lead.ts";
import { leadPath } from "../lead-kinds.ts";
import { type LeadSettings, type NoticeEvent, readLeadSettings } from "../lead-settings.ts";
import { dayAfter } from "../workflow/answer-time.ts";

/** Sends a receipt and notifies staff of a new lead, each once even if repeated. */
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
 * Mails a receipt once, without any text of the sender and limited per address: a stranger may have entered it. A suppressed
 * receipt is recorded for staff.
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
  const inserted = await tx.query
    .insertInto("notices")
    .values(row)
    .onConflict((conflict) => conflict.columns(["subject_id", "event", "recipient_key"]).doNothing())
    .executeTakeFirst();
  if (Number(inserted.numInsertedOrUpdatedRows) === 0) return;
  if (!(await isWithinMailLimits(tx, "receipt", lead.email_key, now))) return;
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

/** Notification to staff. */
export interface StaffNotification {
  event: NoticeEvent;
  subjectId: string;
  item: NoticeItem;
}

const maxTextLength = 1500;

export function describeLead(lead: Lead): StaffNotification {
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
      text: shorten(lead.message || lead.topic, maxTextLength),
    },
  };
}

/**
 * Notifies each recipient once, at once or in the next summary. Beyond a limit, immediate notices move to the hourly summary,
 * so that forms cannot flood mailboxes.
 */
export async function notifyStaff(
  tx: Writing,
  notification: StaffNotification,
  settings: LeadSettings,
  now: Date,
): Promise<void> {
  const { pace } = settings.notices[notification.event];
  if (pace === "never") return;
  const { timeZone } = await readCompanyContact(tx);
  for (const recipient of await findRecipients(tx, notification.event, settings))
    await notifyRecipient(tx, notification, recipient, { pace, timeZone, now });
}

interface NoticeTiming {
  pace: "at-once" | "hourly" | "daily";
  timeZone: string;
  now: Date;
}

async function notifyRecipient(
  tx: Writing,
  notification: StaffNotification,
  { address, name }: Recipient,
  timing: NoticeTiming,
): Promise<void> {
  const { pace, timeZone, now } = timing;
  const isImmediate = pace === "at-once" && (await isWithinMailLimits(tx, "notice", emailKey(address), now));
  const row = {
    id: newId(),
    event: notification.event,
    subject_id: notification.subjectId,
    mail_id: null,
    recipient: address,
    recipient_key: emailKey(address),
    created_at: now.toISOString(),
    due_at: isImmediate
      ? null
      : nextSummaryAt(pace === "at-once" ? "hourly" : pace, now, timeZone).toISOString(),
  };
  const inserted = await tx.query
    .insertInto("notices")
    .values(row)
    .onConflict((conflict) => conflict.columns(["subject_id", "event", "recipient_key"]).doNothing())
    .executeTakeFirst();
  if (!isImmediate || Number(inserted.numInsertedOrUpdatedRows) === 0) return;
  const mail = { template: "notice", name, items: [notification.item], more: 0 } as const;
  const mailId = await queueMail(tx, { to: address, mail: { ...mail, items: [...mail.items] } }, now);
  await tx.query.updateTable("notices").set({ mail_id: mailId }).where("id", "=", row.id).execute();
}

const dailySummaryTime = "08:00";

/** Returns the time of the next summary: the next full hour, or 8:00 in the company's time zone. */
function nextSummaryAt(pace: "hourly" | "daily", now: Date, timeZone: string): Date {
  const hour = 3_600_000;
  if (pace === "hourly") return new Date((Math.floor(now.getTime() / hour) + 1) * hour);
  const today = dayOf(now, timeZone);
  const isBefore = localTime(now.toISOString(), timeZone).slice(11) < dailySummaryTime;
  return new Date(momentOf(`${isBefore ? today : dayAfter(today)}T${dailySummaryTime}`, timeZone) ?? now);
}

/** Recipient of a notice, with a name for the greeting; empty for none. */
interface Recipient {
  address: string;
  name: string;
}

/**
 * Finds the configured recipients of an event. Without active ones, it is the company's address or else every admin, so that no
 * event is missed.
 */
async function findRecipients(
  tx: Writing,
  event: NoticeEvent,
  { notices }: LeadSettings,
): Promise<Recipient[]> {
  const { people, addresses } = notices[event];
  const configured = [
    ...(people.length === 0 ? [] : await findStaff(tx, people)),
    ...addresses.map((address) => ({ address, name: "" })),
  ];
  const recipients = configured.length > 0 ? configured : await findDefaultRecipients(tx);
  return [...new Map(recipients.map((one) => [emailKey(one.address), one])).values()];
}

async function findDefaultRecipients(tx: Writing): Promise<Recipient[]> {
  const { email } = await readCompanyContact(tx);
  const parsed = parseEmail(email);
  return "address" in parsed ? [{ address: parsed.address, name: "" }] : findStaff(tx, null);
}

/**
 * Finds active staff.
 * @param ids null for every admin
 */
async function findStaff(tx: Writing, ids: readonly string[] | null): Promise<Recipient[]> {
  const staff = tx.query
    .selectFrom("users")
    .select(["email as address", "name"])
    .where("banned", "=", 0)
    .orderBy("email_key");
  if (ids === null) return staff.where("role", "=", "admin").execute();
  return staff.where("role", "in", ["editor", "admin"]).where("id", "in", ids).execute();
}

/** Limits of mail to one address: receipts, which strangers can cause, and notices to staff. */
const mailLimits = {
  receipt: [
    { max: 2, seconds: 1800 },
    { max: 5, seconds: 86_400 },
  ],
  notice: [{ max: 30, seconds: 3600 }],
} as const;

export function capacityLimits(rule: keyof typeof mailLimits, subject: string): Limit[] {
  return mailLimits[rule].map(({ max, seconds }) => ({
    rule: `${rule}:${seconds}`,
    subject,
    max,
    seconds,
  }));
}

/** Counts one mail to an address and returns whether it is within the limits. */
async function isWithinMailLimits(
  tx: Writing,
  rule: keyof typeof mailLimits,
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

/** Notifies each recipient once of a new subscriber. */
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
