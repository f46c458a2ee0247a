import type { Database } from "#app/database/database.ts";
import { longGone, readDeliveries } from "./delivery.ts";
import type { ReplyDelivery } from "./describe-delivery.ts";

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
