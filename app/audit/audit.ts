import { type Selectable, sql } from "kysely";
import type { Database, Writing } from "#app/database/database.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import { type Paged, type PageRequest, readPage } from "#app/database/paging.ts";
import type { AuditTable } from "#app/database/schema.ts";
import type { Repeated } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import { newId } from "#app/platform/id.ts";
import type { AuditAction } from "./actions.ts";

/** Who acts: a person's id, or a part of the product such as "schedule" or "import", and the request it came by. */
export interface Actor {
  id: string;
  requestId: string;
}

/** Who does something, and when. */
export interface ActionContext {
  actor: Actor;
  now: Date;
  /** What the audit keeps besides what was done. */
  detail?: string;
}

/** Keeps who did what, in the transaction of the action itself; such a row is never changed. */
export async function recordAudit(
  tx: Writing,
  actor: Actor,
  action: AuditAction,
  subject: string,
  detail = "",
): Promise<void> {
  await insert(tx, actor, action, subject, detail, new Date());
}

/** Like `recordAudit`, but skips an action that the same person did last with the subject within the hour, such as autosaves. */
export async function recordAuditOnce(
  tx: Writing,
  actor: Actor,
  action: AuditAction,
  subject: string,
): Promise<void> {
  const last = await tx.query
    .selectFrom("audit")
    .select(["actor", "action", "at"])
    .where("subject", "=", subject)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  if (last && last.actor === actor.id && last.action === action && last.at > hourAgo) return;
  await recordAudit(tx, actor, action, subject);
}

/** So many rows of one kind of attempt are written within an hour; the rest is counted together. */
const mostAttemptRows = 1000;

/** What somebody tried and was not allowed; `about.network` is empty where it is not known. */
export interface AuditAttempt {
  actor: Actor;
  action: AuditAction;
  subject: string;
  about: { network: string; detail: string };
}

/**
 * Keeps what anybody can try again and again: one row an hour for each subject, network and detail, which says how often. Once
 * there are as many as an hour may have, network and detail are no longer told apart, so that nobody can fill the record.
 */
export async function recordAttempt(tx: Writing, attempt: AuditAttempt, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000).toISOString();
  const recent = tx.query.selectFrom("audit").where("action", "=", attempt.action).where("at", ">", hourAgo);
  const { count } = await recent
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  const isFull = Number(count) >= mostAttemptRows;
  const { network, detail } = isFull ? { network: "many", detail: "" } : attempt.about;
  const start = JSON.stringify({ network, detail }).slice(0, -1);
  const same = await recent
    .select(["id", "detail"])
    .where("actor", "=", attempt.actor.id)
    .where("subject", "=", attempt.subject)
    .where(sql<boolean>`substr(detail, 1, ${sql.lit(start.length)}) = ${start}`)
    .orderBy("at", "desc")
    .executeTakeFirst();
  if (!same) {
    await insert(tx, attempt.actor, attempt.action, attempt.subject, `${start},"times":1}`, now);
    return;
  }
  const times = Number(/"times":(\d+)\}$/.exec(same.detail)?.[1] ?? 1) + 1;
  await tx.query
    .updateTable("audit")
    .set({ detail: `${start},"times":${times}}` })
    .where("id", "=", same.id)
    .execute();
}

function insert(
  tx: Writing,
  actor: Actor,
  action: AuditAction,
  subject: string,
  detail: string,
  at: Date,
): Promise<unknown> {
  const row = {
    id: newId(),
    at: at.toISOString(),
    actor: actor.id,
    action,
    subject,
    detail,
    request_id: actor.requestId,
  };
  return tx.query.insertInto("audit").values(row).execute();
}

/** Days that the record is kept: long enough to look into a break-in, and no longer than somebody may ask about it. */
export const auditDays = {
  /** Signing in and out, with and without success, and what was refused. */
  access: 400,
  /** What was done: seven years. */
  actions: 2557,
} as const;

/** What says where somebody was, more than what they did. */
export const accessActions = [
  "registration-asked",
  "signed-in",
  "signed-out",
  "sign-in-failed",
  "second-step-asked",
  "second-step-failed",
  "password-confirmed",
  "confirmation-failed",
  "reset-asked",
  "access-refused",
  "mcp.called",
] as const satisfies readonly AuditAction[];

/** Deletes what has served its time. */
export async function cleanUpAudit({ query }: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  await query
    .deleteFrom("audit")
    .where("action", "in", accessActions)
    .where("at", "<", before(auditDays.access))
    .execute();
  await query.deleteFrom("audit").where("at", "<", before(auditDays.actions)).execute();
}

/** Does that now and every day, on one instance. */
export function startAuditCleanup(db: Database, clock: Clock, onError: (error: unknown) => void): Repeated {
  const terms = { name: "audit log cleanup", everyMs: 86_400_000 };
  return repeatOnOne(db, terms, () => cleanUpAudit(db, clock.now()), onError);
}

/** One thing that was done. */
export interface AuditRow {
  id: string;
  at: string;
  /** A person's id, or a part of the product such as "schedule". */
  actor: string;
  action: string;
  /** Id of what it was done to; empty where there is nothing. */
  subject: string;
  detail: string;
  requestId: string;
}

export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** Moments, in ISO 8601; `to` itself is left out. */
  from?: string | undefined;
  to?: string | undefined;
}

/** One page of the record, the latest first; what stands in an index is asked of it, with a million rows as with ten. */
export async function listAuditRows(
  db: Database,
  query: AuditFilter & PageRequest,
): Promise<Paged<AuditRow>> {
  const paged = await readPage(select(db, query), query, {
    direction: "desc",
    sortKey: "at",
    sortKeyOf: ({ at }) => at,
  });
  return { ...paged, rows: paged.rows.map(present) };
}

/** What was done by somebody or to them, the latest first. */
export async function listAuditRowsAround(db: Database, id: string, limit: number): Promise<AuditRow[]> {
  const by = await listAuditRows(db, { actor: id, limit });
  const to = await listAuditRows(db, { subject: id, limit });
  const all = new Map([...by.rows, ...to.rows].map((row) => [row.id, row]));
  return [...all.values()]
    .toSorted((one, other) => (one.at + one.id < other.at + other.id ? 1 : -1))
    .slice(0, limit);
}

/** The details of some kinds of actions on these subjects, the oldest first. */
export async function listDetails(
  { query }: Database,
  subjects: readonly string[],
  actions: readonly string[],
): Promise<Pick<AuditRow, "subject" | "action" | "detail">[]> {
  return query
    .selectFrom("audit")
    .select(["subject", "action", "detail"])
    .where("subject", "in", subjects)
    .where("action", "in", actions)
    .orderBy("at")
    .orderBy("id")
    .execute();
}

/** Every kind of action there is on record. */
export async function listActions({ query }: Database): Promise<string[]> {
  const found: string[] = [];
  // One look at the index for each, however many rows there are of it.
  for (let last = ""; ; ) {
    const row = await query
      .selectFrom("audit")
      .select("action")
      .where("action", ">", last)
      .orderBy("action")
      .limit(1)
      .executeTakeFirst();
    if (!row || found.length >= 500) return found;
    last = row.action;
    found.push(last);
  }
}

function select({ query }: Database, { actor, action, subject, from, to }: AuditFilter) {
  let found = query.selectFrom("audit").selectAll();
  if (actor) found = found.where("actor", "=", actor);
  if (action) found = found.where("action", "=", action);
  if (subject) found = found.where("subject", "=", subject);
  if (from) found = found.where("at", ">=", from);
  if (to) found = found.where("at", "<", to);
  return found;
}

function present({ request_id, ...row }: Selectable<AuditTable>): AuditRow {
  return { ...row, requestId: request_id };
}
