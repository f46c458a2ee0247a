/** Names of what a page can show; caches drop a page when one of its labels is touched. */
export const labels = {
  entry: (id: string) => `entry:${id}`,
  list: (kind: string) => `list:${kind}`,
  /** The titles in the navigation. */
  menu: "menu",
  categories: (taxonomy: string) => `categories:${taxonomy}`,
  settings: "settings",
  files: "files",
  redirects: "redirects",
} as const;
