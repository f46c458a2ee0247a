import { sql } from "kysely";
import { findKind } from "#app/domain/content/kinds.ts";
import { namesOldPage } from "#app/domain/content/urls/redirect-keys.ts";
import {
  findUrlOwner,
  followAllRedirects,
  followRedirects,
  type RedirectChain,
  type RedirectTarget,
  resolveUrls,
  type UrlOwner,
} from "#app/domain/content/urls/resolve-urls.ts";
import { entryPath } from "#app/domain/content/urls/slug.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { pageKey } from "#app/lib/text/page-key.ts";
import { spellAddress } from "#app/lib/text/plain-text.ts";
import { containsText, type Database } from "#app/platform/database/database.ts";
import { newestFirst, type Paged, type PageRequest, readPage } from "#app/platform/database/paging.ts";
import { chunksOf } from "#app/platform/runtime/chunks.ts";
import { targetOfRow } from "./save-redirect.ts";

export interface RedirectQuery extends PageRequest {
  /** Part of the former address or of the target. */
  q?: string | undefined;
  /** Only imported redirects, or only others. */
  isImported?: boolean | undefined;
}

/** Redirect as staff see it. */
export interface ListedRedirect {
  id: string;
  from: string;
  to: RedirectTarget;
  /** Target entry; its path is the public one. */
  entry: { title: string; kind: string; path: string; isPublic: boolean } | null;
  /** Final address if it differs from `to`, because of other redirects; null without one. */
  end: string | null;
  /** Whether it ends at a missing address of this site. */
  isBroken: boolean;
  /** Target entry, if it is not public. */
  hidden: RedirectChain["hidden"];
  createdAt: string;
}

/** Page of redirects, newest first. */
export async function listRedirects(db: Database, query: RedirectQuery): Promise<Paged<ListedRedirect>> {
  const all = selectRedirects(db, query.q);
  const found =
    query.isImported === undefined ? all : all.where("is_imported", "=", query.isImported ? 1 : 0);
  const paged = await readPage(found, query, {
    ...newestFirst,
    sortKey: "redirects.created_at",
    id: "redirects.id",
  });
  return { ...paged, rows: await presentListed(db, paged.rows) };
}

/** Throws a DomainError if the redirect does not exist. */
export async function readRedirect(db: Database, id: string): Promise<ListedRedirect> {
  const row = await selectRedirects(db).where("redirects.id", "=", id).executeTakeFirst();
  const [listed] = row ? await presentListed(db, [row]) : [];
  if (!listed) throw new DomainError("missing", "There is no such redirect.");
  return listed;
}

/** Existing redirects with these ids, unordered. */
export async function readRedirects(db: Database, ids: readonly string[]): Promise<ListedRedirect[]> {
  const rows: RedirectRow[] = [];
  for (const some of chunksOf(ids))
    rows.push(...(await selectRedirects(db).where("redirects.id", "in", some).execute()));
  return presentListed(db, rows);
}

/**
 * Warning about a target that is not a page; "" for a page. The redirect is valid anyway, because a page may follow
 * later.
 */
export function warnOfEnd({ end, isBroken, hidden }: ListedRedirect): string {
  if (hidden?.isInTrash) return `“${hidden.title}” is in the trash: visitors will see “not found”.`;
  if (hidden) return `“${hidden.title}” is not published: visitors will see “not found” until it is.`;
  return isBroken ? `There is no page at ${spellAddress(end ?? "")}: visitors will see “not found”.` : "";
}

export async function countRedirects({ query }: Database, isImported: boolean): Promise<number> {
  const row = await query
    .selectFrom("redirects")
    .select((eb) => eb.fn.countAll().as("many"))
    .where("is_imported", "=", isImported ? 1 : 0)
    .executeTakeFirst();
  return Number(row?.many ?? 0);
}

type RedirectRow = Awaited<ReturnType<ReturnType<typeof selectRedirects>["execute"]>>[number];

function selectRedirects({ query }: Database, q = "") {
  const found = query
    .selectFrom("redirects")
    .leftJoin("entries", "entries.id", "to_entry")
    .select(["redirects.id", "from_path", "to_entry", "to_path", "to_url", "redirects.created_at"])
    .select(["title", "kind", "slug", "live_version", "deleted_at"]);
  const looked = q.trim();
  if (looked === "") return found;
  const target = sql`coalesce(title, to_path, to_url)`;
  return found.where(
    sql<boolean>`(${containsText("from_path", looked)} or ${containsText("from_key", looked)} or ${containsText(target, looked)})`,
  );
}

async function presentListed(db: Database, rows: readonly RedirectRow[]): Promise<ListedRedirect[]> {
  const ways = await followAllRedirects(
    db,
    rows.map(({ from_path }) => from_path),
  );
  const listed = rows.map((row) => presentOne(row, ways.get(row.from_path)));
  const ends = new Map(listed.map((one) => [one.id, pageKey(one.end ?? "")]));
  const places = await resolveUrls(
    db,
    [...new Set(ends.values())].filter((key) => key !== null),
  );
  return listed.map((one) => {
    const place = places.get(ends.get(one.id) ?? "");
    if (place === undefined || place === "page") return { ...one, isBroken: false };
    if (place === "nothing") return { ...one, isBroken: true };
    return { ...one, isBroken: false, hidden: { title: place.title, isInTrash: place.state === "trash" } };
  });
}

function presentOne(row: RedirectRow, way: RedirectChain | undefined): Omit<ListedRedirect, "isBroken"> {
  const kind = findKind(row.kind ?? "");
  const entry =
    kind && row.title !== null && row.slug !== null
      ? {
          title: row.title,
          kind: kind.name,
          path: entryPath(kind, row.slug),
          isPublic: row.live_version !== null && row.deleted_at === null,
        }
      : null;
  return {
    id: row.id,
    from: row.from_path,
    to: targetOfRow(row),
    entry,
    end: way?.end ?? null,
    hidden: way?.hidden ?? null,
    createdAt: row.created_at,
  };
}

/** Redirect from a former slug of a renamed entry. */
export interface AutomaticRedirect {
  /** Unique together with its kind. */
  id: string;
  kind: string;
  from: string;
  to: { title: string; path: string; isPublic: boolean };
}

/** Page of automatic redirects from renames, by kind and address. */
export async function listAutomatic(
  { query }: Database,
  { q = "", ...page }: PageRequest & { q?: string },
): Promise<Paged<AutomaticRedirect>> {
  const looked = q.trim();
  const all = query
    .selectFrom("former_slugs")
    .innerJoin("entries", "entries.id", "former_slugs.entry_id")
    .select(["former_slugs.slug_key as id", "former_slugs.kind as kind"])
    .select(["title", "slug", "live_version", "deleted_at"]);
  const found =
    looked === ""
      ? all
      : all.where(
          sql<boolean>`(${containsText("former_slugs.slug_key", looked)} or ${containsText("title", looked)})`,
        );
  const paged = await readPage(found, page, {
    direction: "asc",
    sortKey: "former_slugs.kind",
    id: "former_slugs.slug_key",
    sortKeyOf: ({ kind }) => kind,
  });
  return {
    ...paged,
    rows: paged.rows.flatMap(({ id, kind, title, slug, live_version, deleted_at }) => {
      const known = findKind(kind);
      if (!known) return [];
      const isPublic = live_version !== null && deleted_at === null;
      return [
        {
          id,
          kind,
          from: entryPath(known, id),
          to: { title, path: entryPath(known, slug), isPublic },
        },
      ];
    }),
  };
}

export async function countAutomatic({ query }: Database): Promise<number> {
  const row = await query
    .selectFrom("former_slugs")
    .select((eb) => eb.fn.countAll().as("many"))
    .executeTakeFirst();
  return Number(row?.many ?? 0);
}

/** Result of requesting an address. */
export interface AddressCheck {
  address: string;
  outcome: "page" | "redirect" | "draft" | "not-found";
  /** Page at the final address, if it is on this site. */
  place: { title: string | null; path: string } | null;
  /** Addresses of the redirect chain, including the last. */
  steps: string[];
}

/** Resolves an address with the same functions as for visitors. */
export async function checkAddress(db: Database, address: string): Promise<AddressCheck> {
  const url = URL.parse(address, "http://site.example");
  const isOldPage = url !== null && namesOldPage(url);
  const there =
    isOldPage && (await followRedirects(db, address)).end ? null : await findUrlOwner(db, address);
  if (there?.isPublic && !there.isFormer)
    return { address, outcome: "page", place: placeOfOwner(there), steps: [] };
  if (there?.isPublic)
    return { address, outcome: "redirect", place: placeOfOwner(there), steps: [there.path] };
  const { steps, end, hidden } = await followRedirects(db, address);
  if (hidden) return { address, outcome: "draft", place: { title: hidden.title, path: "" }, steps };
  if (end === null)
    return { address, outcome: there ? "draft" : "not-found", place: there && placeOfOwner(there), steps };
  const place = end.startsWith("/") ? await findUrlOwner(db, end) : null;
  return { address, outcome: "redirect", place: place && placeOfOwner(place), steps };
}

function placeOfOwner({ entry, path }: UrlOwner): AddressCheck["place"] {
  return { title: entry?.title ?? null, path };
}
