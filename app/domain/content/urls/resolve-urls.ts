import type { Kind } from "#app/domain/content/kind.ts";
import { findKind, kinds } from "#app/domain/content/kinds.ts";
import { pageKey, slugOfStep } from "#app/lib/text/page-key.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import type { RedirectTable, State } from "#app/platform/database/tables/content.ts";
import { chunksOf } from "#app/platform/runtime/chunks.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { redirectKey, redirectKeys, searchPathFor } from "./redirect-keys.ts";
import { entryPath, slugKey, toSlug } from "./slug.ts";

/** Content at an address of this site: a page, nothing, or an entry that is not public. */
export type ResolvedUrl = "page" | "nothing" | HiddenEntry;

export interface HiddenEntry {
  kind: Kind;
  id: string;
  title: string;
  state: State | "trash";
  publishAt: string | null;
}

/** Content at each of these addresses, by key, with a constant number of queries. */
export async function resolveUrls(db: Database, keys: readonly string[]): Promise<Map<string, ResolvedUrl>> {
  const places = new Map<string, ResolvedUrl>();
  for (const key of keys) places.set(key, isFixedPage(key) ? "page" : "nothing");
  const left = () => [...places].filter(([, place]) => place === "nothing").map(([key]) => key);
  await findFiles(db, left(), places);
  for (const kind of kinds) await findEntries(db, kind, left(), places);
  const notFound = [...places].filter(([, place]) => place !== "page").map(([key]) => key);
  const ways = await followAllRedirects(db, notFound.map(addressOf));
  for (const key of notFound) {
    const end = ways.get(addressOf(key))?.end ?? null;
    if (end !== null) places.set(key, "page");
  }
  return places;
}

function addressOf(key: string): string {
  return key
    .split("/")
    .map((step) => encodeURIComponent(slugOfStep(step)))
    .join("/");
}

async function findFiles(db: Database, keys: string[], places: Map<string, ResolvedUrl>): Promise<void> {
  const wanted = keys.flatMap((key) => {
    const id = /^\/files\/([^/]+)(?:\/|$)/.exec(key)?.[1];
    return id === undefined ? [] : [{ key, id }];
  });
  if (wanted.length === 0) return;
  const ids = wanted.map(({ id }) => id);
  const found = await db.query.selectFrom("files").select("id").where("id", "in", ids).execute();
  const known = new Set(found.map(({ id }) => id));
  for (const { key, id } of wanted) if (known.has(id)) places.set(key, "page");
}

async function findEntries(
  db: Database,
  kind: Kind,
  keys: string[],
  places: Map<string, ResolvedUrl>,
): Promise<void> {
  if (!kind.hasPage) return;
  const start = `${kind.path}/`;
  const bySlug = new Map(
    keys
      .filter((key) => key.startsWith(start) && !key.slice(start.length).includes("/"))
      .map((key) => [slugOfStep(key.slice(start.length)), key]),
  );
  if (bySlug.size === 0) return;
  for (const row of await readHolders(db, kind, [...bySlug.keys()])) {
    const key = bySlug.get(row.slug_key ?? "") ?? "";
    const { id, title, live_version, deleted_at, publish_at: publishAt } = row;
    const isPublic = live_version !== null && deleted_at === null && row.isReached === 1;
    // Public entries take precedence, then entries outside the trash.
    if (isPublic) places.set(key, "page");
    else if (places.get(key) === "nothing")
      places.set(key, { kind, id, title, publishAt, state: deleted_at === null ? row.state : "trash" });
  }
}

/** Entries that have, had or will have these slugs, trash last. Each query uses a separate index. */
async function readHolders(db: Database, kind: Kind, slugs: string[]) {
  const columns = ["id", "title", "state", "live_version", "deleted_at", "publish_at"] as const;
  const all = db.query.selectFrom("entries").select(columns);
  const entries = all.where("entries.kind", "=", kind.name).where("deleted_at", "is", null);
  const present = await entries
    .select(({ ref, lit }) => [
      ref("slug_key").$castTo<string | null>().as("slug_key"),
      lit(1).$castTo<number>().as("isReached"),
    ])
    .where("slug_key", "in", slugs)
    .unionAll(
      entries
        .select(({ ref, lit }) => [
          ref("next_slug_key").as("slug_key"),
          lit(0).$castTo<number>().as("isReached"),
        ])
        .where("next_slug_key", "in", slugs),
    )
    .execute();
  const former = await all
    .innerJoin("former_slugs", "entry_id", "id")
    .select(["former_slugs.slug_key", (eb) => eb.lit(1).as("isReached")])
    .where("former_slugs.kind", "=", kind.name)
    .where("former_slugs.slug_key", "in", slugs)
    .execute();
  return [
    ...present,
    ...former.filter(({ deleted_at }) => deleted_at === null),
    ...(await readTrashHolders(db, kind, slugs)),
    ...former.filter(({ deleted_at }) => deleted_at !== null),
  ];
}

/** Trashed entries with these slugs. Filters by kind afterwards, because the partial index covers only the trash. */
async function readTrashHolders({ query }: Database, kind: Kind, slugs: string[]) {
  const rows = await query
    .selectFrom("entries")
    .select(["id", "kind", "title", "state", "live_version", "deleted_at", "publish_at"])
    .select(["slug_key", "next_slug_key"])
    .where("deleted_at", "is not", null)
    .where((eb) => eb.or([eb("slug_key", "in", slugs), eb("next_slug_key", "in", slugs)]))
    .execute();
  return rows
    .filter((row) => row.kind === kind.name)
    .map(({ next_slug_key, ...row }) =>
      slugs.includes(row.slug_key)
        ? { ...row, isReached: 1 as const }
        : { ...row, slug_key: next_slug_key, isReached: 0 as const },
    );
}

/** Page at an address of this site: an entry's or a fixed one. */
export interface UrlOwner {
  /** Null for a page without an entry. */
  entry: { id: string; kind: Kind; title: string } | null;
  /** Current canonical path. */
  path: string;
  isPublic: boolean;
  /** Whether the address is a former one, which redirects. */
  isFormer: boolean;
}

/** Page at a path, including drafts and archived entries; null if unknown. */
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

/** Null for malformed percent-encoding. */
function keyOf(step: string): string | null {
  try {
    const slug = decodeURIComponent(step);
    return slug.includes("\0") ? null : slugKey(toSlug(slug));
  } catch {
    return null;
  }
}

/** Fixed addresses, independent of content; `fixed-pages.test.ts` compares them with the routes. */
const fixedPages = new Set([
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

/** Whether the address of this key is a fixed page. */
export function isFixedPage(key: string): boolean {
  return fixedPages.has(key) || key.startsWith("/weave/");
}

/** Target: an entry at its current address, a path of this site, or an https URL of another site. */
export type RedirectTarget = { entry: string } | { path: string } | { url: string };

/** Rows per statement, below the parameter limits of both engines. */
const redirectsAtOnce = 500;

export interface NewRedirect {
  from: string;
  to: RedirectTarget;
  /** Former site of the address, if known. */
  site?: string | null;
}

/** Stores imported redirects with distinct addresses; replaces existing ones from the same addresses. */
export async function addRedirects(tx: Writing, redirects: readonly NewRedirect[], now: Date): Promise<void> {
  const created_at = now.toISOString();
  for (let at = 0; at < redirects.length; at += redirectsAtOnce) {
    const rows = redirects.slice(at, at + redirectsAtOnce).map(({ from, to, site = null }) => ({
      id: newId(),
      from_key: redirectKey(from),
      from_path: from,
      ...targetColumns(to),
      is_imported: 1,
      created_at,
      from_site: site,
    }));
    await tx.query
      .insertInto("redirects")
      .values(rows)
      .onConflict((conflict) =>
        conflict.column("from_key").doUpdateSet(({ ref }) => ({
          from_path: ref("excluded.from_path"),
          to_entry: ref("excluded.to_entry"),
          to_path: ref("excluded.to_path"),
          to_url: ref("excluded.to_url"),
          is_imported: ref("excluded.is_imported"),
          created_at: ref("excluded.created_at"),
          from_site: ref("excluded.from_site"),
        })),
      )
      .execute();
  }
  if (redirects.length > 0) tx.invalidate(cacheTags.redirects);
}

/** Restores paths of a former site for an entry, except those now redirected elsewhere; returns their number. */
export async function restoreRedirects(
  tx: Writing,
  entryId: string,
  addresses: readonly Pick<NewRedirect, "from" | "site">[],
  now: Date,
): Promise<number> {
  let count = 0;
  for (const { from, site = null } of addresses) {
    if ((await findUrlOwner(tx, from)) !== null) continue;
    const { numInsertedOrUpdatedRows = 0n } = await tx.query
      .insertInto("redirects")
      .values({
        id: newId(),
        from_key: redirectKey(from),
        from_path: from,
        ...targetColumns({ entry: entryId }),
        is_imported: 1,
        created_at: now.toISOString(),
        from_site: site,
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

/** Final target of a former address over all redirects; null without a redirect or public target. */
export async function findRedirect(db: Database, address: string): Promise<string | null> {
  const { end } = await followRedirects(db, address);
  return end;
}

export interface RedirectChain {
  /** Addresses of the chain, without the first. */
  steps: string[];
  /** Last address, if reachable. */
  end: string | null;
  /** Target entry, if it is not public. */
  hidden: { title: string; isInTrash: boolean } | null;
}

/** Redirect chain of an address. */
export async function followRedirects(db: Database, address: string): Promise<RedirectChain> {
  return (await followAllRedirects(db, [address])).get(address) ?? { steps: [], end: null, hidden: null };
}

/** Redirect chains of many addresses, with one query for each further step and a few for targets that redirect. */
export async function followAllRedirects(
  db: Database,
  addresses: readonly string[],
): Promise<Map<string, RedirectChain>> {
  const ways = new Map<string, RedirectChain>();
  let open = [...new Set(addresses)].map((address) => ({ address, at: address, steps: [] as string[] }));
  for (let hop = 0; hop < maxHops && open.length > 0; hop += 1) {
    const rows = await findRows(
      db,
      open.flatMap(({ at }) => redirectKeys(at)),
    );
    const further: typeof open = [];
    for (const { address, at, steps } of open) {
      const endAt = (end: string | null, hidden: RedirectChain["hidden"] = null) =>
        ways.set(address, { steps, end, hidden });
      const row = redirectKeys(at)
        .map((key) => rows.get(key))
        .find((found) => found !== undefined);
      // A new page at this address takes precedence over its redirect.
      const owner = row && hop > 0 ? await findUrlOwner(db, at) : null;
      const step = row ? placeOf(row) : null;
      const search = hop === 0 ? searchAt(at, row) : null;
      if (search !== null) {
        steps.push(search);
        endAt(search);
      } else if (!row) endAt(steps.at(-1) ?? null);
      else if (owner?.isPublic) endAt(owner.isFormer ? owner.path : at);
      else if (step === null) endAt(null, { title: row.title ?? "", isInTrash: row.deleted_at !== null });
      else {
        steps.push(step);
        if (row.to_path === null) endAt(step);
        else further.push({ address, at: step, steps });
      }
    }
    open = further;
  }
  for (const { address, steps } of open) ways.set(address, { steps, end: null, hidden: null });
  return ways;
}

/** Search shown at a former address, such as `/wp/?s=words` if `/wp` redirects to the start page. */
function searchAt(address: string, row: RedirectRow | undefined): string | null {
  const isStartPage = row
    ? row.to_path === "/"
    : /^\/(?:blog)?\/?(?:index\.php)?(?:\?|$)/.test(redirectKey(address));
  return !row || isStartPage ? searchPathFor(address, isStartPage) : null;
}

/** Limit that detects loops. */
const maxHops = 10;

type RedirectRow = Awaited<ReturnType<typeof findRows>> extends Map<string, infer Row> ? Row : never;

/** Redirects by key. */
async function findRows({ query }: Database, keys: readonly string[]) {
  const rows = [];
  for (const some of chunksOf(keys))
    rows.push(
      ...(await query
        .selectFrom("redirects")
        .leftJoin("entries", "entries.id", "to_entry")
        .select(["from_key", "to_path", "to_url", "kind", "title", "slug", "live_version", "deleted_at"])
        .where("from_key", "in", some)
        .execute()),
    );
  return new Map(rows.map((row) => [row.from_key, row]));
}

function placeOf(row: RedirectRow): string | null {
  if (row.to_path !== null || row.to_url !== null) return row.to_path ?? row.to_url;
  const kind = findKind(row.kind ?? "");
  return kind && row.slug !== null && row.live_version !== null && row.deleted_at === null
    ? entryPath(kind, row.slug)
    : null;
}
