import type { Generated } from "kysely";

/** What visitors send that wants an answer. What only the other kind has is empty. */
export interface LeadTable {
  id: string;
  kind: "message" | "call";
  /** Of its kind there is no other with it. */
  reference: string;
  name: string;
  email: string;
  /** What two spellings of one mailbox have in common; empty without an address. */
  email_key: string;
  phone: string;
  /** Of a message, as the next two. */
  company: Generated<string>;
  service: Generated<string>;
  message: Generated<string>;
  /** Of a call request, as the next two. */
  best_time: Generated<string>;
  topic: Generated<string>;
  /** How often somebody called and did not reach them. */
  tries: Generated<number>;
  status: "new" | "open" | "waiting" | "closed" | "spam";
  /** Whom of the staff it is given to. */
  assignee_id: Generated<string | null>;
  /** When it last came to the top of the list: at its arrival, or when it was snoozed and came back. */
  sort_date: string;
  /** Out of sight until then. */
  snoozed_until: Generated<string | null>;
  /** When somebody first answered, and after how many minutes of those that count. */
  answered_at: Generated<string | null>;
  answer_minutes: Generated<number | null>;
  /** When it was closed or set aside as spam: its time to be deleted is counted from there. */
  closed_at: Generated<string | null>;
  /** The lead that this one is a double of; it is shown there and nowhere else. */
  merged_into: Generated<string | null>;
  /** When everything personal in it was deleted; only the fact is left. */
  erased_at: Generated<string | null>;
  consent_text: string;
  source_path: string;
  referrer: string;
  network: string;
  user_agent: string;
  /** What the rules against spam say of it, one rule a word; empty for nothing. Not each of them sets it aside. */
  spam_reasons: string;
  /** Of its kind there is no other with it. */
  idempotency_key: string | null;
  /** SHA-256 of what was sent, so that one key can't stand for two messages. */
  fingerprint: string;
  created_at: string;
  updated_at: string;
}

/** What happened to a lead, by whom; rows are never changed. */
export interface LeadEventTable {
  id: string;
  lead_id: string;
  kind: string;
  /** A person's id, or empty for the product itself and its visitors. */
  actor: string;
  /** JSON. */
  detail: string;
  at: string;
}

/** What staff write for each other. */
export interface LeadNoteTable {
  id: string;
  lead_id: string;
  body: string;
  author_id: string;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** How a note read before it was changed or taken away. */
export interface LeadNoteEditTable {
  id: string;
  note_id: string;
  body: string;
  editor_id: string;
  at: string;
}

/** An answer by mail, as it was written. */
export interface LeadReplyTable {
  id: string;
  lead_id: string;
  /** Its mail in the outbox, which also names it in the heads of later mails. */
  mail_id: string;
  body: string;
  author_id: string;
  created_at: string;
  /** So that what is sent twice leaves once. */
  idempotency_key: string | null;
}

/** A text staff begin answers with. */
export interface ReplyTemplateTable {
  id: string;
  title: string;
  body: string;
  created_at: string;
  updated_at: string;
}

/** Who is to be told of what, once each. */
export interface NoticeTable {
  id: string;
  event: "message" | "call" | "subscriber" | "failed-mail" | "receipt";
  /** The lead, subscriber or mail it is about. */
  subject_id: string;
  recipient: string;
  recipient_key: string;
  /** When it goes into a digest; null for what is told at once, or not at all. */
  due_at: string | null;
  /** The mail that tells it; null as long as there is none, for good when none may be sent. */
  mail_id: string | null;
  created_at: string;
}

export interface SubscriberTable {
  id: string;
  reference: string;
  email: string;
  email_key: string;
  /** Only who is confirmed gets the newsletter. Bounced: the mailbox takes nothing. Complained: called it spam. */
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
  /** When the sentence was agreed to that stands as consent. */
  consented_at: string;
  confirmed_at: string | null;
  /** How the address was proven: by its link, by the account that has it, or by an import that states its proof. */
  confirmed_by: Generated<"" | "link" | "account" | "import">;
  ended_at: string | null;
  ended_by: Generated<"" | "link" | "one-click" | "account" | "staff" | "mail-server">;
  /** What the mail server said of the mailbox. */
  ended_reason: Generated<string>;
  /** What staff changed it from, so that this can be taken back. */
  status_before: Generated<string>;
  /** Newsletters in a row that the mailbox did not take. */
  bounces: Generated<number>;
  /** Stands in links by which a reader leaves; it opens nothing else, and stays good. */
  unsubscribe_token: string;
  /** Stands in the link that proves the address; a new one for every consent. */
  confirm_token: string;
}

/** The ways a test message goes, in order. */
export type CanaryLink = "page" | "form" | "database" | "outbox" | "mail";

/** A message that the site sent itself to see that messages arrive. */
export interface CanaryRoundTable {
  id: string;
  /** A check goes without a mail: the mail server is only asked whether it would take one. */
  kind: "message" | "check";
  started_at: string;
  /** When the form's message was written, and counted for nothing else. */
  received_at: string | null;
  mail_id: string | null;
  /** When it was known to have arrived, or not to. */
  ended_at: string | null;
  /** Empty for a round that arrived or is under way. */
  broken_link: CanaryLink | "";
  broken_reason: string;
  /** What admins were mailed when it ended; empty for nothing. */
  notified: "" | "broken" | "well";
}
