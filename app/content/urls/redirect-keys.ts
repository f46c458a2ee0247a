import { kinds } from "#app/content/kinds.ts";
import { foldText } from "#app/text/fold.ts";
import { scriptPath } from "#app/text/page-key.ts";

/** Query keys by which WordPress names a page when it has no other address. */
const pageKeys = ["p", "page_id", "attachment_id"] as const;

/** Query keys by which systems name pages at the address of the start page, such as Drupal's `/?q=node/12`. */
export const startPageKeys = [...pageKeys, "q", "id", "option", "route", "cat"];

const trackingKey = /^(utm_\w+|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_cid|mc_eid|_ga|_gl)$/i;

/** One name for all forms of a former address: path without case, extra slashes or percent-encoding, and query in any order. */
export function redirectKey(address: string): string {
  // A path may begin with two slashes; resolved against a site, its first step would be taken for the name of a host.
  const url = new URL(address.startsWith("/") ? `http://site.example${address}` : address);
  const steps = foldText(decode(url.pathname)).split("/");
  const path = `/${steps.filter((step) => step !== "").join("/")}`;
  const query = queryKey(path, url.searchParams);
  return query === "" ? path : `${path}?${query}`;
}

/** The keys of redirects that an address may follow, the most specific first: one without a query matches any query. */
export function redirectKeys(address: string): string[] {
  const key = redirectKey(address);
  const mark = key.indexOf("?");
  // The start page itself never redirects.
  return mark <= 1 ? [key] : [key, key.slice(0, mark)];
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

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
