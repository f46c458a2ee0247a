import { data, redirect } from "react-router";

/** Ends a loader with the not-found page. */
export function notFound(): never {
  throw data(null, { status: 404 });
}

/** The entry a look-up found; a former or unusual address leads on to the right one, an unknown one to the not-found page. */
export function found<Entry>(result: { entry: Entry } | { moved: string; isFormer: boolean } | null): Entry {
  if (result === null) return notFound();
  if ("moved" in result) throw redirect(result.moved, result.isFormer ? 301 : 308);
  return result.entry;
}

/** The entry's part of the address, decoded once: the router's own parameter can't tell `%2F` from `%252F`. */
export function slugParam(url: URL): string {
  const part = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
