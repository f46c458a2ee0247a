import { kinds } from "#app/content/kinds.ts";
import { foldText } from "#app/text/fold.ts";
import { scriptPath } from "#app/text/page-key.ts";

/** Query keys by which WordPress names a page when it has no other address. */
const pageKeys = ["p", "page_id", "attachment_id"] as const;

/** Query keys by which systems name pages at the address of the start page, such as Drupal's `/?q=node/12`. */
export const startPageKeys = [
  ...pageKeys,
  "feed",
  "cat",
  "category_name",
  "tag",
  "author",
  "author_name",
  "m",
  "s",
  "paged",
  "sitemap",
  "q",
  "id",
  "option",
  "route",
];

/** Query keys by which WordPress names a list, the most specific first. */
const listKeys = ["feed", "cat", "category_name", "tag", "author", "author_name", "m"];

/** Query keys whose value does not matter. */
const bareKeys = ["paged", "sitemap"];

/** Last steps of a feed in one of its formats. */
const feedFormat = /\/feed\/(?:rss2?|atom|rdf)$/;

/** Last steps that WordPress adds to the address of a page or list. */
const addedSteps = /\/(?:comment-page-\d{1,9}|page\/\d{1,9}|feed(?:\/(?:rss2?|atom|rdf))?|embed|trackback)$/;

const trackingKey = /^(utm_\w+|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_cid|mc_eid|_ga|_gl)$/i;

/** One name for all forms of a former address: path without case, extra slashes or percent-encoding, and query in any order. */
export function redirectKey(address: string): string {
  const url = urlOf(address);
  const steps = foldText(decode(url.pathname)).split("/");
  const path = `/${steps.filter((step) => step !== "").join("/")}`;
  const query = queryKey(path, url.searchParams);
  return query === "" ? path : `${path}?${query}`;
}

function urlOf(address: string): URL {
  // Resolved against a site, the first step of a path with two slashes would be the name of a host.
  return new URL(address.startsWith("/") ? `http://site.example${address}` : address);
}

/**
 * The keys of redirects that an address may follow, the most specific first: one without a query matches any query, one for a
 * list matches its later pages, and one for a page matches its comment pages and feeds.
 */
export function redirectKeys(address: string): string[] {
  const key = redirectKey(address);
  const mark = key.indexOf("?");
  const path = mark === -1 ? key : key.slice(0, mark);
  const shorter = [path.replace(feedFormat, "/feed"), path.replace(addedSteps, "")];
  return [
    ...new Set([
      key,
      ...(mark === -1 ? [] : listKeysOf(path, urlOf(address).searchParams)),
      // The start page itself never redirects.
      ...(mark > 1 ? [path] : []),
      ...shorter.filter((one) => one !== "" && one !== path),
    ]),
  ];
}

/** Keys of the list that a query names, as at `/?cat=3&paged=2`; also for the same query at `/index.php`. */
function listKeysOf(path: string, search: URLSearchParams): string[] {
  const start = path.replace(/\/index\.php$/, "") || "/";
  if (scriptPath.test(start) || entryPaths.test(start)) return [];
  const pages = pageKeys.filter((name) => search.has(name));
  const named = pages.map((name) => `${name}=${search.get(name)}`).join("&");
  const lists = listKeys.flatMap((name) => {
    const value = search.get(name);
    return value ? [`${name}=${value}`.replaceAll("&", "%26")] : [];
  });
  const bare = bareKeys.filter((name) => search.has(name));
  return [...(named === "" ? [] : [named]), ...lists, ...bare].map((query) => `${start}?${query}`);
}

function queryKey(path: string, search: URLSearchParams): string {
  const isScript = scriptPath.test(path);
  const pages = pageKeys.filter((name) => search.has(name));
  if (pages.length > 0 && (!isScript || path.endsWith("/index.php")))
    return pages.map((name) => `${name}=${search.get(name)}`).join("&");
  // Pages of entries are cached without their query.
  if (!isScript && entryPaths.test(path)) return "";
  return [...search]
    .filter(([name]) => !trackingKey.test(name))
    .map(([name, value]) => (value === "" ? name : `${name}=${value}`).replaceAll("&", "%26"))
    .sort()
    .join("&");
}

const entryPaths = new RegExp(`^(${kinds.map(({ path }) => path).join("|")}|/authors)/`);

/** Whether a request for the start page may mean another one. */
export function namesOldPage(search: URLSearchParams): boolean {
  return startPageKeys.some((name) => search.has(name));
}

/** Longest words of a search that are passed on, in characters. */
const longestSearch = 200;

/**
 * Our search page for an address at which WordPress showed a search: `/search/words/`, or `/?s=words`.
 * Null for any other address.
 * @param isStartPage whether the path of the address is that of the former start page
 */
export function searchPathFor(address: string, isStartPage: boolean): string | null {
  const { pathname, searchParams } = urlOf(address);
  const step = /^(?:\/[^/]+){0,2}\/search\/([^/]+)(?:\/page\/\d+|\/feed(?:\/\w+)?)?\/?$/.exec(pathname)?.[1];
  const words = step === undefined ? isStartPage && searchParams.get("s") : decode(step.replaceAll("+", " "));
  return words ? `/search?${new URLSearchParams({ q: words.slice(0, longestSearch).toWellFormed() })}` : null;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
