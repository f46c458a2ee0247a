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
  disabled_why: string;
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
