import type { Generated } from "kysely";

export type State = "draft" | "scheduled" | "published" | "changed" | "archived";

export interface EntryTable {
  id: string;
  kind: string;
  /** Public URL part; `slug_key` is its normalized form for lookups (NFC, lower case). */
  slug: string;
  slug_key: string;
  /** Slug of the newest version once published, if it differs; reserved for this entry. */
  next_slug_key: string | null;
  /** Slug of the title if staff chose another one; reserved and redirected. */
  title_slug_key: string | null;
  title: string;
  state: State;
  position: number;
  /** Sort key of lists: a date, or the padded position. */
  sort_key: string;
  live_version: number | null;
  latest_version: number;
  publish_at: string | null;
  unpublish_at: string | null;
  published_at: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  /** Sort key of staff lists: folded and shortened title of the newest version. */
  title_key: string;
  /** Account that saved the newest version. */
  author_id: string | null;
  /** Feed id of the former site, so that feed readers do not show the entry as new; null for its own id. */
  guid: string | null;
  /** BCP 47 tag from an import; null without one. */
  language: string | null;
  /** Shared by translations of one entry; null without translations. */
  translation_group: string | null;
  /** Author shown by the newest version, from `bylineKeyOf`; empty for none. */
  byline: Generated<string>;
}

export interface EntryVersionTable {
  entry_id: string;
  number: number;
  data: string;
  /** Part of `data` that lists show. */
  card: string;
  /** Word count of rich text, for the reading time. */
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

/** One row for each filter value of a public entry, sorted like its list. */
export interface EntryFacetTable {
  kind: string;
  field: string;
  value_key: string;
  sort_key: string;
  entry_id: string;
}

/** Number of public entries with a value; `field` and `value_key` are empty for the whole kind. */
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

/** Redirects from former addresses to an entry, a path of this site, or a page of another site. */
export interface RedirectTable {
  id: string;
  from_key: string;
  from_path: string;
  to_entry: string | null;
  to_path: string | null;
  to_url: string | null;
  /** 1 when imported and unchanged since. */
  is_imported: Generated<number>;
  created_at: string;
  /** The site that had the address, by host and folder, such as `a.example/blog`; null where that is not known. */
  from_site: string | null;
}

/** Daily requests of an address that returned 404, without visitor data. */
export interface NotFoundTable {
  address_key: string;
  /** In UTC, `YYYY-MM-DD`. */
  day: string;
  address: string;
  count: number;
  /** Host of the last referring page; empty without a referrer. */
  referrer: string;
  last_at: string;
}

/** Addresses that the not-found log leaves out. */
export interface IgnoredAddressTable {
  address_key: string;
  address: string;
  created_at: string;
}

/** Folded words of the newest title, for the search in staff lists. */
export interface EntryTitleWordTable {
  entry_id: string;
  kind: string;
  word: string;
}

/** Former slugs of a category and of categories merged into it. */
export interface FormerCategorySlugTable {
  taxonomy: string;
  slug_key: string;
  category_id: string;
}

/** A merged or deleted category, which old versions still refer to. */
export interface CategoryRedirectTable {
  id: string;
  taxonomy: string;
  to_id: string | null;
}

/** A person's saved view of a list; `query` is its query string. */
export interface ViewTable {
  id: string;
  user_id: string;
  list: string;
  name: string;
  query: string;
  created_at: string;
}

/** State before an action, for each part that it changed. */
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
  /** From `pageKey`. */
  path_key: string;
  /** Path in the link. */
  path: string;
  /** 1 when the public version holds it, 0 when only a newer draft does. */
  is_live: number;
}

/** Linked paths of this site without a page. */
export interface BrokenLinkTable {
  path_key: string;
}

/** A window with an open entry in the editor. */
export interface EntryPresenceTable {
  entry_id: string;
  user_id: string;
  /** Generated by the window. */
  window_id: string;
  /** Version on which its text is based. */
  version: number;
  seen_at: string;
}

/** A temporary link to the newest version of an entry for people without an account. */
export interface PreviewLinkTable {
  id: string;
  entry_id: string;
  /** SHA-256 of the link's token. */
  token_hash: string;
  created_by: string;
  created_at: string;
  expires_at: string;
}

export interface FileTable {
  id: string;
  /** Display name; never part of a URL. */
  name: string;
  /** Sort key of lists by name. */
  name_key: Generated<string>;
  /** Folded words of name, alternative text and tags, each after a space. */
  search: Generated<string>;
  /** `image/webp` for every picture, `application/pdf` for a document. */
  type: string;
  /** Pixels of pictures; 0 for documents. */
  width: number;
  height: number;
  /** Page count of documents, if known. */
  pages: number | null;
  /** Size of all its stored files. */
  bytes: number;
  alt: string;
  focal_x: number;
  focal_y: number;
  /** Tiny blurred picture as a data URL. */
  placeholder: string;
  created_at: string;
  created_by: string | null;
  updated_at: Generated<string>;
  /** Increases with every change of the row. */
  version: Generated<number>;
  /** Revision of the bytes; from 2 on part of their names and URLs. */
  revision: Generated<number>;
  last_revision: Generated<number>;
  /** JSON of the previous revision, while it can be restored. */
  previous: string | null;
  deleted_at: string | null;
  /** Prevents duplicates of an upload sent twice. */
  idempotency_key: string | null;
  fingerprint: string | null;
  /** SHA-256 of the uploaded bytes; null for imported files and after a replacement. */
  content_hash: string | null;
}

export interface FileTagTable {
  file_id: string;
  tag: string;
  tag_key: string;
}
