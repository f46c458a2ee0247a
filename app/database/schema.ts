import type {
  IdentityTable,
  InvitationTable,
  KnownDeviceTable,
  LimitTable,
  PasskeyTable,
  PhotoTable,
  ProofTable,
  RegistrationTable,
  SecondStepTable,
  ServiceTokenTable,
  SessionTable,
  SigningKeyTable,
  UserTable,
  VerificationTable,
} from "./tables/accounts.ts";
import type {
  AuditTable,
  SettingsTable,
  SettingsVersionTable,
  VisitSourceTable,
  VisitTable,
} from "./tables/company.ts";
import type {
  CategoryTable,
  DeadPathTable,
  EntryFacetTable,
  EntryLinkTable,
  EntryTable,
  EntryTitleWordTable,
  EntryVersionTable,
  FacetCountTable,
  FormerCategorySlugTable,
  FormerSlugTable,
  GoneCategoryTable,
  IgnoredAddressTable,
  LostAddressTable,
  PageLinkTable,
  PreviewLinkTable,
  RedirectTable,
  UndoTable,
  ViewTable,
} from "./tables/content.ts";
import type { FileTable, FileTagTable } from "./tables/files.ts";
import type {
  ChangeTable,
  InstanceTable,
  LeaseTable,
  StoredChunkTable,
  StoredFileTable,
} from "./tables/instances.ts";
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
import type { NewsletterFileTable, NewsletterTable, OutboxTable } from "./tables/mail.ts";
import type { WebhookDeliveryTable, WebhookTable } from "./tables/webhooks.ts";

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
  gone_categories: GoneCategoryTable;
  views: ViewTable;
  undos: UndoTable;
  redirects: RedirectTable;
  lost_addresses: LostAddressTable;
  ignored_addresses: IgnoredAddressTable;
  page_links: PageLinkTable;
  dead_paths: DeadPathTable;
  preview_links: PreviewLinkTable;
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
  verifications: VerificationTable;
  passkeys: PasskeyTable;
  second_steps: SecondStepTable;
  known_devices: KnownDeviceTable;
  registrations: RegistrationTable;
  proofs: ProofTable;
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
  reason: "daily" | "asked" | "command" | "update";
  /** Asked: somebody wants one, and its name stands for the wish. Unproven: its proof is to come. Failed: it could not be made or restored, or not all of it could be looked at. */
  state: "asked" | "unproven" | "proven" | "failed";
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
  /**
   * Looking: nothing is changed. Ready: somebody has to say yes. Refused: the file can't be imported. Indexing: all of it is
   * there, and search is still to learn its words. Interrupted: the process ended, and nothing was changed.
   */
  state:
    | "looking"
    | "ready"
    | "refused"
    | "backing-up"
    | "importing"
    | "indexing"
    | "done"
    | "failed"
    | "interrupted"
    | "dropped";
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
