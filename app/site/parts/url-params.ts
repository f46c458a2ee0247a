import { data, redirect } from "react-router";
import type { ListOptions, NeighbouringPages } from "#app/domain/content/published/entries.ts";

/** Ends a loader with the not-found page. */
export function notFound(): never {
  throw data(null, { status: 404, statusText: "Not Found" });
}

/** The entry of a look-up. A former or unusual address redirects to the right one; an unknown one throws not found. */
export function found<Entry>(
  result: { entry: Entry } | { redirectTo: string; isFormer: boolean } | null,
): Entry {
  if (result === null) return notFound();
  if ("redirectTo" in result) throw redirect(result.redirectTo, result.isFormer ? 301 : 308);
  return result.entry;
}

/** Slug in an address, decoded once: the router's own parameter can't tell `%2F` from `%252F`. */
export function slugParam(url: URL): string {
  const part = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Value of a query parameter, without control characters and at most 200 characters long. */
export function readWord(search: URLSearchParams, key: string): string {
  return (search.get(key) ?? "")
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 200);
}

/** Cursor of the requested page of a list. */
export function readPageCursor(search: URLSearchParams): Pick<ListOptions, "after" | "before"> {
  const before = search.get("before");
  const after = search.get("after");
  if (before) return { before };
  return after ? { after } : {};
}

/** Addresses of the neighbouring pages; `filter` is the part of the query that they share. */
export function linkPages(path: string, filter: Record<string, string>, page: NeighbouringPages) {
  const link = (cursor: Record<string, string>) => `${path}?${new URLSearchParams({ ...filter, ...cursor })}`;
  return {
    previous: page.previous === null ? null : link({ before: page.previous }),
    next: page.next === null ? null : link({ after: page.next }),
  };
}
