/** What a kept answer shows, by name; a write drops the names it changed. */
export const labels = {
  entry: (id: string) => `entry:${id}`,
  /** Every list, count or neighbour link of one kind. */
  list: (kind: string) => `list:${kind}`,
  /** Facts of the company, shown in header and footer of every page. */
  settings: "settings",
  /** The two lists of titles in the navigation, on every page. */
  menu: "menu",
} as const;
