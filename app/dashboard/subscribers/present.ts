import { explainReasons } from "#app/leads/spam/spam.ts";
import type { Subscriber } from "#app/leads/subscribers/subscriber.ts";

/** A subscriber as a list shows them; the keys of their links stay on the server. */
export function presentListedSubscriber(row: Subscriber) {
  return {
    id: row.id,
    email: row.email,
    status: row.status,
    consentedAt: row.consented_at,
    page: row.source_path,
    confirmedAt: row.confirmed_at,
    confirmedBy: row.confirmed_by,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    endedWhy: row.ended_why,
  };
}

export type ListedSubscriber = ReturnType<typeof presentListedSubscriber>;

/** Everything that is known of one. */
export function presentSubscriber(row: Subscriber) {
  return {
    ...presentListedSubscriber(row),
    reference: row.reference,
    consentText: row.consent_text,
    network: row.network,
    userAgent: row.user_agent,
    bounces: row.bounces,
    spamReasons: explainReasons(row.spam_reasons),
    createdAt: row.created_at,
    canRestore: row.ended_by === "staff" && row.status_before !== "",
  };
}

export type KnownSubscriber = ReturnType<typeof presentSubscriber>;
