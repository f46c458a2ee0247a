/** The tables, as both engines hold them. Moments are ISO 8601 text in UTC; JSON is text; flags are 0 or 1. */
export interface Schema {
  entries: EntryTable;
  entry_versions: EntryVersionTable;
  entry_links: EntryLinkTable;
  entry_facets: EntryFacetTable;
  facet_counts: FacetCountTable;
  former_slugs: FormerSlugTable;
  categories: CategoryTable;
  redirects: RedirectTable;
  settings: SettingsTable;
  files: FileTable;
  messages: MessageTable;
  calls: CallTable;
  subscribers: SubscriberTable;
  limits: LimitTable;
  outbox: OutboxTable;
  audit: AuditTable;
}

export type State = "draft" | "scheduled" | "published" | "changed" | "archived";

export interface EntryTable {
  id: string;
  kind: string;
  /** Public address part; `slug_key` is what look-ups compare (NFC, lower case). */
  slug: string;
  slug_key: string;
  /** Address the newest version will have once published, when it differs; reserved so that no other entry takes it. */
  next_slug_key: string | null;
  title: string;
  state: State;
  position: number;
  /** What the kind's lists are ordered by: a date, or the padded position. */
  sort_key: string;
  live_version: number | null;
  latest_version: number;
  publish_at: string | null;
  unpublish_at: string | null;
  published_at: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

export interface EntryVersionTable {
  entry_id: string;
  number: number;
  data: string;
  /** The part of `data` that lists show. */
  card: string;
  /** Words of its rich texts, for the reading time. */
  words: number;
  author_id: string | null;
  note: string;
  is_autosave: number;
  created_at: string;
}

export interface EntryLinkTable {
  from_entry: string;
  field: string;
  to_type: "entry" | "file" | "category";
  to_id: string;
  /** 1 when the public version holds it, 0 when only a newer draft does. */
  is_live: number;
}

/** One row for each value by which a public entry can be filtered; ordered like the list itself. */
export interface EntryFacetTable {
  kind: string;
  field: string;
  value_key: string;
  sort_key: string;
  entry_id: string;
}

/** How many public entries hold a value; `field` and `value_key` are empty for the whole kind. */
export interface FacetCountTable {
  kind: string;
  field: string;
  value_key: string;
  value: string;
  count: number;
}

export interface FormerSlugTable {
  kind: string;
  slug_key: string;
  entry_id: string;
}

export interface CategoryTable {
  id: string;
  taxonomy: string;
  name: string;
  slug: string;
  slug_key: string;
  summary: string;
  position: number;
}

/** Addresses of a former site, leading to an entry or to a path of this one. */
export interface RedirectTable {
  from_key: string;
  from_path: string;
  to_entry: string | null;
  to_path: string | null;
  created_at: string;
}

export interface SettingsTable {
  key: string;
  data: string;
  version: number;
  updated_at: string;
}

export interface FileTable {
  id: string;
  name: string;
  type: string;
  width: number;
  height: number;
  bytes: number;
  alt: string;
  focal_x: number;
  focal_y: number;
  /** A tiny blurred picture as a data address. */
  placeholder: string;
  created_at: string;
  created_by: string | null;
}

interface LeadTable {
  id: string;
  reference: string;
  name: string;
  email: string;
  phone: string;
  status: "new" | "open" | "waiting" | "closed" | "spam";
  consent_text: string;
  source_path: string;
  referrer: string;
  network: string;
  user_agent: string;
  /** Why it was set aside as spam, one rule a word; empty for none. */
  spam_reasons: string;
  idempotency_key: string | null;
  /** SHA-256 of what was sent, so that one key can't stand for two messages. */
  fingerprint: string;
  created_at: string;
  updated_at: string;
}

export interface MessageTable extends LeadTable {
  company: string;
  service: string;
  message: string;
}

export interface CallTable extends LeadTable {
  best_time: string;
  topic: string;
}

export interface SubscriberTable {
  id: string;
  reference: string;
  email: string;
  email_key: string;
  status: "pending" | "confirmed" | "unsubscribed" | "spam";
  consent_text: string;
  source_path: string;
  network: string;
  user_agent: string;
  spam_reasons: string;
  idempotency_key: string | null;
  fingerprint: string;
  created_at: string;
  updated_at: string;
}

/** Sliding counts of attempts: one row for each rule, subject and window. */
export interface LimitTable {
  rule: string;
  subject: string;
  window_start: string;
  count: number;
}

/** One mail each; `id` is also the stable part of its Message-ID. */
export interface OutboxTable {
  id: string;
  to_address: string;
  /** What two spellings of one mailbox have in common. */
  to_key: string;
  subject: string;
  template: string;
  /** What the words need, as JSON; empty once the mail has left or may not leave any more, since its links are secrets. */
  content: string;
  person_id: string | null;
  /** Kept: written into the data folder, for want of a mail server. Dead: given up. Dropped: its time had run out. */
  status: "waiting" | "sent" | "kept" | "dead" | "dropped";
  /** Counted when it is taken in hand, so that a mail that ends the process is not tried for ever. */
  attempts: number;
  next_attempt_at: string;
  expires_at: string | null;
  last_error: string;
  created_at: string;
  sent_at: string | null;
  /** Until then one instance has it in hand. */
  claimed_until: string | null;
}

export interface AuditTable {
  id: string;
  at: string;
  actor: string;
  action: string;
  subject: string;
  detail: string;
  request_id: string;
}
