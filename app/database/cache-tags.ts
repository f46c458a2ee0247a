/** Names of what a page can show; caches drop a page when one of its labels is touched. */
export const cacheTags = {
  entry: (id: string) => `entry:${id}`,
  list: (kind: string) => `list:${kind}`,
  /** How many entries of a kind stand where; nothing public. */
  states: (kind: string) => `states:${kind}`,
  /** The titles in the navigation. */
  menu: "menu",
  categories: (taxonomy: string) => `categories:${taxonomy}`,
  settings: "settings",
  /** Files as pages show them. */
  files: "files",
  /** The library as staff see it, files that nothing shows yet too. */
  library: "library",
  /** Which day it is in the company's time zone. */
  day: "day",
  redirects: "redirects",
  /** The archive of newsletters. */
  newsletters: "newsletters",
  /** What visitors sent and what became of it; no page of the site shows it. */
  leads: "leads",
  leadSettings: "settings:leads",
  /** Somebody’s sessions ended: what is open for them is looked at anew. */
  sessions: "sessions",
} as const;
