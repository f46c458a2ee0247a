import type { Database, Writing } from "#app/database/database.ts";
import { labels } from "#app/database/labels.ts";
import { kinds } from "./kinds.ts";
import { entryPath } from "./slug.ts";

/** Query keys by which WordPress names a page when it has no other address. */
const pageKeys = ["p", "page_id", "attachment_id"] as const;

/** One name for all forms of a former address: path without case, slashes too many or percent-encoding, and the page keys of its query. */
export function redirectKey(address: string): string {
  // A path may begin with two slashes; resolved against a site, its first step would be taken for the name of a host.
  const url = new URL(address.startsWith("/") ? `http://site.example${address}` : address);
  const steps = decode(url.pathname).normalize("NFC").toLowerCase().split("/");
  const path = `/${steps.filter((step) => step !== "").join("/")}`;
  const pages = pageKeys.flatMap((name) =>
    url.searchParams.has(name) ? [`${name}=${url.searchParams.get(name)}`] : [],
  );
  return pages.length === 0 ? path : `${path}?${pages.join("&")}`;
}

/** Whether a request for the start page may mean another one. */
export function namesOldPage(search: URLSearchParams): boolean {
  return pageKeys.some((name) => search.has(name));
}

/** A former address leads to an entry, wherever that stands by then, or to a path of this site. */
export async function addRedirect(
  tx: Writing,
  from: string,
  to: { entry: string } | { path: string },
  now: Date,
): Promise<void> {
  const target = "entry" in to ? { to_entry: to.entry, to_path: null } : { to_entry: null, to_path: to.path };
  const row = { from_path: from, ...target, created_at: now.toISOString() };
  await tx.query
    .insertInto("redirects")
    .values({ from_key: redirectKey(from), ...row })
    .onConflict((conflict) => conflict.column("from_key").doUpdateSet(row))
    .execute();
  tx.touch(labels.redirects);
}

/** Where a former address leads now; null when it is none, or its entry is not public. */
export async function findRedirect(db: Database, address: string): Promise<string | null> {
  const row = await db.query
    .selectFrom("redirects")
    .leftJoin("entries", "entries.id", "to_entry")
    .select(["to_path", "kind", "slug", "live_version", "deleted_at"])
    .where("from_key", "=", redirectKey(address))
    .executeTakeFirst();
  if (!row || row.to_path !== null) return row?.to_path ?? null;
  const kind = kinds.find(({ name }) => name === row.kind);
  return kind && row.slug !== null && row.live_version !== null && row.deleted_at === null
    ? entryPath(kind, row.slug)
    : null;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
