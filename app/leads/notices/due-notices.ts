import type { Selectable } from "kysely";
import { type Database, type Writing, write } from "#app/database/database.ts";
import type { NoticeTable } from "#app/database/tables/leads.ts";
import { everyPriority, queueMail } from "#app/mail/outbox/outbox.ts";
import { shorten } from "#app/text/cut.ts";
import { readLeadSettings } from "../lead-settings.ts";
import { describeLead, describeSubscriber, type NoticeItem, notifyStaff } from "./announce.ts";

type Notice = Selectable<NoticeTable>;

const mostItems = 50;

/** Sends each summary whose time has come, one mail to each who gets one; answers how many left. */
export async function sendDigests(db: Database, now: Date): Promise<number> {
  const due = await db.query
    .selectFrom("notices")
    .select("recipient_key")
    .distinct()
    .where("mail_id", "is", null)
    .where("due_at", "<=", now.toISOString())
    .execute();
  let sent = 0;
  for (const { recipient_key } of due)
    if (await write(db, (tx) => sendOne(tx, recipient_key, now))) sent += 1;
  return sent;
}

/** Of several instances the second finds nothing left to tell. */
async function sendOne(tx: Writing, recipientKey: string, now: Date): Promise<boolean> {
  await tx.locks.acquire(tx.query, `digest:${recipientKey}`);
  const notices = await tx.query
    .selectFrom("notices")
    .selectAll()
    .where("recipient_key", "=", recipientKey)
    .where("mail_id", "is", null)
    .where("due_at", "<=", now.toISOString())
    .orderBy("id")
    .limit(1000)
    .execute();
  const [first] = notices;
  if (!first) return false;
  const items = await describeAll(tx, notices);
  const mailId = items.length === 0 ? null : await queueSummary(tx, first.recipient, items, now);
  const ids = notices.map(({ id }) => id);
  await tx.query
    .updateTable("notices")
    .set({ mail_id: mailId, due_at: null })
    .where("id", "in", ids)
    .execute();
  return mailId !== null;
}

function queueSummary(tx: Writing, to: string, items: NoticeItem[], now: Date): Promise<string> {
  const shown = items.slice(0, mostItems).map((item) => ({ ...item, text: shorten(item.text, 160) }));
  const mail = { template: "notice" as const, name: "", items: shown, more: items.length - shown.length };
  return queueMail(tx, { to, mail }, now);
}

/** What was deleted or taken for spam meanwhile is told nobody any more. */
async function describeAll(tx: Writing, notices: Notice[]): Promise<NoticeItem[]> {
  const idsOf = (event: Notice["event"]) =>
    notices.filter((notice) => notice.event === event).map(({ subject_id }) => subject_id);
  return [
    ...(await describeLeads(tx, idsOf("message"))),
    ...(await describeLeads(tx, idsOf("call"))),
    ...(await describeSubscriber(tx, idsOf("subscriber"))),
    ...(await describeFailedMail(tx, idsOf("failed-mail"))),
  ];
}

async function describeLeads(tx: Writing, ids: string[]): Promise<NoticeItem[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query
    .selectFrom("leads")
    .selectAll()
    .where("id", "in", ids)
    .where("erased_at", "is", null)
    .where("status", "<>", "spam")
    .orderBy("id")
    .execute();
  return rows.map((row) => describeLead(row).item);
}

/** Notices that can't be delivered are told nobody: the next one could not be either, and so on for ever. Test messages have their own. */
const withoutNotice = ["notice", "canary"];

/** Tells those who want to hear of it which mails were given up, each once; answers of how many. */
export async function notifyOfFailedMail(db: Database, now: Date): Promise<number> {
  const { notices } = await readLeadSettings(db);
  if (notices["failed-mail"].pace === "never") return 0;
  const failed = await db.query
    .selectFrom("outbox")
    .leftJoin("notices", (join) =>
      join.onRef("notices.subject_id", "=", "outbox.id").on("notices.event", "=", "failed-mail"),
    )
    .select("outbox.id")
    .where("outbox.priority", "in", everyPriority)
    .where("outbox.status", "=", "failed")
    .where("outbox.template", "not in", withoutNotice)
    .where("notices.id", "is", null)
    .orderBy("outbox.created_at")
    .limit(50)
    .execute();
  for (const { id } of failed) await write(db, (tx) => notifyOfMail(tx, id, now));
  return failed.length;
}

async function notifyOfMail(tx: Writing, id: string, now: Date): Promise<void> {
  const [item] = await describeFailedMail(tx, [id]);
  if (item)
    await notifyStaff(tx, { event: "failed-mail", subjectId: id, item }, await readLeadSettings(tx), now);
}

async function describeFailedMail(tx: Writing, ids: readonly string[]): Promise<NoticeItem[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query
    .selectFrom("outbox")
    .select(["subject", "to_address", "last_error"])
    .where("id", "in", ids)
    .where("status", "=", "failed")
    .orderBy("id")
    .execute();
  return rows.map(({ subject, to_address, last_error }) => ({
    event: "failed-mail" as const,
    path: "/dashboard/mail",
    title: subject,
    text: last_error,
    facts: [{ label: "To", value: to_address }],
  }));
}
