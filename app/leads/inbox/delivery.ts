import type { Database } from "#app/database/database.ts";
import type { ReplyDelivery } from "./describe-delivery.ts";

/** What became of mails, by their ids; one whose record has gone by now left long ago. */
export async function readDeliveries(
  db: Database,
  mailIds: readonly (string | null)[],
): Promise<Map<string, ReplyDelivery>> {
  const ids = mailIds.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await db.query
    .selectFrom("outbox")
    .select(["id", "status", "attempts", "next_attempt_at", "last_error", "sent_at"])
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, status, attempts, next_attempt_at, last_error, sent_at }) => [
      id,
      {
        // Only what goes to many is ever held.
        state: status === "held" ? "waiting" : status,
        at: status === "waiting" ? next_attempt_at : sent_at,
        tries: attempts,
        error: last_error,
      },
    ]),
  );
}

export const longGone: ReplyDelivery = { state: "long-gone", at: null, tries: 0, error: "" };

/** A mail that went out because something came in. */
export interface NoticeSent {
  id: string;
  /** To its sender, or to somebody of the staff. */
  isThanks: boolean;
  recipient: string;
  delivery: ReplyDelivery;
}

export async function readNotices(db: Database, leadId: string): Promise<NoticeSent[]> {
  const rows = await db.query
    .selectFrom("notices")
    .select(["id", "event", "recipient", "mail_id", "due_at", "created_at"])
    .where("subject_id", "=", leadId)
    .orderBy("id")
    .execute();
  const deliveries = await readDeliveries(
    db,
    rows.map(({ mail_id }) => mail_id),
  );
  return rows.map(({ id, event, recipient, mail_id, due_at }) => ({
    id,
    recipient,
    isThanks: event === "thanks",
    delivery: mail_id === null ? withoutMail(due_at) : (deliveries.get(mail_id) ?? longGone),
  }));
}

function withoutMail(dueAt: string | null): ReplyDelivery {
  return { state: dueAt === null ? "held-back" : "in-summary", at: dueAt, tries: 0, error: "" };
}
