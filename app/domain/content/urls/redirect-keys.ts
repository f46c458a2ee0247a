import { kinds } from "#app/domain/content/kinds.ts";
import { foldText } from "#app/lib/text/fold.ts";
import { scriptPath } from "#app/lib/text/page-key.ts";

/** Query keys of WordPress pages without a permalink. */
const pageKeys = ["p", "page_id", "attachment_id"] as const;

/** Query keys of pages at the address of the start page, such as Drupal's `/?q=node/12`. */
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

/** Query keys of WordPress lists, most specific first. */
const listKeys = ["feed", "cat", "category_name", "tag", "author", "author_name", "m"];

/** Query keys whose value is ignored. */
const bareKeys = ["paged", "sitemap"];

/** Suffix of a feed in one of its formats. */
const feedFormat = /\/feed\/(?:rss2?|atom|rdf)$/;

/** Suffixes that WordPress adds to the address of a page or list. */
const addedSteps = /\/(?:comment-page-\d{1,9}|page\/\d{1,9}|feed(?:\/(?:rss2?|atom|rdf))?|embed|trackback)$/;

const trackingKey = /^(utm_\w+|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_cid|mc_eid|_ga|_gl)$/i;

/** Normalized form of a former address: path without case, extra slashes or percent-encoding, and sorted query. */
export function redirectKey(address: string): string {
  const url = urlOf(address);
  const steps = foldText(decode(url.pathname)).split("/");
  const path = `/${steps.filter((step) => step !== "").join("/")}`;
  const query = queryKey(path, url.searchParams);
  return query === "" ? path : `${path}?${query}`;
}

function urlOf(address: string): URL {
  // With a base URL, a leading double slash would be parsed as a host.
  return new URL(address.startsWith("/") ? `http://site.example${address}` : address);
}

/**
 * Redirect keys of an address, most specific first: one without a query matches any query, one of a list its later
 * pages, and one of a page its comment pages and feeds.
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
      // The start page never redirects.
      ...(mark > 1 ? [path] : []),
      ...shorter.filter((one) => one !== "" && one !== path),
    ]),
  ];
}

/** Keys of the list in a query, as at `/?cat=3&paged=2`; also for the same query at `/index.php`. */
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
  // Entry pages are cached without their query.
  if (!isScript && entryPaths.test(path)) return "";
  return [...search]
    .filter(([name]) => !trackingKey.test(name))
    .map(([name, value]) => (value === "" ? name : `${name}=${value}`).replaceAll("&", "%26"))
    .sort()
    .join("&");
}

const entryPaths = new RegExp(`^(${kinds.map(({ path }) => path).join("|")}|/authors)/`);

/** Parameters at the blog, since WordPress is often in a folder of this name; our list uses `tag` and `q` itself. */
export const blogPageKeys = startPageKeys.filter((name) => name !== "tag" && name !== "q");

/** Whether a request for the start page or the blog may refer to an old page. */
export function namesOldPage({ pathname, searchParams }: Pick<URL, "pathname" | "searchParams">): boolean {
  const keys = pathname === "/" ? startPageKeys : pathname === "/blog" ? blogPageKeys : [];
  return keys.some((name) => searchParams.has(name));
}

/** Maximum length of a forwarded search in characters. */
const maxSearchLength = 200;

/**
 * Address of our search page for a WordPress search: `/search/words/` or `/?s=words`; null for other addresses.
 * @param isStartPage whether the path is that of the former start page
 */
export function searchPathFor(address: string, isStartPage: boolean): string | null {
  const { pathname, searchParams } = urlOf(address);
  const step = /^(?:\/[^/]+){0,2}\/search\/([^/]+)(?:\/page\/\d+|\/feed(?:\/\w+)?)?\/?$/i.exec(pathname)?.[1];
  const words = step === undefined ? isStartPage && searchParams.get("s") : decode(step.replaceAll("+", " "));
  return words
    ? `/search?${new URLSearchParams({ q: words.slice(0, maxSearchLength).toWellFormed() })}`
    : null;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
