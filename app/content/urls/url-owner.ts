import type { Kind } from "#app/content/kind.ts";
import { kinds } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import { pageKey } from "#app/text/page-key.ts";
import { entryPath, slugKey } from "./slug.ts";

/** What stands at an address of this site: an entry's page, or one of the pages there always are. */
export interface UrlOwner {
  /** Null for a page that is no entry's. */
  entry: { id: string; kind: Kind; title: string } | null;
  /** In its right spelling, where it stands today. */
  path: string;
  isPublic: boolean;
  /** The entry has left this address; it leads on to the new one by itself. */
  isFormer: boolean;
}

/** What stands at a path, drafts and archived entries included; null for nothing that is known. */
export async function findUrlOwner(db: Database, address: string): Promise<UrlOwner | null> {
  const url = URL.parse(address, "http://site.example");
  const key = url && pageKey(url.pathname);
  if (!url || key === null) return null;
  if (isFixedPage(key)) return { entry: null, path: key, isPublic: true, isFormer: false };
  const kind = kinds.find((one) => one.hasPage && key.startsWith(`${one.path}/`));
  return kind ? findEntryAt(db, kind, url.pathname.slice(kind.path.length + 1)) : null;
}

async function findEntryAt(db: Database, kind: Kind, step: string): Promise<UrlOwner | null> {
  const key = keyOf(step.replace(/\/+$/, ""));
  if (key === null || key === "") return null;
  const there = db.query
    .selectFrom("entries")
    .select(["entries.id", "title", "slug", "live_version"])
    .where("entries.kind", "=", kind.name)
    .where("deleted_at", "is", null);
  const now = await there.where("entries.slug_key", "=", key).executeTakeFirst();
  const row =
    now ??
    (await there
      .innerJoin("former_slugs", "former_slugs.entry_id", "entries.id")
      .where("former_slugs.kind", "=", kind.name)
      .where("former_slugs.slug_key", "=", key)
      .executeTakeFirst());
  if (!row) return null;
  return {
    entry: { id: row.id, kind, title: row.title },
    path: entryPath(kind, row.slug),
    isPublic: row.live_version !== null,
    isFormer: now === undefined,
  };
}

/** Null for what no browser could have written. */
function keyOf(step: string): string | null {
  try {
    const slug = decodeURIComponent(step);
    return slug.includes("\0") ? null : slugKey(slug);
  } catch {
    return null;
  }
}

/** Addresses that always answer, whatever the company publishes; the test of this file compares them with the routes. */
const fixed = new Set([
  "/",
  ...kinds.map(({ path }) => path),
  "/about",
  "/contact",
  "/calltoaction",
  "/newsletter",
  "/newsletter/archive",
  "/search",
  "/terms",
  "/privacy",
  "/login",
  "/registration",
  "/reset-password",
  "/myprofile",
  "/blog/feed.xml",
  "/sitemap.xml",
  "/robots.txt",
  "/site.webmanifest",
  "/api/docs",
  "/api/openapi.json",
]);

/** Whether a page that no entry makes stands at the address of this key. */
export function isFixedPage(key: string): boolean {
  return fixed.has(key) || key.startsWith("/weave/");
}
