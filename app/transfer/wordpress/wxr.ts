/** What a WordPress export holds, as it is written there: texts are raw HTML, moments are "YYYY-MM-DD hh:mm:ss". One of Ghost is read into the same form. */
export interface WxrSite {
  system: "WordPress" | "Ghost";
  title: string;
  description: string;
  /** Addresses under which the site stood. */
  urls: string[];
  /** Display name by login. */
  authors: Map<string, string>;
  categories: WxrTerm[];
  /** Menus and other groupings by their name. */
  menus: string[];
  items: WxrItem[];
  /** Control characters that XML does not allow and that were left out. */
  strayCharacters: number;
  left: LeftBehind[];
}

/** Something that has no place here: what, and why. */
export interface LeftBehind {
  what: string;
  why: string;
}

export interface WxrTerm {
  slug: string;
  name: string;
  /** Slug of the category above. */
  parent: string;
  description: string;
}

export interface WxrItem {
  id: string;
  /** post, page, attachment, nav_menu_item, … */
  type: string;
  /** publish, future, draft, pending, private, trash, inherit, … */
  status: string;
  title: string;
  link: string;
  /** Further paths under which it stood, besides those that WordPress makes of its number and name. */
  otherLinks: string[];
  /** Last part of its address, percent-encoded. */
  slug: string;
  parent: string;
  author: string;
  /** In the site's own time. */
  date: string;
  dateGmt: string;
  /** When it was last changed, in UTC. */
  modifiedGmt: string;
  /** When it was made, in UTC; empty where an export doesn't say. */
  createdGmt: string;
  content: string;
  excerpt: string;
  password: string;
  isSticky: boolean;
  terms: { domain: string; slug: string; name: string }[];
  meta: Map<string, string>;
  attachmentUrl: string;
  comments: number;
  left: LeftBehind[];
}
