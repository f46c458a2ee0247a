import type { Generated } from "kysely";

/** One mail each; `id` is also the stable part of its Message-ID. */
export interface OutboxTable {
  id: string;
  to_address: string;
  /** What two spellings of one mailbox have in common. */
  to_key: string;
  subject: string;
  template: string;
  /** What the words need, as sealed JSON; empty once a mail whose links are secrets has left or may not leave any more. */
  content: string;
  person_id: string | null;
  /** `scheduled`: its batch is paused. `stored`: a file in the data folder, without a mail server. */
  status: "waiting" | "scheduled" | "sent" | "stored" | "failed" | "cancelled";
  /** Counted when it is taken in hand, so that a mail that ends the process is not tried for ever. */
  attempts: number;
  next_attempt_at: string;
  expires_at: string | null;
  last_error: string;
  created_at: string;
  sent_at: string | null;
  /** Until then one instance has it in hand. */
  claimed_until: string | null;
  /** 0: mail to one person. 1: what goes to many, which never holds those up. */
  priority: Generated<number>;
  /** 0: its link soon expires. 1: other mail. 2: anybody can cause it by a public form, so it has a lower rate. */
  urgency: Generated<number>;
  /** What many get together, such as a newsletter's id; no mailbox gets it twice. */
  batch: string | null;
  /** The mail that this one repeats, word for word. */
  copy_of: Generated<string | null>;
}

/** The pictures a newsletter shows. */
export interface NewsletterFileTable {
  newsletter_id: string;
  file_id: string;
}

/** One newsletter. Once its sending has begun its words stay as they are. */
export interface NewsletterTable {
  id: string;
  subject: string;
  /** The line mail apps show after the subject. */
  preview: string;
  /** Rich text as JSON. */
  body: string;
  /** Its address in the archive, from the moment it is sent; the key is null until then. */
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
  /** When the next readers are due. */
  next_batch_at: string | null;
  /** Id of the last subscriber whose mail was queued; empty before the first. */
  cursor: string;
  /** Confirmed subscribers when it began. */
  total: number;
  sent: number;
  /** Stored in the data folder because no mail server is set. */
  stored: number;
  failed: number;
  /** Not sent, because the reader left meanwhile or the rest was cancelled. */
  cancelled: number;
  /** Readers who left by a link of this campaign. */
  unsubscribed: number;
  /** Why it pauses, when nobody asked for it. */
  note: string;
}

/** Where other programs are told what comes about. */
export interface WebhookTable {
  id: string;
  url: string;
  /** Types of events, separated by spaces. */
  events: string;
  /** Whether names and addresses are sent along: 0 or 1. */
  has_personal_data: number;
  /** Sealed. */
  secret: string;
  created_by: string;
  created_at: string;
  /** Null while it is on. */
  disabled_at: string | null;
  /** Why it was turned off by itself; empty when an admin did. */
  disabled_reason: string;
  /** When the last event was taken. */
  delivered_at: string | null;
}

/** One event for one webhook. */
export interface WebhookDeliveryTable {
  id: string;
  webhook_id: string;
  /** The same for every webhook, and when it is sent again. */
  event_id: string;
  type: string;
  /** JSON that names the record and nobody. */
  data: string;
  happened_at: string;
  status: "waiting" | "delivered" | "failed";
  /** Counted when it is taken in hand. */
  attempts: number;
  next_attempt_at: string;
  /** Until then one instance has it in hand. */
  claimed_until: string | null;
  /** Of the last try; null where nothing was answered. */
  answer_status: number | null;
  duration_ms: number | null;
  /** Empty once it was taken. */
  last_error: string;
  created_at: string;
  finished_at: string | null;
}
