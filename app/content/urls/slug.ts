import { normalizeText } from "#app/text/normalize.ts";

/** The address part of a title: runs of whitespace become one hyphen; case and every other character stay. */
export function toSlug(title: string): string {
  return normalizeText(title).trim().replace(/\s+/gu, "-");
}

/** What look-ups compare: one Unicode form, no difference of case. */
export function slugKey(slug: string): string {
  return normalizeText(slug).toLowerCase();
}

/**
 * Whether a page of this address part can be had. Browsers swallow "." and ".." as path steps, React Router answers what ends in
 * ".data" with the data of a page, and the feed stands among the posts.
 */
export function isReachable(slug: string): boolean {
  const key = slugKey(slug);
  return key !== "." && key !== ".." && key !== "feed.xml" && !key.endsWith(".data");
}

/** The public path of an entry, percent-encoded. */
export function entryPath(kind: { path: string; hasPage: boolean }, slug: string): string {
  return kind.hasPage ? `${kind.path}/${encodeURIComponent(slug)}` : kind.path;
}
