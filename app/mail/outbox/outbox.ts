import { type Database, type Writing, write } from "#app/database/database.ts";
import { retryAt } from "#app/platform/background-work.ts";
import { newId } from "#app/platform/id.ts";
import type { Encryption } from "#app/platform/secrets/encryption.ts";
import { emailKey, parseEmail } from "#app/text/email.ts";
import { type MailContent, mailContentSchema } from "../templates/mail-content.ts";
import { subjectOf } from "../templates/templates.ts";

/** Mail to one person goes first; what goes to many has workers of its own, and a set rate. */
export const priorities = { transactional: 0, bulk: 1 } as const;
export type Priority = (typeof priorities)[keyof typeof priorities];

/** The order of mail to one person: links that soon expire first, what strangers cause last. */
export const urgencies = { urgent: 0, normal: 1, visitors: 2 } as const;
export type Urgency = (typeof urgencies)[keyof typeof urgencies];

/** Each queue has its own workers and its own rate, so that none delays another. */
export const mailQueues = {
  people: { priority: priorities.transactional, urgencies: [urgencies.urgent, urgencies.normal] },
  visitors: { priority: priorities.transactional, urgencies: [urgencies.visitors] },
  bulk: { priority: priorities.bulk, urgencies: [urgencies.normal] },
} as const;
export type MailQueue = keyof typeof mailQueues;

/** Queries that look for a status name every priority as well, since the index begins with it; without it they read the whole outbox. */
export const everyPriority = Object.values(priorities);

export interface OutgoingMail {
  /** One address, as stored. */
  to: string;
  mail: MailContent;
  /** Not sent any more after this moment (links that have run out). */
  expiresAt?: Date;
  /** Whose mail it is, for export and erasure. */
  personId?: string | null;
  /** A subject that people wrote; without one, the mail's own. */
  subject?: string;
  priority?: Priority;
  /** Whether a stranger caused it by a public form, to an address of their choice. */
  isByVisitor?: boolean;
  /** What many get together: no mailbox gets two mails of one batch. */
  batch?: string;
  /** Not sent before this moment. */
  notBefore?: Date;
}

/** What a transaction touches to wake the senders of every instance. */
export const outboxLabel = "outbox";
/** What a transaction touches when somebody's mail is to go from the data folders as well. */
export const forgottenLabel = "outbox:forgotten";

/** Puts a mail into the outbox in the transaction of its cause; answers its id. */
export async function queueMail(tx: Writing, message: OutgoingMail, now: Date): Promise<string> {
  const row = rowOf(tx, message, now);
  await tx.query.insertInto("outbox").values(row).execute();
  tx.invalidate(outboxLabel);
  return row.id;
}

/** Many at once; a mailbox that has its mail of the batch is passed over. */
export async function queueMails(tx: Writing, many: readonly OutgoingMail[], now: Date): Promise<void> {
  if (many.length === 0) return;
  await tx.query
    .insertInto("outbox")
    .values(many.map((message) => rowOf(tx, message, now)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  tx.invalidate(outboxLabel);
}

function rowOf({ encryption }: Writing, message: OutgoingMail, now: Date) {
  const content = mailContentSchema.parse(message.mail);
  const to = readAddress(message.to);
  return {
    id: newId(),
    to_address: to,
    to_key: emailKey(to),
    subject: message.subject ?? subjectOf(content),
    template: content.template,
    content: sealContent(encryption, content),
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

const soonMs = 60 * 60_000;

function urgencyOf({ priority, isByVisitor, expiresAt }: OutgoingMail, now: Date): Urgency {
  if (priority === priorities.bulk) return urgencies.normal;
  if (isByVisitor) return urgencies.visitors;
  const isSoon = expiresAt !== undefined && expiresAt.getTime() - now.getTime() <= soonMs;
  return isSoon ? urgencies.urgent : urgencies.normal;
}

/** Deletes what waits or lies there for a person (erasure). */
export async function forgetMail(tx: Writing, personId: string, addresses: readonly string[]): Promise<void> {
  const keys = addresses.map(emailKey);
  await tx.query
    .deleteFrom("outbox")
    .where((eb) => {
      const isTheirs = eb("person_id", "=", personId);
      return keys.length === 0 ? isTheirs : eb.or([isTheirs, eb("to_key", "in", keys)]);
    })
    .execute();
  tx.invalidate(forgottenLabel);
}

/** Deletes single mails with their copies, and what is written of them in the data folder. */
export async function forgetMails(tx: Writing, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query
    .deleteFrom("outbox")
    .where((eb) => eb.or([eb("id", "in", ids), eb("copy_of", "in", ids)]))
    .execute();
  tx.invalidate(forgottenLabel);
}

/** An address that is no single plain one was let in by a mistake of ours: better no mail than one to somebody else. */
function readAddress(to: string): string {
  const parsed = parseEmail(to);
  if ("wrong" in parsed || parsed.address !== to)
    throw new TypeError("A mail was queued for something that is not one stored e-mail address.");
  return to;
}

/** Tells everybody who can act as an admin and will go on to, each by name. */
export async function mailAdmins(
  tx: Writing,
  now: Date,
  write: (name: string) => MailContent,
): Promise<void> {
  const admins = await tx.query
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("role", "=", "admin")
    .where("banned", "=", 0)
    .where("deletes_at", "is", null)
    .execute();
  for (const { id, name, email } of admins)
    await queueMail(tx, { to: email, personId: id, mail: write(name) }, now);
}

/**
 * What the outbox keeps of a mail's words. They hold links that open accounts, and what people wrote to the company, so
 * nobody reads them in a copy of the database.
 */
function sealContent(encryption: Encryption, content: MailContent): string {
  return encryption.encrypt(JSON.stringify(content));
}

/** Throws when it was sealed with another secret, or is no mail's content. */
export function openContent(encryption: Encryption, stored: string): MailContent {
  return mailContentSchema.parse(JSON.parse(encryption.decrypt(stored)));
}

const minute = 60_000;
const hour = 60 * minute;

/** Waits between the tries, fourfold each time up to six hours: ten tries in a little more than a day. */
const waits = [minute, 4 * minute, 16 * minute, hour, 4 * hour, ...Array<number>(4).fill(6 * hour)];

export const mostTries = waits.length + 1;

/** When a mail that failed for the `attempts`-th time is tried again; null when it is given up. */
export function nextTry(attempts: number, now: Date): Date | null {
  return retryAt(waits, attempts, now);
}

/** Mails caused by strangers in an hour, from which on admins are notified. */
export const surgePerHour = 300;
const quietMs = 24 * 3_600_000;

/** Mails every admin, at most once a day, when strangers have the site send very many mails; answers whether it did. */
export async function notifyOfSurge(db: Database, publicUrl: URL, now: Date): Promise<boolean> {
  return write(db, async (tx) => {
    await tx.locks.acquire(tx.query, "mail-surge");
    const earlier = await tx.query
      .selectFrom("outbox")
      .select("id")
      .where("priority", "=", priorities.transactional)
      .where("created_at", ">", new Date(now.getTime() - quietMs).toISOString())
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
