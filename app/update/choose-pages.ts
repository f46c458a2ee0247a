/** So many pages are compared. */
const mostCompared = 50;

/** Never in the list of pages, and what a visitor must be able to do. */
const always = ["/", "/contact", "/search?q=a", "/login", "/blog/feed.xml", "/sitemap.xml"];

/**
 * Of the addresses in a sitemap those that are compared: some of each area, as evenly as there are any, and what every visitor
 * needs.
 * @param paths of the pages, such as `/blog/a-title`
 */
export function choosePages(paths: readonly string[]): string[] {
  const areas = [...Map.groupBy(paths, (path) => path.split("/")[1] ?? "").values()];
  const longest = Math.max(0, ...areas.map(({ length }) => length));
  // The first of each area, the second of each, and so on.
  const evenly = Array.from({ length: longest }, (_, at) => areas.flatMap((area) => area[at] ?? [])).flat();
  return [...new Set([...always, ...evenly])].slice(0, mostCompared);
}
