import type { Generated } from "kysely";

export type State = "draft" | "scheduled" | "published" | "changed" | "archived";

export interface EntryTable {
  id: string;
  kind: string;
  /** Public address part; `slug_key` is what look-ups compare (NFC, lower case). */
  slug: string;
  slug_key: string;
  /** Address the newest version will have once published, when it differs; reserved so that no other entry takes it. */
  next_slug_key: string | null;
  /** Key of the title's own address, where staff chose another one; reserved too, and redirected. */
  title_slug_key: string | null;
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
  /** Title of the newest version, folded and cut: what the staff's lists sort by. */
  title_key: string;
  /** Account that saved the newest version. */
  author_id: string | null;
  /** The id that feeds of its former site gave it, so that readers do not see it as new; null for its own id. */
  guid: string | null;
  /** Whom the newest version names as its author, as `bylineKeyOf` writes it; empty for no one. */
  byline: Generated<string>;
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

/** Former addresses, each leading to an entry, to a path of this site, or to a page of another one. */
export interface RedirectTable {
  id: string;
  from_key: string;
  from_path: string;
  to_entry: string | null;
  to_path: string | null;
  to_url: string | null;
  /** 1 when it came with an import and no person has changed it since. */
  is_imported: Generated<number>;
  created_at: string;
}

/** Daily requests of an address that answered 404, without the visitors. */
export interface NotFoundTable {
  address_key: string;
  /** In UTC, `YYYY-MM-DD`. */
  day: string;
  address: string;
  count: number;
  /** Host of the page that led there last; empty when none said so. */
  referrer: string;
  last_at: string;
}

/** Addresses of the not-found log that staff don't want to hear of. */
export interface IgnoredAddressTable {
  address_key: string;
  address: string;
  created_at: string;
}

/** Each word of the newest title, folded: what the staff's lists search. */
export interface EntryTitleWordTable {
  entry_id: string;
  kind: string;
  word: string;
}

/** Addresses a category had, or a category that was merged into it. */
export interface FormerCategorySlugTable {
  taxonomy: string;
  slug_key: string;
  category_id: string;
}

/** A category that was merged into another or deleted; versions written before still name it. */
export interface CategoryRedirectTable {
  id: string;
  taxonomy: string;
  to_id: string | null;
}

/** A person's own way of looking at a list; `query` is the part of its address behind the question mark. */
export interface ViewTable {
  id: string;
  user_id: string;
  list: string;
  name: string;
  query: string;
  created_at: string;
}

/** The state before an action, for each part that it changed. */
export interface UndoSnapshotTable {
  id: string;
  part: string;
  actor: string;
  at: string;
  before: string;
}

/** Links of entries to pages of this site, by the page's key and the entry's field. */
export interface InternalLinkTable {
  from_entry: string;
  field: string;
  /** As `pageKey` writes it. */
  path_key: string;
  /** As the link has it. */
  path: string;
  /** 1 when the public version holds it, 0 when only a newer draft does. */
  is_live: number;
}

/** Addresses of this site that some entry links to and that lead readers nowhere. */
export interface BrokenLinkTable {
  path_key: string;
}

/** A window in which somebody has an entry open in the editor. */
export interface EntryPresenceTable {
  entry_id: string;
  user_id: string;
  /** Made by the window itself. */
  window_id: string;
  /** The version that its text is based on. */
  version: number;
  seen_at: string;
}

/** A way for people without an account to see the newest version of one entry, for a while. */
export interface PreviewLinkTable {
  id: string;
  entry_id: string;
  /** SHA-256 of what the link holds. */
  token_hash: string;
  created_by: string;
  created_at: string;
  expires_at: string;
}

export interface FileTable {
  id: string;
  /** As people call it; never part of an address. */
  name: string;
  /** What lists by name are ordered by. */
  name_key: Generated<string>;
  /** Words of name, alternative text and tags, folded, each after a space. */
  search: Generated<string>;
  /** `image/webp` for every picture, `application/pdf` for a document. */
  type: string;
  /** Of pictures; 0 for documents. */
  width: number;
  height: number;
  /** Of documents, where it could be told. */
  pages: number | null;
  /** Of all its stored files. */
  bytes: number;
  alt: string;
  focal_x: number;
  focal_y: number;
  /** A tiny blurred picture as a data address. */
  placeholder: string;
  created_at: string;
  created_by: string | null;
  updated_at: Generated<string>;
  /** Grows with every change to this row. */
  version: Generated<number>;
  /** Which of its bytes are shown; part of their names and addresses from the second on. */
  revision: Generated<number>;
  last_revision: Generated<number>;
  /** JSON: what was shown before, while it can be brought back. */
  previous: string | null;
  deleted_at: string | null;
  /** So that an upload sent twice is kept once. */
  idempotency_key: string | null;
  fingerprint: string | null;
  /** SHA-256 of the bytes as they were uploaded; null for files of imports, and once other bytes took their place. */
  content_hash: string | null;
}

export interface FileTagTable {
  file_id: string;
  tag: string;
  tag_key: string;
}
