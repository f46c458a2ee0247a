import type { Database, Writing } from "#app/database/database.ts";
import { stepKeyOf } from "#app/text/page-key.ts";
import type { EntryRow } from "../entry.ts";
import type { DataOf, Kind } from "../kind.ts";
import { resolveUrls } from "../urls/resolve-urls.ts";
import { type InternalLink, internalLinksOf } from "./internal-links.ts";

/** Keeps which of our pages an entry links to, by its public version and by its newest, and which of them are dead. */
export async function storePageLinks(
  tx: Writing,
  kind: Kind,
  id: string,
  live: DataOf<Kind> | null,
  latest: DataOf<Kind>,
): Promise<void> {
  await tx.query.deleteFrom("page_links").where("from_entry", "=", id).execute();
  const rows = new Map<string, ReturnType<typeof rowOf>>();
  const add = (links: InternalLink[], isLive: 0 | 1) => {
    for (const link of links) rows.set(`${link.field} ${link.key}`, rowOf(id, link, isLive));
  };
  add(internalLinksOf(kind, latest), 0);
  if (live !== null) add(internalLinksOf(kind, live), 1);
  const all = [...rows.values()];
  for (let from = 0; from < all.length; from += 1000)
    await tx.query
      .insertInto("page_links")
      .values(all.slice(from, from + 1000))
      .execute();
  await checkPaths(tx, [...new Set(all.map(({ path_key }) => path_key))]);
}

/** An entry came, went or moved: whether links to any of its addresses are dead is found out anew. */
export async function checkLinksTo(
  tx: Writing,
  kind: Kind,
  before: EntryRow,
  after: EntryRow,
): Promise<void> {
  const stands = (row: EntryRow) =>
    row.live_version !== null && row.deleted_at === null ? row.slug_key : null;
  if (!kind.hasPage || stands(before) === stands(after)) return;
  const former = await tx.query
    .selectFrom("former_slugs")
    .select("slug_key")
    .where("entry_id", "=", after.id)
    .execute();
  const slugs = new Set([before.slug_key, after.slug_key, ...former.map(({ slug_key }) => slug_key)]);
  const keys = [...slugs].map((slug) => `${kind.path}/${stepKeyOf(slug)}`);
  const linked = await tx.query
    .selectFrom("page_links")
    .select("path_key")
    .distinct()
    .where("path_key", "in", keys)
    .execute();
  await checkPaths(
    tx,
    linked.map(({ path_key }) => path_key),
  );
}

/** Notes which of these addresses lead readers nowhere, and forgets it of those that do again. */
export async function checkPaths(tx: Database, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const places = await resolveUrls(tx, keys);
  const dead = keys.filter((key) => places.get(key) !== "page");
  const good = keys.filter((key) => places.get(key) === "page");
  if (good.length > 0) await tx.query.deleteFrom("dead_paths").where("path_key", "in", good).execute();
  if (dead.length > 0)
    await tx.query
      .insertInto("dead_paths")
      .values(dead.map((path_key) => ({ path_key })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

function rowOf(id: string, { field, key, address }: InternalLink, isLive: 0 | 1) {
  return { from_entry: id, field, path_key: key, path: address, is_live: isLive };
}
