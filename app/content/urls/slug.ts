import { foldText } from "#app/text/fold.ts";
import { normalizeText } from "#app/text/normalize.ts";

/** The address part of a title: runs of whitespace become one hyphen; case and every other character stay. */
export function toSlug(title: string): string {
  return normalizeText(title).trim().replace(/\s+/gu, "-");
}

/** The address part of an entry: the one that staff chose, or else its title's. */
export function slugOf(data: { title: string; customSlug?: string }): string {
  return toSlug(data.customSlug || data.title);
}

/** The key of an address part in look-ups; spellings that look alike have the same key. */
export function slugKey(slug: string): string {
  return foldText(slug);
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
