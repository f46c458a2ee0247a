import { normalizeText } from "#app/text/normalize.ts";

/** The address part of a title: runs of whitespace become one hyphen; case and every other character stay. */
export function toSlug(title: string): string {
  return normalizeText(title).trim().replace(/\s+/gu, "-");
}

/** What look-ups compare: one Unicode form, no difference of case. */
export function slugKey(slug: string): string {
  return normalizeText(slug).toLowerCase();
}

/** Browsers swallow these as path steps, so that no link could ever reach such a page. */
export function isReachable(slug: string): boolean {
  return slug !== "." && slug !== "..";
}

/** The public path of an entry, percent-encoded. */
export function entryPath(kind: { path: string; hasPage: boolean }, slug: string): string {
  return kind.hasPage ? `${kind.path}/${encodeURIComponent(slug)}` : kind.path;
}
