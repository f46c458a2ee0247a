import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { isLasting } from "../templates/mail-content.ts";
import type { OutboxRow } from "./claims.ts";
import { readMail } from "./list-mail.ts";
import { outboxLabel, queueMail } from "./outbox.ts";

/** Whether staff can have it sent again: its words are still there, and nobody has it in hand. */
export function isSendable(row: Pick<OutboxRow, "status" | "content" | "template" | "batch">): boolean {
  if (row.content === "") return false;
  if (row.status === "dead" || row.status === "waiting") return true;
  return (row.status === "sent" || row.status === "kept") && isLasting(row.template) && row.batch === null;
}

/** Tries a mail anew with all its tries, or sends one that has left once more under a new Message-ID. Answers the id it goes by. */
export async function sendAgain(tx: Writing, id: string, { actor, now }: ActionContext): Promise<string> {
  const row = await readMail(tx, id);
  if (!isSendable(row))
    throw new DomainError("in-use", "What it said is not kept any more, so it can't be sent again.");
  await recordAudit(tx, actor, "mail.sent-again", id);
  tx.invalidate(outboxLabel);
  const fresh = { attempts: 0, next_attempt_at: now.toISOString(), last_error: "", claimed_until: null };
  if (row.status === "sent" || row.status === "kept") {
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
    .set({ status: "dead", last_error: "Given up by hand." })
    .where("id", "=", id)
    .where("status", "in", ["waiting", "held"])
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
