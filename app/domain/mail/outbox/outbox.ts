import { emailKey, parseEmail } from "#app/lib/text/email.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { retryAt } from "#app/platform/jobs/background-work.ts";
import { newId } from "#app/platform/runtime/id.ts";
import type { Encryption } from "#app/platform/secrets/encryption.ts";
import { type MailContent, mailContentSchema } from "../templates/mail-content.ts";
import { subjectOf } from "../templates/templates.ts";

/** Mail to one person is sent first; bulk mail has its own workers and rate. */
export const priorities = { transactional: 0, bulk: 1 } as const;
export type Priority = (typeof priorities)[keyof typeof priorities];

/** Order of mail to one person: soon expiring links first, mail caused by visitors last. */
export const urgencies = { urgent: 0, normal: 1, visitors: 2 } as const;
export type Urgency = (typeof urgencies)[keyof typeof urgencies];

/** Queues with their own workers and rates, so that none delays another. */
export const mailQueues = {
  people: { priority: priorities.transactional, urgencies: [urgencies.urgent, urgencies.normal] },
  visitors: { priority: priorities.transactional, urgencies: [urgencies.visitors] },
  bulk: { priority: priorities.bulk, urgencies: [urgencies.normal] },
} as const;
export type MailQueue = keyof typeof mailQueues;

/** Priorities to name in every query by status: the index begins with the priority, and a query without it scans the outbox. */
export const everyPriority = Object.values(priorities);

export interface OutgoingMail {
  /** One normalized address. */
  to: string;
  mail: MailContent;
  /** Not sent after this time, because its links expire. */
  expiresAt?: Date;
  /** User id of the recipient, for export and erasure. */
  personId?: string | null;
  /** Subject written by a person; by default that of the template. */
  subject?: string;
  priority?: Priority;
  /** Whether a visitor caused it by a public form, to an address of their choice. */
  isByVisitor?: boolean;
  /** Id of a bulk sending: a mailbox gets one mail per batch. */
  batch?: string;
  /** Not sent before this time. */
  notBefore?: Date;
}

/** Tag that a transaction invalidates to wake the senders of every instance. */
export const outboxTag = "outbox";
/** Tag that a transaction invalidates to delete mail files on every instance. */
export const erasedMailTag = "outbox:forgotten";

/** Queues a mail in the transaction of its cause; returns its id. */
export async function queueMail(tx: Writing, message: OutgoingMail, now: Date): Promise<string> {
  const row = createRow(tx, message, now);
  await tx.query.insertInto("outbox").values(row).execute();
  tx.invalidate(outboxTag);
  return row.id;
}

/** Queues many mails; skips mailboxes that have a mail of the same batch. */
export async function queueMails(tx: Writing, messages: readonly OutgoingMail[], now: Date): Promise<void> {
  if (messages.length === 0) return;
  await tx.query
    .insertInto("outbox")
    .values(messages.map((message) => createRow(tx, message, now)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  tx.invalidate(outboxTag);
}

function createRow({ encryption }: Writing, message: OutgoingMail, now: Date) {
  const content = mailContentSchema.parse(message.mail);
  const to = requireAddress(message.to);
  return {
    id: newId(),
    to_address: to,
    to_key: emailKey(to),
    subject: message.subject ?? subjectOf(content),
    template: content.template,
    content: encryptContent(encryption, content),
    person_id: message.personId ?? null,
    status: "waiting" as const,
    attempts: 0,
    next_attempt_at: (message.notBefore ?? now).toISOString(),
    expires_at: message.expiresAt?.toISOString() ?? null,
    last_error: "",
    created_at: now.toISOString(),
    sent_at: null,
    claimed_until: null,
    priority: message.priority ?? priorities.transactional,
    urgency: urgencyOf(message, now),
    batch: message.batch ?? null,
  };
}

const urgentMs = 60 * 60_000;

function urgencyOf({ priority, isByVisitor, expiresAt }: OutgoingMail, now: Date): Urgency {
  if (priority === priorities.bulk) return urgencies.normal;
  if (isByVisitor) return urgencies.visitors;
  const isUrgent = expiresAt !== undefined && expiresAt.getTime() - now.getTime() <= urgentMs;
  return isUrgent ? urgencies.urgent : urgencies.normal;
}

/** Deletes all mail to a person (erasure). */
export async function erasePersonMail(
  tx: Writing,
  personId: string,
  addresses: readonly string[],
): Promise<void> {
  const keys = addresses.map(emailKey);
  await tx.query
    .deleteFrom("outbox")
    .where((eb) => {
      const isTheirs = eb("person_id", "=", personId);
      return keys.length === 0 ? isTheirs : eb.or([isTheirs, eb("to_key", "in", keys)]);
    })
    .execute();
  tx.invalidate(erasedMailTag);
}

/** Deletes mails, their copies and their files in the data folder. */
export async function eraseMails(tx: Writing, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query
    .deleteFrom("outbox")
    .where((eb) => eb.or([eb("id", "in", ids), eb("copy_of", "in", ids)]))
    .execute();
  tx.invalidate(erasedMailTag);
}

/** Throws unless the text is one normalized address: sending nothing is better than sending to a wrong address. */
function requireAddress(to: string): string {
  const parsed = parseEmail(to);
  if ("wrong" in parsed || parsed.address !== to)
    throw new TypeError("A mail was queued for an invalid e-mail address.");
  return to;
}

/** Queues a mail to every active admin, by name. */
export async function mailAdmins(
  tx: Writing,
  now: Date,
  createContent: (name: string) => MailContent,
): Promise<void> {
  const admins = await tx.query
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("role", "=", "admin")
    .where("banned", "=", 0)
    .where("deletes_at", "is", null)
    .execute();
  for (const { id, name, email } of admins)
    await queueMail(tx, { to: email, personId: id, mail: createContent(name) }, now);
}

/** Encrypts content: it contains secret links and private messages, which a copy of the database must not reveal. */
function encryptContent(encryption: Encryption, content: MailContent): string {
  return encryption.encrypt(JSON.stringify(content));
}

/** Decrypts content. Throws if the secret differs or the content is invalid. */
export function decryptContent(encryption: Encryption, stored: string): MailContent {
  return mailContentSchema.parse(JSON.parse(encryption.decrypt(stored)));
}

const minute = 60_000;
const hour = 60 * minute;

/** Delays between attempts, fourfold up to six hours: ten attempts in little more than a day. */
const retryDelays = [minute, 4 * minute, 16 * minute, hour, 4 * hour, ...Array<number>(4).fill(6 * hour)];

export const maxAttempts = retryDelays.length + 1;

/** Returns the time of the next attempt after `attempts` failures; null after the last. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  return retryAt(retryDelays, attempts, now);
}

/** Hourly number of mails caused by visitors from which admins are notified. */
export const surgePerHour = 300;
const surgeNoticeMs = 24 * 3_600_000;

/** Notifies admins, at most daily, when visitors cause unusually much mail; returns whether it did. */
export async function notifyOfSurge(db: Database, publicUrl: URL, now: Date): Promise<boolean> {
  return write(db, async (tx) => {
    await tx.locks.acquire(tx.query, "mail-surge");
    const earlier = await tx.query
      .selectFrom("outbox")
      .select("id")
      .where("priority", "=", priorities.transactional)
      .where("created_at", ">", new Date(now.getTime() - surgeNoticeMs).toISOString())
      .where("template", "=", "mail-surge")
      .limit(1)
      .executeTakeFirst();
    if (earlier) return false;
    const { mails } = await tx.query
      .selectFrom("outbox")
      .select((eb) => eb.fn.countAll<number | string>().as("mails"))
      .where("priority", "=", priorities.transactional)
      .where("urgency", "=", urgencies.visitors)
      .where("created_at", ">", new Date(now.getTime() - 3_600_000).toISOString())
      .executeTakeFirstOrThrow();
    if (Number(mails) < surgePerHour) return false;
    const link = new URL("/dashboard/mail", publicUrl).href;
    await mailAdmins(tx, now, (name) => ({ template: "mail-surge", name, count: Number(mails), link }));
    return true;
  });
}
