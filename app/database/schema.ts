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

/** The tables, as both engines hold them. Moments are ISO 8601 text in UTC; JSON is text; flags are 0 or 1. */
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

/** A fact about this one database: "id", "secret-check" or "browser-key". */
interface InstallationTable {
  name: string;
  value: string;
}

/** Backups that are kept, and what became of their proof. */
interface BackupsTable {
  /** Of the file, as `backupName` made it. */
  name: string;
  reason: "daily" | "requested" | "command" | "update";
  /** `requested`: not made yet, named after the request. `failed`: making, restoring or checking it failed. */
  state: "requested" | "unproven" | "proven" | "failed";
  taken_at: string;
  bytes: number;
  row_count: number;
  file_count: number;
  /** What is wrong with it, in words; empty for nothing. */
  problem: string;
  proved_at: string | null;
  /** Milliseconds that a restore took when it was proven. */
  restore_ms: number | null;
}

/** The base of the embedded database that increments stand on, and the newest of them. */
interface BackupIncrementsTable {
  base_set: string;
  /** Of the increment, or of the base while there is none. */
  name: string;
  taken_at: string;
  bytes: number;
  base_bytes: number;
  /** Of the whole set. Failed: the next one begins a new set. */
  state: "unproven" | "proven" | "failed";
  /** What is wrong with it, in words; empty for nothing. */
  problem: string;
  proved_at: string | null;
}

/** Something that was moved in from the dashboard, or is to be. */
interface ImportsTable {
  id: string;
  /** `ready` waits for a confirmation, `indexing` for the search index. `interrupted`: the process ended before any change. */
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
  /** Whether what the site has already gets a new version. */
  replaces: number;
  /** Whether a backup is made before. */
  backs_up: number;
  created_by: string;
  created_at: string;
  updated_at: string;
  confirmed_at: string | null;
  /** Of the backup made before it. */
  backed_up_at: string | null;
  /** What is being done, with how much of it is done; a total of 0 is not known. */
  step: string;
  done: number;
  total: number;
  /** JSON of what a first look found, and of what came of it; empty before. */
  findings: string;
  outcome: string;
  /** Why it failed, in words. */
  problem: string;
}

/** The whole report of an import from the dashboard, a row a line. */
interface ImportLineTable {
  import_id: string;
  /** From 1. */
  number: number;
  /** Problem: it can't be imported. Clash: the site has it already. Changed: it does not come along as it was. Beyond: how many more lines there were. */
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

/** Every settings there ever were, up to a number; who saved them is a person's id or a part of the product. */
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

/** How often a public page was read on one day of the company's time zone. */
interface VisitTable {
  day: string;
  /** As asked for, percent-encoded; `*` for all pages beyond those a day names. */
  path: string;
  views: number;
  /** The views that began a visit. */
  visits: number;
}

/** Where the visits of a day came from. */
interface VisitSourceTable {
  day: string;
  /** Empty when nothing led here; `*` for all hosts beyond those a day names. */
  host: string;
  visits: number;
}

/** Work that one instance does for all, from the first time it was done. */
interface LeaseTable {
  /** What is done. */
  name: string;
  /** The instance that does it or did it last. */
  holder: string;
  /** New each time it is taken. */
  token: string;
  held_since: string;
  /** From then on the next may take it. */
  until: string;
  /** Null while it is held, and when its holder ended without being done. */
  done_at: string | null;
}

/** What was changed, for the caches of other instances; empty in the embedded database. */
interface ChangeTable {
  seq: Generated<string>;
  /** The transaction that wrote it. */
  xid: Generated<string>;
  /** Cache tags, one a line. */
  tags: string;
  at: string;
}

/** A process that runs on this database, or did until lately. */
export interface InstanceTable {
  id: string;
  /** Machine and port, for people. */
  name: string;
  version: string;
  started_at: string;
  seen_at: string;
  /** Where its files are, for people. */
  files: string;
  /** The same for all that have the same files. */
  files_mark: string;
  /** How it hears of changes. */
  listens_by: "notices" | "polling" | "itself";
  lag_ms: number;
}

/** A file kept in the database: its name in the store, or its path in the trash. */
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
