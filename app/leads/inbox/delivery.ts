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
