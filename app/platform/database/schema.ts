import type { Generated } from "kysely";
import type {
  IdentityTable,
  InvitationTable,
  KnownDeviceTable,
  LimitTable,
  OneTimeTokenTable,
  PasskeyChallengeTable,
  PasskeyTable,
  PhotoTable,
  RegistrationTable,
  ServiceTokenTable,
  SessionTable,
  SigningKeyTable,
  TwoFactorTable,
  UserTable,
} from "./tables/accounts.ts";
import type {
  BrokenLinkTable,
  CategoryRedirectTable,
  CategoryTable,
  EntryFacetTable,
  EntryLinkTable,
  EntryPresenceTable,
  EntryTable,
  EntryTitleWordTable,
  EntryVersionTable,
  FacetCountTable,
  FileTable,
  FileTagTable,
  FormerCategorySlugTable,
  FormerSlugTable,
  IgnoredAddressTable,
  InternalLinkTable,
  NotFoundTable,
  PreviewLinkTable,
  RedirectTable,
  UndoSnapshotTable,
  ViewTable,
} from "./tables/content.ts";
import type {
  CanaryRoundTable,
  LeadEventTable,
  LeadNoteEditTable,
  LeadNoteTable,
  LeadReplyTable,
  LeadTable,
  NoticeTable,
  ReplyTemplateTable,
  SubscriberTable,
} from "./tables/leads.ts";
import type {
  NewsletterFileTable,
  NewsletterTable,
  OutboxTable,
  WebhookDeliveryTable,
  WebhookTable,
} from "./tables/outgoing.ts";

/** Tables of both engines. Times are ISO 8601 text in UTC, JSON is text, flags are 0 or 1. */
export interface Schema {
  entries: EntryTable;
  entry_versions: EntryVersionTable;
  entry_links: EntryLinkTable;
  entry_facets: EntryFacetTable;
  facet_counts: FacetCountTable;
  entry_title_words: EntryTitleWordTable;
  former_slugs: FormerSlugTable;
  categories: CategoryTable;
  former_category_slugs: FormerCategorySlugTable;
  category_redirects: CategoryRedirectTable;
  views: ViewTable;
  undo_snapshots: UndoSnapshotTable;
  redirects: RedirectTable;
  not_found_log: NotFoundTable;
  ignored_addresses: IgnoredAddressTable;
  internal_links: InternalLinkTable;
  broken_links: BrokenLinkTable;
  preview_links: PreviewLinkTable;
  entry_presence: EntryPresenceTable;
  canary_rounds: CanaryRoundTable;
  settings: SettingsTable;
  settings_versions: SettingsVersionTable;
  files: FileTable;
  file_tags: FileTagTable;
  leads: LeadTable;
  lead_events: LeadEventTable;
  lead_notes: LeadNoteTable;
  lead_note_edits: LeadNoteEditTable;
  lead_replies: LeadReplyTable;
  reply_templates: ReplyTemplateTable;
  notices: NoticeTable;
  subscribers: SubscriberTable;
  limits: LimitTable;
  outbox: OutboxTable;
  newsletters: NewsletterTable;
  newsletter_files: NewsletterFileTable;
  audit: AuditTable;
  users: UserTable;
  invitations: InvitationTable;
  identities: IdentityTable;
  sessions: SessionTable;
  passkeys: PasskeyTable;
  passkey_challenges: PasskeyChallengeTable;
  two_factor: TwoFactorTable;
  known_devices: KnownDeviceTable;
  registrations: RegistrationTable;
  one_time_tokens: OneTimeTokenTable;
  photos: PhotoTable;
  signing_keys: SigningKeyTable;
  service_tokens: ServiceTokenTable;
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
  visits: VisitTable;
  visit_sources: VisitSourceTable;
  installation: InstallationTable;
  leases: LeaseTable;
  backups: BackupsTable;
  backup_increments: BackupIncrementsTable;
  imports: ImportsTable;
  import_lines: ImportLineTable;
  changes: ChangeTable;
  instances: InstanceTable;
  stored_files: StoredFileTable;
  stored_chunks: StoredChunkTable;
}

/** A fact about this database, such as "id" or "secret-check". */
interface InstallationTable {
  name: string;
  value: string;
}

/** Stored backups and the results of their proofs. */
interface BackupsTable {
  /** File name from `backupName`. */
  name: string;
  reason: "daily" | "requested" | "command" | "update";
  /** `requested`: not created yet, named after the request. `failed`: creating, restoring or checking it failed. */
  state: "requested" | "unproven" | "proven" | "failed";
  taken_at: string;
  bytes: number;
  row_count: number;
  file_count: number;
  /** Description of the problem; empty for none. */
  problem: string;
  proved_at: string | null;
  /** Milliseconds that a restore took when it was proven. */
  restore_ms: number | null;
}

/** The current set of increments of the embedded database: its base and its newest increment. */
interface BackupIncrementsTable {
  base_set: string;
  /** Name of the newest increment, or of the base before the first. */
  name: string;
  taken_at: string;
  bytes: number;
  base_bytes: number;
  /** State of the set. `failed`: the next increment begins a new set. */
  state: "unproven" | "proven" | "failed";
  /** Description of the problem; empty for none. */
  problem: string;
  proved_at: string | null;
}

/** Imports from the dashboard. */
interface ImportsTable {
  id: string;
  /** `ready`: waits for a confirmation. `indexing`: waits for the search index. `interrupted`: the process ended before any change. */
  state:
    | "checking"
    | "ready"
    | "refused"
    | "backing-up"
    | "importing"
    | "indexing"
    | "done"
    | "failed"
    | "interrupted"
    | "discarded";
  file_name: string;
  bytes: number;
  pictures_name: string | null;
  pictures_bytes: number;
  /** Whether existing entries get a new version. */
  replaces: number;
  /** Whether a backup is created first. */
  backs_up: number;
  created_by: string;
  created_at: string;
  updated_at: string;
  confirmed_at: string | null;
  /** Time of the backup created first. */
  backed_up_at: string | null;
  /** Current step with its progress; a total of 0 is unknown. */
  step: string;
  done: number;
  total: number;
  /** JSON of the first check; empty before it. */
  findings: string;
  /** JSON of the result; empty before it. */
  outcome: string;
  /** Reason of the failure, for display. */
  problem: string;
}

/** Report of an import from the dashboard, one row for each line. */
interface ImportLineTable {
  import_id: string;
  /** Starts at 1. */
  number: number;
  /** `problem`: can't be imported. `clash`: exists already. `changed`: imported with changes. `beyond`: number of further lines. */
  part: "problem" | "clash" | "changed" | "beyond";
  place: string;
  what: string;
  reason: string;
}

interface SettingsTable {
  key: string;
  data: string;
  version: number;
  updated_at: string;
}

/** Former settings, up to a limit; `saved_by` is a person's id or a part of the product. */
interface SettingsVersionTable {
  key: string;
  version: number;
  data: string;
  saved_by: string;
  saved_at: string;
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

/** Views of a public page on one day of the company's time zone. */
interface VisitTable {
  day: string;
  /** Requested path, percent-encoded; `*` for the pages beyond the daily limit. */
  path: string;
  views: number;
  /** Views that began a visit. */
  visits: number;
}

/** Visits of a day by source. */
interface VisitSourceTable {
  day: string;
  /** Referring host; empty for none, `*` for the hosts beyond the daily limit. */
  host: string;
  visits: number;
}

/** Leases of work that one instance does for all. */
interface LeaseTable {
  /** Name of the work. */
  name: string;
  /** Current or last holder. */
  holder: string;
  /** Differs each time the lease is taken. */
  token: string;
  held_since: string;
  /** Time from which another instance may take it. */
  until: string;
  /** Null while the lease is held, and when the work did not finish. */
  done_at: string | null;
}

/** Change log for the caches of other instances; empty in the embedded database. */
interface ChangeTable {
  seq: Generated<string>;
  /** Transaction id. */
  xid: Generated<string>;
  /** Cache tags, one for each line. */
  tags: string;
  at: string;
}

/** A process that uses this database, or did recently. */
export interface InstanceTable {
  id: string;
  /** Machine and port. */
  name: string;
  version: string;
  started_at: string;
  seen_at: string;
  /** Location of its files, for display. */
  files: string;
  /** Identifies the file store; equal for instances that share one. */
  files_mark: string;
  /** How it receives changes. */
  listens_by: "notices" | "polling" | "itself";
  lag_ms: number;
}

/** A file stored in the database, by its name in the store or its path in the trash. */
interface StoredFileTable {
  path: string;
  /** Bytes. */
  size: number;
  changed_at: string;
}

interface StoredChunkTable {
  path: string;
  /** 0, 1, 2 … */
  number: number;
  bytes: Uint8Array;
}
