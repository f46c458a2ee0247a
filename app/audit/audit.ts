import { sql } from "kysely";
import type { Writing } from "#app/database/database.ts";
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
 * Keeps what anybody can try again and again: one row an hour for each subject and network, which says how often, so that
 * nobody outside can fill the record.
 */
export async function recordAttempt(tx: Writing, attempt: AuditAttempt, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000).toISOString();
  const recent = tx.query.selectFrom("audit").where("action", "=", attempt.action).where("at", ">", hourAgo);
  const { count } = await recent
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  const isFull = Number(count) >= mostAttemptRows;
  const network = isFull ? "many" : attempt.about.network;
  const start = JSON.stringify({ network, detail: attempt.about.detail }).slice(0, -1);
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
