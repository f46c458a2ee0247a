import { cacheTags } from "#app/database/cache-tags.ts";
import type { Database, Writing } from "#app/database/database.ts";
import type { RedirectTable } from "#app/database/tables/content.ts";
import { newId } from "#app/platform/id.ts";
import { normalizeText } from "#app/text/normalize.ts";
import { findKind } from "../kinds.ts";
import { entryPath } from "./slug.ts";
import { findUrlOwner } from "./url-owner.ts";

/** Query keys by which WordPress names a page when it has no other address. */
const pageKeys = ["p", "page_id", "attachment_id"] as const;

/** One name for all forms of a former address: path without case, slashes too many or percent-encoding, and the page keys of its query. */
export function redirectKey(address: string): string {
  // A path may begin with two slashes; resolved against a site, its first step would be taken for the name of a host.
  const url = new URL(address.startsWith("/") ? `http://site.example${address}` : address);
  const steps = normalizeText(decode(url.pathname)).toLowerCase().split("/");
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

/** To an entry, wherever that stands by then; to a path of this site; or to a page of another one, by https. */
export type RedirectTarget = { entry: string } | { path: string } | { url: string };

/** A former address leads on from now on, whatever it led to before. */
export async function addRedirect(tx: Writing, from: string, to: RedirectTarget, now: Date): Promise<void> {
  const row = { from_path: from, ...targetColumns(to), created_at: now.toISOString() };
  await tx.query
    .insertInto("redirects")
    .values({ id: newId(), from_key: redirectKey(from), ...row })
    .onConflict((conflict) => conflict.column("from_key").doUpdateSet(row))
    .execute();
  tx.invalidate(cacheTags.redirects);
}

/** Lets paths of a former site lead to an entry again, but for those that lead elsewhere by now; answers how many. */
export async function restoreRedirects(
  tx: Writing,
  entryId: string,
  paths: readonly string[],
  now: Date,
): Promise<number> {
  let count = 0;
  for (const from of paths) {
    if ((await findUrlOwner(tx, from)) !== null) continue;
    const { numInsertedOrUpdatedRows = 0n } = await tx.query
      .insertInto("redirects")
      .values({
        id: newId(),
        from_key: redirectKey(from),
        from_path: from,
        ...targetColumns({ entry: entryId }),
        created_at: now.toISOString(),
      })
      .onConflict((conflict) => conflict.column("from_key").doNothing())
      .executeTakeFirst();
    count += Number(numInsertedOrUpdatedRows);
  }
  if (count > 0) tx.invalidate(cacheTags.redirects);
  return count;
}

export function targetColumns(to: RedirectTarget): Pick<RedirectTable, "to_entry" | "to_path" | "to_url"> {
  return {
    to_entry: "entry" in to ? to.entry : null,
    to_path: "path" in to ? to.path : null,
    to_url: "url" in to ? to.url : null,
  };
}

/** Where a former address leads now, over however many redirects; null when it is none, or leads to nothing public. */
export async function findRedirect(db: Database, address: string): Promise<string | null> {
  const { end } = await followRedirects(db, address);
  return end;
}

export interface Way {
  /** Every address on the way, the first one left out. */
  steps: string[];
  /** The last one, if anything can be reached there. */
  end: string | null;
  /** Title of the entry it leads to, while that is not public. */
  waitsFor: string | null;
}

/** The way from an address, by however many redirects. */
export async function followRedirects(db: Database, address: string): Promise<Way> {
  const steps: string[] = [];
  let at = address;
  for (let hop = 0; hop < mostHops; hop += 1) {
    const row = await findRow(db, at);
    if (!row) return { steps, end: steps.at(-1) ?? null, waitsFor: null };
    // A page that has come to stand there wins over what its address led to.
    const place = hop > 0 ? await findUrlOwner(db, at) : null;
    if (place?.isPublic) return { steps, end: place.isFormer ? place.path : at, waitsFor: null };
    const next = placeOf(row);
    if (next === null) return { steps, end: null, waitsFor: row.title };
    steps.push(next);
    if (row.to_path === null) return { steps, end: next, waitsFor: null };
    at = next;
  }
  return { steps, end: null, waitsFor: null };
}

/** More are a circle. */
const mostHops = 10;

async function findRow({ query }: Database, address: string) {
  return query
    .selectFrom("redirects")
    .leftJoin("entries", "entries.id", "to_entry")
    .select(["to_path", "to_url", "kind", "title", "slug", "live_version", "deleted_at"])
    .where("from_key", "=", redirectKey(address))
    .executeTakeFirst();
}

function placeOf(row: NonNullable<Awaited<ReturnType<typeof findRow>>>): string | null {
  if (row.to_path !== null || row.to_url !== null) return row.to_path ?? row.to_url;
  const kind = findKind(row.kind ?? "");
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
