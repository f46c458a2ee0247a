import { foldText } from "#app/lib/text/fold.ts";
import { normalizeText } from "#app/lib/text/normalize.ts";

/** Slug of a title: whitespace becomes hyphens; case and all other characters stay. */
export function toSlug(title: string): string {
  return normalizeText(title).trim().replace(/\s+/gu, "-");
}

/** Slug of an entry: the custom one, or its title's. */
export function slugOf(data: { title: string; customSlug?: string }): string {
  return toSlug(data.customSlug || data.title);
}

/** Lookup key of a slug; visually identical spellings share a key. */
export function slugKey(slug: string): string {
  return foldText(slug);
}

/**
 * Whether a page with this slug is reachable. Browsers resolve "." and "..", React Router serves data at ".data", and
 * the feed shares the path of posts.
 */
export function isReachable(slug: string): boolean {
  const key = slugKey(slug);
  return key !== "." && key !== ".." && key !== "feed.xml" && !key.endsWith(".data");
}

/** Public path of an entry, percent-encoded. */
export function entryPath(kind: { path: string; hasPage: boolean }, slug: string): string {
  return kind.hasPage ? `${kind.path}/${encodeURIComponent(slug)}` : kind.path;
}
