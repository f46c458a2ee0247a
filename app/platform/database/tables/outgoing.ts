import type { Generated } from "kysely";

/** A mail; `id` is the stable part of its Message-ID. */
export interface OutboxTable {
  id: string;
  to_address: string;
  /** Normalized address, equal for all spellings of a mailbox. */
  to_key: string;
  subject: string;
  template: string;
  /** Template data as encrypted JSON; emptied once a mail with secret links is sent or cancelled. */
  content: string;
  person_id: string | null;
  /** `scheduled`: its batch is paused. `stored`: a file in the data folder, without a mail server. */
  status: "waiting" | "scheduled" | "sent" | "stored" | "failed" | "cancelled";
  /** Counted at the claim, so that a mail that crashes the process is not retried endlessly. */
  attempts: number;
  next_attempt_at: string;
  expires_at: string | null;
  last_error: string;
  created_at: string;
  sent_at: string | null;
  /** Claimed by one instance until then. */
  claimed_until: string | null;
  /** 0: mail to one person. 1: bulk mail, which never delays the former. */
  priority: Generated<number>;
  /** 0: has an expiring link. 1: other mail. 2: caused by a public form, with a lower rate. */
  urgency: Generated<number>;
  /** Id of a bulk mail, such as a newsletter; no mailbox gets it twice. */
  batch: string | null;
  /** Id of the mail that this one repeats. */
  copy_of: Generated<string | null>;
}

/** Pictures of a newsletter. */
export interface NewsletterFileTable {
  newsletter_id: string;
  file_id: string;
}

/** A newsletter; its content is final once sending has begun. */
export interface NewsletterTable {
  id: string;
  subject: string;
  /** Preview line that mail apps show after the subject. */
  preview: string;
  /** Rich text as JSON. */
  body: string;
  /** Slug in the archive; `slug_key` is null before it is sent. */
  slug: string;
  slug_key: string | null;
  state: "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
  version: number;
  /** Whether the archive shows it: 0 or 1. */
  is_public: number;
  author_id: string | null;
  created_at: string;
  updated_at: string;
  send_at: string | null;
  started_at: string | null;
  finished_at: string | null;
  /** Time of the next batch. */
  next_batch_at: string | null;
  /** Id of the last subscriber whose mail was queued; empty before the first. */
  cursor: string;
  /** Confirmed subscribers at the start. */
  total: number;
  sent: number;
  /** Stored in the data folder because no mail server is set. */
  stored: number;
  failed: number;
  /** Not sent, because the subscriber unsubscribed meanwhile or sending was cancelled. */
  cancelled: number;
  /** Subscribers who unsubscribed with a link of this newsletter. */
  unsubscribed: number;
  /** Reason of an automatic pause. */
  note: string;
}

/** A URL that receives events. */
export interface WebhookTable {
  id: string;
  url: string;
  /** Event types, separated by spaces. */
  events: string;
  /** Whether events include names and addresses: 0 or 1. */
  has_personal_data: number;
  /** Encrypted. */
  secret: string;
  created_by: string;
  created_at: string;
  /** Null while enabled. */
  disabled_at: string | null;
  /** Reason of automatic disabling; empty when an admin disabled it. */
  disabled_reason: string;
  /** Time of the last accepted event. */
  delivered_at: string | null;
}

/** A delivery of one event to one webhook. */
export interface WebhookDeliveryTable {
  id: string;
  webhook_id: string;
  /** Same for all webhooks and retries. */
  event_id: string;
  type: string;
  /** JSON with the record's id, without personal data. */
  data: string;
  happened_at: string;
  status: "waiting" | "delivered" | "failed";
  /** Counted at the claim. */
  attempts: number;
  next_attempt_at: string;
  /** Claimed by one instance until then. */
  claimed_until: string | null;
  /** HTTP status of the last attempt; null without a response. */
  answer_status: number | null;
  duration_ms: number | null;
  /** Empty after success. */
  last_error: string;
  created_at: string;
  finished_at: string | null;
}
