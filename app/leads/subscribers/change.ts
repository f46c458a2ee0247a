import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { cancelBulkTo } from "#app/mail/outbox/batches.ts";
import type { OutboxRow } from "#app/mail/outbox/claims.ts";
import type { DeliveryFailure, OnMailSettled } from "#app/mail/outbox/deliver.ts";
import { forgetMails } from "#app/mail/outbox/outbox.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { countAttempt } from "#app/platform/limits/limits.ts";
import { isStorable } from "#app/text/plain-text.ts";
import { queueEvent } from "#app/webhooks/events.ts";
import { intakeLimits } from "../intake/intake-limits.ts";
import { askToConfirm } from "./subscribe.ts";
import type { Subscriber } from "./subscriber.ts";

/** How a subscription ends. */
export interface Ending {
  status: "unsubscribed" | "bounced" | "complained";
  by: Subscriber["ended_by"];
  /** What the mail server said, where that is the reason. */
  why?: string;
  now: Date;
}

/** Ends a subscription, whatever waits for it included. Answers false for one that had ended, which stays as it is. */
export async function endSubscription(tx: Writing, row: Subscriber, ending: Ending): Promise<boolean> {
  const at = ending.now.toISOString();
  const ended = await tx.query
    .updateTable("subscribers")
    .set({
      status: ending.status,
      ended_at: at,
      ended_by: ending.by,
      ended_reason: ending.why ?? "",
      status_before: row.status,
      updated_at: at,
    })
    .where("id", "=", row.id)
    .where("status", "in", endable(ending.status))
    .executeTakeFirst();
  if (isReaders(ending.by)) await takeOver(tx, row, ending);
  await cancelBulkTo(tx, row.email_key);
  const hasEnded = Number(ended.numUpdatedRows) === 1;
  const { id, reference } = row;
  if (hasEnded && row.status === "confirmed")
    await queueEvent(tx, "subscriber.unsubscribed", () => ({ id, reference }), ending.now);
  return hasEnded;
}

function isReaders(by: Subscriber["ended_by"]): boolean {
  return by === "link" || by === "one-click" || by === "account";
}

/** Who leaves after staff had ended it leaves all the same: staff can't take that back any more. */
async function takeOver(tx: Writing, { id }: Subscriber, { by, now }: Ending): Promise<void> {
  await tx.query
    .updateTable("subscribers")
    .set({ status: "unsubscribed", ended_by: by, status_before: "", updated_at: now.toISOString() })
    .where("id", "=", id)
    .where("ended_by", "=", "staff")
    .execute();
}

/** A mailbox that takes nothing may still be left, or complain; who has left stays as they left. */
function endable(status: Ending["status"]): Subscriber["status"][] {
  return status === "bounced" ? ["pending", "confirmed"] : ["pending", "confirmed", "bounced"];
}

export function findByAddress(tx: Writing, emailKey: string): Promise<Subscriber | undefined> {
  return tx.query.selectFrom("subscribers").selectAll().where("email_key", "=", emailKey).executeTakeFirst();
}

export const unconfirmedDays = 30;

/** Forgets addresses whose owners never confirmed, and what fell into the trap for machines. */
export async function forgetUnconfirmed(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unconfirmedDays * 86_400_000).toISOString();
  await db.query
    .deleteFrom("subscribers")
    .where("status", "in", ["pending", "spam"])
    .where("updated_at", "<", before)
    .execute();
}

/** A mailbox that could not take so many newsletters in a row, each tried for a day, is taken to be gone. */
const mostBounces = 3;

/** Learns from what became of any mail whether the mailbox it was for takes mail. */
export function noteMailbox(now: () => Date): OnMailSettled {
  return async (tx, row, failure) => {
    if (failure === null) await noteTaken(tx, row);
    else if (failure.isAboutMailbox) await noteBounce(tx, row, failure, now());
  };
}

async function noteTaken(tx: Writing, { to_key }: OutboxRow): Promise<void> {
  await tx.query
    .updateTable("subscribers")
    .set({ bounces: 0 })
    .where("email_key", "=", to_key)
    .where("bounces", ">", 0)
    .execute();
}

async function noteBounce(tx: Writing, mail: OutboxRow, failure: DeliveryFailure, now: Date): Promise<void> {
  const reader = await findByAddress(tx, mail.to_key);
  if (!reader) return;
  const bounces = reader.bounces + 1;
  await tx.query.updateTable("subscribers").set({ bounces }).where("id", "=", reader.id).execute();
  if (failure.kind !== "refused" && bounces < mostBounces) return;
  const why = failure.reason.slice(0, 300);
  await endSubscription(tx, reader, { status: "bounced", by: "mail-server", why, now });
}

/** What staff may make of a subscription. Only its reader can begin one. */
export type StaffEnding = "unsubscribed" | "complained";

/** Ends subscriptions by hand, such as after a phone call; answers the ids of those it changed. */
export async function endByStaff(
  db: Database,
  ids: readonly string[],
  status: StaffEnding,
  { actor, now }: ActionContext,
): Promise<string[]> {
  return write(db, async (tx) => {
    const changed: string[] = [];
    for (const row of await findAll(tx, ids)) {
      if (!(await endSubscription(tx, row, { status, by: "staff", now }))) continue;
      await recordAudit(tx, actor, `subscriber.${status}`, row.id);
      changed.push(row.id);
    }
    return changed;
  });
}

/** Takes back what staff ended, and nothing else: who left by themselves has to come back by themselves. Answers how many. */
export async function restoreEnded(
  db: Database,
  ids: readonly string[],
  { actor, now }: ActionContext,
): Promise<number> {
  return write(db, async (tx) => {
    const mistaken = (await findAll(tx, ids)).filter((row) => row.ended_by === "staff" && row.status_before);
    let restored = 0;
    for (const { id, status_before } of mistaken) {
      // It was a status of this very column before.
      const status = status_before as Subscriber["status"];
      const undone = { ended_at: null, ended_by: "" as const, ended_reason: "", status_before: "" };
      const changed = await tx.query
        .updateTable("subscribers")
        .set({ status, ...undone, updated_at: now.toISOString() })
        .where("id", "=", id)
        .where("ended_by", "=", "staff")
        .executeTakeFirst();
      if (Number(changed.numUpdatedRows) === 0) continue;
      restored += 1;
      await recordAudit(tx, actor, "subscriber.restored", id);
    }
    return restored;
  });
}

/** Mails the link again to those who have not confirmed; as often as they might ask for it themselves. Answers how many. */
export async function askAgain(
  db: Database,
  ids: readonly string[],
  { actor, now }: ActionContext,
): Promise<number> {
  return write(db, async (tx) => {
    const waiting = (await findAll(tx, ids)).filter(({ status }) => status === "pending");
    for (const row of waiting) {
      const [own] = intakeLimits("subscribers", row.email_key, "");
      if (own) await countAttempt(tx, [own], now);
      await tx.query
        .updateTable("subscribers")
        .set({ updated_at: now.toISOString() })
        .where("id", "=", row.id)
        .execute();
      await askToConfirm(tx, row, { now, isByVisitor: false });
      await recordAudit(tx, actor, "subscriber.asked-again", row.id);
    }
    return waiting.length;
  });
}

/** Deletes subscribers and their proof of consent; it can't be taken back. Answers how many. */
export async function eraseSubscribers(
  db: Database,
  ids: readonly string[],
  { actor }: ActionContext,
): Promise<number> {
  return write(db, async (tx) => {
    const rows = await findAll(tx, ids);
    for (const row of rows) {
      await forgetMails(tx, await findMails(tx, row));
      await tx.query.deleteFrom("notices").where("subject_id", "=", row.id).execute();
      await tx.query.deleteFrom("subscribers").where("id", "=", row.id).execute();
      await recordAudit(tx, actor, "subscriber.erased", row.id);
    }
    return rows.length;
  });
}

/** What was mailed to a reader as such, and what told staff of them. */
async function findMails(tx: Writing, { id, email_key }: Subscriber): Promise<string[]> {
  const toReader = await tx.query
    .selectFrom("outbox")
    .select("id")
    .where("to_key", "=", email_key)
    .where("template", "in", ["confirm-newsletter", "known-reader", "newsletter"])
    .execute();
  const notices = await tx.query
    .selectFrom("notices")
    .select("mail_id")
    .where("subject_id", "=", id)
    .execute();
  return [...toReader.map((mail) => mail.id), ...notices.flatMap(({ mail_id }) => mail_id ?? [])];
}

const mostAtOnce = 500;

function findAll(tx: Writing, ids: readonly string[]): Promise<Subscriber[]> {
  if (ids.length > mostAtOnce)
    throw new DomainError("invalid", `Choose at most ${mostAtOnce} subscribers at once.`);
  if (ids.length === 0) throw new DomainError("invalid", "Choose at least one subscriber first.");
  return tx.query
    .selectFrom("subscribers")
    .selectAll()
    .where("id", "in", ids.filter(isStorable))
    .orderBy("id")
    .execute();
}
