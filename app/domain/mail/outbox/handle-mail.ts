import { type SelectQueryBuilder, sql } from "kysely";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { containsText, type Database, type Writing } from "#app/platform/database/database.ts";
import { newestFirst, type Paged, type PageRequest, readPage } from "#app/platform/database/paging.ts";
import type { Schema } from "#app/platform/database/schema.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { hasNoSecretLinks } from "../templates/mail-content.ts";
import type { OutboxRow } from "./claims.ts";
import { outboxTag, type Priority, priorities, queueMail, urgencies } from "./outbox.ts";

export const mailStatuses = ["waiting", "scheduled", "sent", "stored", "failed", "cancelled"] as const;
export type MailStatus = (typeof mailStatuses)[number];

export interface MailFilter {
  status?: MailStatus | undefined;
  template?: string | undefined;
  /** Part of the address or the subject. */
  q?: string | undefined;
  /** Transactional by default. */
  priority?: Priority | undefined;
}

/** Lists mail without its content, newest first. */
export function listMail(
  { query }: Database,
  filter: MailFilter,
  page: PageRequest,
): Promise<Paged<Omit<OutboxRow, "content">>> {
  return readPage(applyFilter(query.selectFrom("outbox"), filter).select(listed), page, newestFirst);
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

/** Counts mail by status. */
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

/** Lists the templates in the outbox. */
export async function listMailTemplates({ query }: Database): Promise<string[]> {
  const rows = await query.selectFrom("outbox").select("template").distinct().orderBy("template").execute();
  return rows.map(({ template }) => template);
}

/** Reads a mail. Throws a DomainError if it does not exist. */
export async function readMail({ query }: Database, id: string): Promise<OutboxRow> {
  const row = await query.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new DomainError("missing", "There is no such mail. Sent mails are stored for 90 days.");
  return row;
}

/** Finds the subjects of mails, in no particular order. */
export async function findMailSubjects(
  { query }: Database,
  ids: readonly string[],
): Promise<Pick<OutboxRow, "id" | "subject">[]> {
  return query.selectFrom("outbox").select(["id", "subject"]).where("id", "in", ids).execute();
}

function applyFilter(query: SelectQueryBuilder<Schema, "outbox", object>, filter: MailFilter) {
  const { status, template, q = "", priority = priorities.transactional } = filter;
  const search = q.trim();
  const conditions = [
    sql<boolean>`priority = ${priority}`,
    ...(status ? [sql<boolean>`status = ${status}`] : []),
    ...(template ? [sql<boolean>`template = ${template}`] : []),
    ...(search
      ? [sql<boolean>`(${containsText("to_key", search)} or ${containsText("subject", search)})`]
      : []),
  ];
  return conditions.reduce((some, condition) => some.where(condition), query);
}

/** Whether staff can send a mail again: its content is stored and no instance has claimed it. */
export function isSendable(row: Pick<OutboxRow, "status" | "content" | "template" | "batch">): boolean {
  if (row.content === "") return false;
  if (row.status === "failed" || row.status === "waiting") return true;
  return (
    (row.status === "sent" || row.status === "stored") && hasNoSecretLinks(row.template) && row.batch === null
  );
}

/**
 * Retries a mail with all its attempts, or sends a copy of a sent one under a new Message-ID. Returns the id of the queued
 * mail.
 */
export async function sendAgain(tx: Writing, id: string, { actor, now }: ActionContext): Promise<string> {
  const row = await readMail(tx, id);
  if (!isSendable(row))
    throw new DomainError("in-use", "Its text is no longer stored, so it can't be sent again.");
  await recordAudit(tx, actor, "mail.sent-again", id);
  tx.invalidate(outboxTag);
  const reset = {
    attempts: 0,
    next_attempt_at: now.toISOString(),
    last_error: "",
    claimed_until: null,
    urgency: Math.min(row.urgency, urgencies.normal),
  };
  if (row.status === "sent" || row.status === "stored") {
    const identity = { id: newId(), copy_of: row.copy_of ?? id, status: "waiting" as const, sent_at: null };
    const copy = { ...row, ...reset, ...identity };
    await tx.query
      .insertInto("outbox")
      .values({ ...copy, created_at: now.toISOString() })
      .execute();
    return copy.id;
  }
  await tx.query
    .updateTable("outbox")
    .set({ ...reset, status: "waiting" })
    .where("id", "=", id)
    .where("claimed_until", "is", null)
    .execute();
  return id;
}

/** Stops retrying a mail; it can be sent again. */
export async function stopRetrying(tx: Writing, id: string, { actor }: ActionContext): Promise<void> {
  const stopped = await tx.query
    .updateTable("outbox")
    .set({ status: "failed", last_error: "Cancelled by hand." })
    .where("id", "=", id)
    .where("status", "in", ["waiting", "scheduled"])
    .where("claimed_until", "is", null)
    .executeTakeFirst();
  if (Number(stopped.numUpdatedRows) === 0)
    throw new DomainError("in-use", "It is being sent, or was sent already.");
  await recordAudit(tx, actor, "mail.given-up", id);
}

/** Records that a staff member views the secret links of a mail. */
export async function recordReveal(tx: Writing, id: string, { actor }: ActionContext): Promise<void> {
  await recordAudit(tx, actor, "mail.revealed", id);
}

/** Queues a test mail; returns its id. */
export async function sendTest(
  tx: Writing,
  to: { email: string; name: string },
  { actor, now }: ActionContext,
): Promise<string> {
  const id = await queueMail(tx, { to: to.email, mail: { template: "test", name: to.name, at: now } }, now);
  await recordAudit(tx, actor, "mail.tested", id);
  return id;
}
