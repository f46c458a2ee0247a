import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { cancelBulkTo } from "#app/domain/mail/outbox/batches.ts";
import type { OutboxRow } from "#app/domain/mail/outbox/claims.ts";
import type { DeliveryFailure, OnMailSettled } from "#app/domain/mail/outbox/deliver.ts";
import { eraseMails } from "#app/domain/mail/outbox/outbox.ts";
import { queueEvent } from "#app/domain/webhooks/events.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { isStorable } from "#app/lib/text/plain-text.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { countAttempt } from "#app/platform/limits/limits.ts";
import { intakeLimits } from "../../leads/intake/intake-limits.ts";
import { mailConfirmation } from "./subscribe.ts";
import type { Subscriber } from "./subscriber.ts";

/** End of a subscription. */
export interface Ending {
  status: "unsubscribed" | "bounced" | "complained";
  by: Subscriber["ended_by"];
  /** Error of the mail server, if that is the reason. */
  why?: string;
  now: Date;
}

/** Ends a subscription and cancels its queued mail. Returns false if it had ended before. */
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
    .where("status", "in", endableStatuses(ending.status))
    .executeTakeFirst();
  if (isByReader(ending.by)) await recordReaderEnding(tx, row, ending);
  await cancelBulkTo(tx, row.email_key);
  const hasEnded = Number(ended.numUpdatedRows) === 1;
  const { id, reference } = row;
  if (hasEnded && row.status === "confirmed")
    await queueEvent(tx, "subscriber.unsubscribed", () => ({ id, reference }), ending.now);
  return hasEnded;
}

function isByReader(by: Subscriber["ended_by"]): boolean {
  return by === "link" || by === "one-click" || by === "account";
}

/** A reader who unsubscribes replaces an ending by staff, which staff can then no longer undo. */
async function recordReaderEnding(tx: Writing, { id }: Subscriber, { by, now }: Ending): Promise<void> {
  await tx.query
    .updateTable("subscribers")
    .set({ status: "unsubscribed", ended_by: by, status_before: "", updated_at: now.toISOString() })
    .where("id", "=", id)
    .where("ended_by", "=", "staff")
    .execute();
}

/** Returns the statuses that can end this way: bounced readers can still unsubscribe or complain. */
function endableStatuses(status: Ending["status"]): Subscriber["status"][] {
  return status === "bounced" ? ["pending", "confirmed"] : ["pending", "confirmed", "bounced"];
}

export function findByAddress(tx: Writing, emailKey: string): Promise<Subscriber | undefined> {
  return tx.query.selectFrom("subscribers").selectAll().where("email_key", "=", emailKey).executeTakeFirst();
}

/** Retention of unconfirmed addresses in days. */
export const unconfirmedDays = 30;

/** Deletes addresses that were never confirmed, and spam. */
export async function deleteUnconfirmed(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unconfirmedDays * 86_400_000).toISOString();
  await db.query
    .deleteFrom("subscribers")
    .where("status", "in", ["pending", "spam"])
    .where("updated_at", "<", before)
    .execute();
}

/** Consecutive failed newsletters, each retried for a day, after which a mailbox counts as closed. */
const maxBounces = 3;

/** Creates a callback that records whether mailboxes accept mail. */
export function trackMailbox(now: () => Date): OnMailSettled {
  return async (tx, row, failure) => {
    if (failure === null) await resetBounces(tx, row);
    else if (failure.isAboutMailbox) await recordBounce(tx, row, failure, now());
  };
}

async function resetBounces(tx: Writing, { to_key }: OutboxRow): Promise<void> {
  await tx.query
    .updateTable("subscribers")
    .set({ bounces: 0 })
    .where("email_key", "=", to_key)
    .where("bounces", ">", 0)
    .execute();
}

async function recordBounce(
  tx: Writing,
  mail: OutboxRow,
  failure: DeliveryFailure,
  now: Date,
): Promise<void> {
  const reader = await findByAddress(tx, mail.to_key);
  if (!reader) return;
  const bounces = reader.bounces + 1;
  await tx.query.updateTable("subscribers").set({ bounces }).where("id", "=", reader.id).execute();
  if (failure.kind !== "refused" && bounces < maxBounces) return;
  const why = failure.reason.slice(0, 300);
  await endSubscription(tx, reader, { status: "bounced", by: "mail-server", why, now });
}

/** Endings that staff can set. Only readers can start a subscription. */
export type StaffEnding = "unsubscribed" | "complained";

/** Ends subscriptions on behalf of readers, such as after a phone call; returns the changed ids. */
export async function endSubscriptions(
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

/** Restores subscriptions that staff ended; readers who unsubscribed must subscribe again. Returns their number. */
export async function restoreSubscriptions(
  db: Database,
  ids: readonly string[],
  { actor, now }: ActionContext,
): Promise<number> {
  return write(db, async (tx) => {
    const endedByStaff = (await findAll(tx, ids)).filter(
      (row) => row.ended_by === "staff" && row.status_before,
    );
    let restored = 0;
    for (const { id, status_before } of endedByStaff) {
      // The column stores only statuses.
      const status = status_before as Subscriber["status"];
      const cleared = { ended_at: null, ended_by: "" as const, ended_reason: "", status_before: "" };
      const changed = await tx.query
        .updateTable("subscribers")
        .set({ status, ...cleared, updated_at: now.toISOString() })
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

/** Resends the confirmation to pending addresses, within the limit of the form. Returns their number. */
export async function resendConfirmations(
  db: Database,
  ids: readonly string[],
  { actor, now }: ActionContext,
): Promise<number> {
  return write(db, async (tx) => {
    const pending = (await findAll(tx, ids)).filter(({ status }) => status === "pending");
    for (const row of pending) {
      const [senderLimit] = intakeLimits("subscribers", row.email_key, "");
      if (senderLimit) await countAttempt(tx, [senderLimit], now);
      await tx.query
        .updateTable("subscribers")
        .set({ updated_at: now.toISOString() })
        .where("id", "=", row.id)
        .execute();
      await mailConfirmation(tx, row, { now, isByVisitor: false });
      await recordAudit(tx, actor, "subscriber.asked-again", row.id);
    }
    return pending.length;
  });
}

/** Deletes subscribers and their consent records permanently; returns their number. */
export async function eraseSubscribers(
  db: Database,
  ids: readonly string[],
  { actor }: ActionContext,
): Promise<number> {
  return write(db, async (tx) => {
    const rows = await findAll(tx, ids);
    for (const row of rows) {
      await eraseMails(tx, await findMails(tx, row));
      await tx.query.deleteFrom("notices").where("subject_id", "=", row.id).execute();
      await tx.query.deleteFrom("subscribers").where("id", "=", row.id).execute();
      await recordAudit(tx, actor, "subscriber.erased", row.id);
    }
    return rows.length;
  });
}

/** Finds newsletter mail to a subscriber, and notices to staff about them. */
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

const maxAtOnce = 500;

function findAll(tx: Writing, ids: readonly string[]): Promise<Subscriber[]> {
  if (ids.length > maxAtOnce)
    throw new DomainError("invalid", `Choose at most ${maxAtOnce} subscribers at once.`);
  if (ids.length === 0) throw new DomainError("invalid", "Choose at least one subscriber first.");
  return tx.query
    .selectFrom("subscribers")
    .selectAll()
    .where("id", "in", ids.filter(isStorable))
    .orderBy("id")
    .execute();
}
