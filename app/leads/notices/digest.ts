import type { Selectable } from "kysely";
import { type Database, type Writing, write } from "#app/database/database.ts";
import type { NoticeTable } from "#app/database/tables/leads.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { describeLead, type NoticeItem, shorten } from "./announce.ts";
import { describeDeadMail } from "./dead-mail.ts";
import { describeSubscriber } from "./subscriber.ts";

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
  await tx.engine.lock(tx.query, `digest:${recipientKey}`);
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
    ...(await describeDeadMail(tx, idsOf("dead-mail"))),
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
