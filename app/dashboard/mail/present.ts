import type { OutboxRow } from "#app/mail/outbox/claims.ts";
import { mostTries } from "#app/mail/outbox/retry.ts";

/** A mail as a list shows it, without what it says. */
export function presentListedMail(row: Omit<OutboxRow, "content">, now: Date) {
  const isInHand = row.status === "waiting" && (row.claimed_until ?? "") > now.toISOString();
  return {
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    template: row.template,
    status: row.status,
    isInHand,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    nextAttemptAt: row.status === "waiting" && !isInHand ? row.next_attempt_at : null,
  };
}

export type ListedMail = ReturnType<typeof presentListedMail>;

/** All that is known of a mail but what it says. */
export function presentMail(row: OutboxRow, now: Date) {
  return {
    ...presentListedMail(row, now),
    expiresAt: row.expires_at,
    personId: row.person_id,
    isOfBatch: row.batch !== null,
    mostTries,
    canBeGivenUp: row.status === "held" || (row.status === "waiting" && row.claimed_until === null),
  };
}

export type KnownMail = ReturnType<typeof presentMail>;
