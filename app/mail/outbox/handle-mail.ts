import { type SelectQueryBuilder, sql } from "kysely";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { containsText, type Database, type Writing } from "#app/database/database.ts";
import { newestFirst, type Paged, type PageRequest, readPage } from "#app/database/paging.ts";
import type { Schema } from "#app/database/schema.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { isLasting } from "../templates/mail-content.ts";
import type { OutboxRow } from "./claims.ts";
import { outboxLabel, type Priority, priorities, queueMail, urgencies } from "./outbox.ts";

export const mailStatuses = ["waiting", "scheduled", "sent", "stored", "failed", "cancelled"] as const;
export type MailStatus = (typeof mailStatuses)[number];

export interface MailFilter {
  status?: MailStatus | undefined;
  template?: string | undefined;
  /** A part of the address or of the subject. */
  q?: string | undefined;
  /** Mail to one person, unless newsletters are asked for. */
  priority?: Priority | undefined;
}

/** The newest first, without what they say. */
export function listMail(
  { query }: Database,
  filter: MailFilter,
  page: PageRequest,
): Promise<Paged<Omit<OutboxRow, "content">>> {
  return readPage(narrow(query.selectFrom("outbox"), filter).select(listed), page, newestFirst);
}

const listed = [
  "id",
  "to_address",
  "to_key",
  "subject",
  "template",
  "person_id",
  "status",
  "attempts",
  "next_attempt_at",
  "expires_at",
  "last_error",
  "created_at",
  "sent_at",
  "claimed_until",
  "priority",
  "urgency",
  "batch",
  "copy_of",
] as const;

/** How many mails stand where. */
export async function countMail(
  { query }: Database,
  priority: Priority,
): Promise<Record<MailStatus, number>> {
  const rows = await query
    .selectFrom("outbox")
    .select((eb) => ["status", eb.fn.countAll<number>().as("count")])
    .where("priority", "=", priority)
    .groupBy("status")
    .execute();
  const counts = { waiting: 0, scheduled: 0, sent: 0, stored: 0, failed: 0, cancelled: 0 };
  for (const { status, count } of rows) counts[status] = Number(count);
  return counts;
}

/** Which sorts of mail there are. */
export async function listMailTemplates({ query }: Database): Promise<string[]> {
  const rows = await query.selectFrom("outbox").select("template").distinct().orderBy("template").execute();
  return rows.map(({ template }) => template);
}

/** Throws a DomainError when there is none. */
export async function readMail({ query }: Database, id: string): Promise<OutboxRow> {
  const row = await query.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new DomainError("missing", "There is no such mail. What left is on record for 90 days.");
  return row;
}

/** What mails are about, in no order. */
export async function findMailSubjects(
  { query }: Database,
  ids: readonly string[],
): Promise<Pick<OutboxRow, "id" | "subject">[]> {
  return query.selectFrom("outbox").select(["id", "subject"]).where("id", "in", ids).execute();
}

function narrow(query: SelectQueryBuilder<Schema, "outbox", object>, filter: MailFilter) {
  const { status, template, q = "", priority = priorities.transactional } = filter;
  const wanted = q.trim();
  const conditions = [
    sql<boolean>`priority = ${priority}`,
    ...(status ? [sql<boolean>`status = ${status}`] : []),
    ...(template ? [sql<boolean>`template = ${template}`] : []),
    ...(wanted
      ? [sql<boolean>`(${containsText("to_key", wanted)} or ${containsText("subject", wanted)})`]
      : []),
  ];
  return conditions.reduce((some, condition) => some.where(condition), query);
}

/** Whether staff can have it sent again: its words are still there, and nobody has it in hand. */
export function isSendable(row: Pick<OutboxRow, "status" | "content" | "template" | "batch">): boolean {
  if (row.content === "") return false;
  if (row.status === "failed" || row.status === "waiting") return true;
  return (row.status === "sent" || row.status === "stored") && isLasting(row.template) && row.batch === null;
}

/** Tries a mail anew with all its tries, or sends one that has left once more under a new Message-ID. Answers the id it goes by. */
export async function sendAgain(tx: Writing, id: string, { actor, now }: ActionContext): Promise<string> {
  const row = await readMail(tx, id);
  if (!isSendable(row))
    throw new DomainError("in-use", "What it said is not kept any more, so it can't be sent again.");
  await recordAudit(tx, actor, "mail.sent-again", id);
  tx.invalidate(outboxLabel);
  const fresh = {
    attempts: 0,
    next_attempt_at: now.toISOString(),
    last_error: "",
    claimed_until: null,
    urgency: Math.min(row.urgency, urgencies.normal),
  };
  if (row.status === "sent" || row.status === "stored") {
    const own = { id: newId(), copy_of: row.copy_of ?? id, status: "waiting" as const, sent_at: null };
    const copy = { ...row, ...fresh, ...own };
    await tx.query
      .insertInto("outbox")
      .values({ ...copy, created_at: now.toISOString() })
      .execute();
    return copy.id;
  }
  await tx.query
    .updateTable("outbox")
    .set({ ...fresh, status: "waiting" })
    .where("id", "=", id)
    .where("claimed_until", "is", null)
    .execute();
  return id;
}

/** Stops trying; it can be sent again. */
export async function giveUp(tx: Writing, id: string, { actor }: ActionContext): Promise<void> {
  const stopped = await tx.query
    .updateTable("outbox")
    .set({ status: "failed", last_error: "Given up by hand." })
    .where("id", "=", id)
    .where("status", "in", ["waiting", "scheduled"])
    .where("claimed_until", "is", null)
    .executeTakeFirst();
  if (Number(stopped.numUpdatedRows) === 0)
    throw new DomainError("in-use", "It is on its way this very moment, or has left.");
  await recordAudit(tx, actor, "mail.given-up", id);
}

/** Notes that somebody is about to see the links of a mail that are its reader's alone. */
export async function recordReveal(tx: Writing, id: string, { actor }: ActionContext): Promise<void> {
  await recordAudit(tx, actor, "mail.revealed", id);
}

/** A mail to see whether mail arrives. Answers its id. */
export async function sendTest(
  tx: Writing,
  to: { email: string; name: string },
  { actor, now }: ActionContext,
): Promise<string> {
  const id = await queueMail(tx, { to: to.email, mail: { template: "test", name: to.name, at: now } }, now);
  await recordAudit(tx, actor, "mail.tested", id);
  return id;
}
