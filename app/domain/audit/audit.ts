import { type Selectable, sql } from "kysely";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { repeatOnOneInstance } from "#app/platform/database/leases.ts";
import { type Paged, type PageRequest, readPage } from "#app/platform/database/paging.ts";
import type { AuditTable } from "#app/platform/database/schema.ts";
import type { PeriodicTask } from "#app/platform/jobs/background-work.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import { newId } from "#app/platform/runtime/id.ts";
import type { AuditAction } from "./actions.ts";

/** Person or system actor that performs an action, with the request that caused it. */
export interface Actor {
  /** User id, or name of a system actor such as "schedule" or "import". */
  id: string;
  requestId: string;
}

/** Actor and time of an action; functions that change data take one. */
export interface ActionContext {
  actor: Actor;
  now: Date;
  /** Extra text for the audit row. */
  detail?: string;
}

/** Records an action in the transaction that performs it. Audit rows never change. */
export async function recordAudit(
  tx: Writing,
  actor: Actor,
  action: AuditAction,
  subject: string,
  detail = "",
): Promise<void> {
  await insert(tx, actor, action, subject, detail, new Date());
}

/** Like `recordAudit`, but skips an action, such as an autosave, that repeats the subject's last one within an hour. */
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

/** Maximum rows per action and hour; further attempts are counted in one row. */
const maxAttemptRows = 1000;

/** Failed or refused attempt; `about.network` is empty if unknown. */
export interface AuditAttempt {
  actor: Actor;
  action: AuditAction;
  subject: string;
  about: { network: string; detail: string };
}

/**
 * Counts repeatable attempts in one row per hour, subject, network and detail. Beyond `maxAttemptRows`, network and detail are
 * left out, which bounds the table.
 */
export async function recordAttempt(tx: Writing, attempt: AuditAttempt, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000).toISOString();
  const recent = tx.query.selectFrom("audit").where("action", "=", attempt.action).where("at", ">", hourAgo);
  const { count } = await recent
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  const isFull = Number(count) >= maxAttemptRows;
  const { network, detail } = isFull ? { network: "many", detail: "" } : attempt.about;
  const detailStart = JSON.stringify({ network, detail }).slice(0, -1);
  const same = await recent
    .select(["id", "detail"])
    .where("actor", "=", attempt.actor.id)
    .where("subject", "=", attempt.subject)
    .where(sql<boolean>`substr(detail, 1, ${sql.lit(detailStart.length)}) = ${detailStart}`)
    .orderBy("at", "desc")
    .executeTakeFirst();
  if (!same) {
    await insert(tx, attempt.actor, attempt.action, attempt.subject, `${detailStart},"times":1}`, now);
    return;
  }
  const times = Number(/"times":(\d+)\}$/.exec(same.detail)?.[1] ?? 1) + 1;
  await tx.query
    .updateTable("audit")
    .set({ detail: `${detailStart},"times":${times}}` })
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

/** Retention of audit rows in days. */
export const auditDays = {
  /** Sign-ins, sign-outs and refused requests: long enough to investigate a break-in. */
  access: 400,
  /** All other actions: seven years. */
  actions: 2557,
} as const;

/** Actions that reveal a person's location and devices, stored for a shorter time. */
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

/** Deletes rows past their retention. */
export async function cleanUpAudit({ query }: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  await query
    .deleteFrom("audit")
    .where("action", "in", accessActions)
    .where("at", "<", before(auditDays.access))
    .execute();
  await query.deleteFrom("audit").where("at", "<", before(auditDays.actions)).execute();
}

/** Runs `cleanUpAudit` now and daily, on one instance. */
export function startAuditCleanup(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): PeriodicTask {
  const terms = { name: "audit log cleanup", everyMs: 86_400_000 };
  return repeatOnOneInstance(db, terms, () => cleanUpAudit(db, clock.now()), onError);
}

/** Recorded action. */
export interface AuditRow {
  id: string;
  at: string;
  /** User id, or name of a system actor such as "schedule". */
  actor: string;
  action: string;
  /** Empty without a subject. */
  subject: string;
  detail: string;
  requestId: string;
}

export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** Times in ISO 8601; `to` is exclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Lists one page of rows, newest first. Every filter uses an index. */
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

/** Lists actions by a person or on them, newest first. */
export async function listAuditRowsAround(db: Database, id: string, limit: number): Promise<AuditRow[]> {
  const by = await listAuditRows(db, { actor: id, limit });
  const to = await listAuditRows(db, { subject: id, limit });
  const all = new Map([...by.rows, ...to.rows].map((row) => [row.id, row]));
  return [...all.values()]
    .toSorted((one, other) => (one.at + one.id < other.at + other.id ? 1 : -1))
    .slice(0, limit);
}

/** Lists details of the given actions on the subjects, oldest first. */
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

/** Lists the recorded actions, at most 500. */
export async function listActions({ query }: Database): Promise<string[]> {
  const found: string[] = [];
  // One index lookup per action, independent of the number of rows.
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
