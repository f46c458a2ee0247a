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
  visits: VisitTable;
  visit_sources: VisitSourceTable;
  installation: InstallationTable;
}

/** A fact about this one database: "id", "secret-check" or "browser-key". */
interface InstallationTable {
  name: string;
  value: string;
}
