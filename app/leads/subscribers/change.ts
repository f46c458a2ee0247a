import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { countAttempt } from "#app/http/ops/limits.ts";
import { limitsFor } from "#app/leads/intake/submission.ts";
import { forgetMails } from "#app/mail/outbox/outbox.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { isStorable } from "#app/text/plain-text.ts";
import { endSubscription } from "./end.ts";
import { askToConfirm } from "./subscribe.ts";
import type { Subscriber } from "./subscriber.ts";

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
      const undone = { ended_at: null, ended_by: "" as const, ended_why: "", status_before: "" };
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
      const [own] = limitsFor("subscribers", row.email_key, "");
      if (own) await countAttempt(tx, [own], now);
      await tx.query
        .updateTable("subscribers")
        .set({ updated_at: now.toISOString() })
        .where("id", "=", row.id)
        .execute();
      await askToConfirm(tx, row, now);
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
