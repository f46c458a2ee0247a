import type { Selectable } from "kysely";
import { everyPriority, queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { shorten } from "#app/lib/text/cut.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import type { NoticeTable } from "#app/platform/database/tables/leads.ts";
import { readLeadSettings } from "../lead-settings.ts";
import { describeLead, describeSubscriber, type NoticeItem, notifyStaff } from "./announce.ts";

type Notice = Selectable<NoticeTable>;

const maxItems = 50;

/** Sends due summaries, one mail per recipient; returns their number. */
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
    if (await write(db, (tx) => sendDigest(tx, recipient_key, now))) sent += 1;
  return sent;
}

/** Sends one summary; on a second instance it finds no notices. */
async function sendDigest(tx: Writing, recipientKey: string, now: Date): Promise<boolean> {
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
  const items = await describeNotices(tx, notices);
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
  const shown = items.slice(0, maxItems).map((item) => ({ ...item, text: shorten(item.text, 160) }));
  const mail = { template: "notice" as const, name: "", items: shown, more: items.length - shown.length };
  return queueMail(tx, { to, mail }, now);
}

/** Describes notices; omits leads that were deleted or marked as spam since. */
async function describeNotices(tx: Writing, notices: Notice[]): Promise<NoticeItem[]> {
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

/** Templates whose failure is not announced: notices, which would fail again, and test messages, which have their own. */
const silentTemplates = ["notice", "canary"];

/** Notifies staff of failed mails, each once; returns their number. */
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
    .where("outbox.template", "not in", silentTemplates)
    .where("notices.id", "is", null)
    .orderBy("outbox.created_at")
    .limit(50)
    .execute();
  for (const { id } of failed) await write(db, (tx) => notifyOfOneMail(tx, id, now));
  return failed.length;
}

async function notifyOfOneMail(tx: Writing, id: string, now: Date): Promise<void> {
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
