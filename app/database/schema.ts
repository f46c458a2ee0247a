import type { Generated } from "kysely";

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
  users: UserTable;
  identities: IdentityTable;
  sessions: SessionTable;
  verifications: VerificationTable;
  passkeys: PasskeyTable;
  second_steps: SecondStepTable;
  known_devices: KnownDeviceTable;
  registrations: RegistrationTable;
  proofs: ProofTable;
  photos: PhotoTable;
  signing_keys: SigningKeyTable;
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

/** A person with an account; there is none before its e-mail address is proven. Truths are 0 or 1. */
export interface UserTable {
  id: string;
  name: string;
  email: string;
  email_key: string;
  email_verified: number;
  /** Id of the photo. */
  image: string | null;
  phone: Generated<string>;
  role: "member" | "editor" | "admin";
  role_since: string;
  banned: Generated<number>;
  created_at: string;
  updated_at: string;
  deletes_at: string | null;
}

/** A way in that is known by another name: a password ("credential") or an account with a provider. */
export interface IdentityTable {
  id: string;
  user_id: string;
  provider_id: "credential" | "google";
  account_id: string;
  /** argon2id as a PHC string. */
  password: string | null;
  /** The address the provider vouched for. */
  email: Generated<string>;
  created_at: string;
  updated_at: string;
}

export interface SessionTable {
  id: string;
  user_id: string;
  /** SHA-256 of what the cookie holds. */
  token: string;
  expires_at: string;
  created_at: string;
  /** When it was last used, to the minute. */
  updated_at: string;
  ip_address: string | null;
  user_agent: string | null;
  /** When the person last proved who they are. */
  fresh_at: Generated<string>;
  method: Generated<string>;
}

/** Challenges of passkeys, once each. */
export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

export interface PasskeyTable {
  id: string;
  user_id: string;
  name: string | null;
  public_key: string;
  credential_id: string;
  counter: number;
  device_type: string;
  backed_up: number;
  transports: string | null;
  aaguid: string | null;
  created_at: string | null;
  last_used_at: string | null;
}

/** An authenticator app; counts once it was verified. Secret and codes are encrypted. */
export interface SecondStepTable {
  user_id: string;
  secret: string;
  recovery_codes: string;
  verified: number;
  /** The step of time of the last code taken; none at or before it is taken again. */
  last_step: number;
  created_at: string;
}

/** Browsers a person has signed in with, by the hash of a cookie. */
export interface KnownDeviceTable {
  user_id: string;
  device: string;
  seen_at: string;
}

/** A wish for an account that waits for its address to be proven; several may wait for one address. */
export interface RegistrationTable {
  id: string;
  name: string;
  email: string;
  email_key: string;
  password: string;
  token: string;
  /** SHA-256 of the cookie that names the browser it came from. */
  browser: string;
  newsletter: number;
  consent_text: string;
  created_at: string;
  expires_at: string;
}

/** What a mailed link, or a cookie halfway through a sign-in, proves once. */
export interface ProofTable {
  id: string;
  user_id: string | null;
  purpose: ProofPurpose;
  token: string;
  data: Generated<string>;
  attempts: Generated<number>;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

export type ProofPurpose =
  | "reset"
  | "email-old"
  | "email-new"
  | "email-cancel"
  | "setup"
  | "second-step"
  | "provider";

export interface PhotoTable {
  id: string;
  user_id: string;
  /** WebP in base64. */
  bytes: string;
  created_at: string;
}

/** Keys our tokens are signed with; the private half is encrypted. */
export interface SigningKeyTable {
  id: string;
  public_key: string;
  private_key: string;
  created_at: string;
  expires_at: string;
}
