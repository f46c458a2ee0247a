import type { Generated } from "kysely";

/** Messages and call requests of visitors. Columns of the other kind are empty. */
export interface LeadTable {
  id: string;
  kind: "message" | "call";
  /** Unique per kind. */
  reference: string;
  name: string;
  email: string;
  /** Normalized address, equal for all spellings of a mailbox; empty without an address. */
  email_key: string;
  phone: string;
  /** Messages only, like the next two. */
  company: Generated<string>;
  service: Generated<string>;
  message: Generated<string>;
  /** Call requests only, like the next two. */
  best_time: Generated<string>;
  topic: Generated<string>;
  /** Number of unanswered calls. */
  tries: Generated<number>;
  status: "new" | "open" | "waiting" | "closed" | "spam";
  /** Assigned staff member. */
  assignee_id: Generated<string | null>;
  /** Time of arrival, or of the return after a snooze; sorts the inbox. */
  sort_date: string;
  /** Hidden until then. */
  snoozed_until: Generated<string | null>;
  /** Time of the first answer, and the business minutes until then. */
  answered_at: Generated<string | null>;
  answer_minutes: Generated<number | null>;
  /** Time of closing or marking as spam, from which retention is counted. */
  closed_at: Generated<string | null>;
  /** Original lead of a duplicate, which shows the duplicate. */
  merged_into: Generated<string | null>;
  /** Time when its personal data was erased. */
  erased_at: Generated<string | null>;
  consent_text: string;
  source_path: string;
  referrer: string;
  network: string;
  user_agent: string;
  /** Matching spam rules, separated by spaces. Some rules alone do not mark a lead as spam. */
  spam_reasons: string;
  /** Unique per kind. */
  idempotency_key: string | null;
  /** SHA-256 of the input, which detects reuse of a key for another message. */
  fingerprint: string;
  created_at: string;
  updated_at: string;
}

/** Events of a lead; rows are never changed. */
export interface LeadEventTable {
  id: string;
  lead_id: string;
  kind: string;
  /** A person's id; empty for the product and visitors. */
  actor: string;
  /** JSON. */
  detail: string;
  at: string;
}

/** Internal notes of staff. */
export interface LeadNoteTable {
  id: string;
  lead_id: string;
  body: string;
  author_id: string;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** Text of a note before a change or deletion. */
export interface LeadNoteEditTable {
  id: string;
  note_id: string;
  body: string;
  editor_id: string;
  at: string;
}

/** A reply by mail. */
export interface LeadReplyTable {
  id: string;
  lead_id: string;
  /** Id of its mail in the outbox, to which headers of later mails refer. */
  mail_id: string;
  body: string;
  author_id: string;
  created_at: string;
  /** Prevents a second mail for a reply sent twice. */
  idempotency_key: string | null;
}

/** A template for replies. */
export interface ReplyTemplateTable {
  id: string;
  title: string;
  body: string;
  created_at: string;
  updated_at: string;
}

/** A notification of one recipient about one event. */
export interface NoticeTable {
  id: string;
  event: "message" | "call" | "subscriber" | "failed-mail" | "receipt";
  /** Id of the lead, subscriber or mail. */
  subject_id: string;
  recipient: string;
  recipient_key: string;
  /** Time of the digest; null for immediate or suppressed notices. */
  due_at: string | null;
  /** Id of its mail; null before it is queued or if no mail may be sent. */
  mail_id: string | null;
  created_at: string;
}

export interface SubscriberTable {
  id: string;
  reference: string;
  email: string;
  email_key: string;
  /** Only `confirmed` gets newsletters. `bounced`: the mailbox rejects mail. `complained`: reported as spam. */
  status: "pending" | "confirmed" | "unsubscribed" | "bounced" | "complained" | "spam";
  consent_text: string;
  source_path: string;
  network: string;
  user_agent: string;
  spam_reasons: string;
  idempotency_key: string | null;
  fingerprint: string;
  created_at: string;
  updated_at: string;
  /** Time of consent to `consent_text`. */
  consented_at: string;
  confirmed_at: string | null;
  /** Proof of the address: the mailed link, an account, or an import that states its proof. */
  confirmed_by: Generated<"" | "link" | "account" | "import">;
  ended_at: string | null;
  ended_by: Generated<"" | "link" | "one-click" | "account" | "staff" | "mail-server">;
  /** Response of the mail server. */
  ended_reason: Generated<string>;
  /** Status before a change by staff, for undo. */
  status_before: Generated<string>;
  /** Consecutive newsletters that the mailbox rejected. */
  bounces: Generated<number>;
  /** Token of the unsubscribe link, without expiry and other use. */
  unsubscribe_token: string;
  /** Token of the confirmation link, new for every consent. */
  confirm_token: string;
}

/** Stages of a test message, in order. */
export type CanaryLink = "page" | "form" | "database" | "outbox" | "mail";

/** A test message by which the site checks its own contact form. */
export interface CanaryRoundTable {
  id: string;
  /** `check` sends no mail: the mail server only confirms that it would accept one. */
  kind: "message" | "check";
  started_at: string;
  /** Time when the form stored the message. */
  received_at: string | null;
  mail_id: string | null;
  /** Time of the result. */
  ended_at: string | null;
  /** Failed stage; empty after success and while running. */
  broken_link: CanaryLink | "";
  broken_reason: string;
  /** Kind of mail sent to admins; empty for none. */
  notified: "" | "broken" | "well";
}
