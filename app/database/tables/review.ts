/** Links of entries to pages of this site, by the page's key; where a link stands is `field`. */
export interface PageLinkTable {
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
export interface DeadPathTable {
  path_key: string;
}

/** A way for people without an account to see the newest version of one entry, for a while. */
export interface PreviewLinkTable {
  id: string;
  entry_id: string;
  /** Hash of what the link holds. */
  token: string;
  created_by: string;
  created_at: string;
  expires_at: string;
}
