import type { ExpressionBuilder } from "kysely";
import { validationError } from "#app/lib/errors/domain-error.ts";
import type { Writing } from "#app/platform/database/database.ts";
import type { Schema } from "#app/platform/database/schema.ts";
import type { EntryRow } from "../entry.ts";
import type { DataOf, Kind } from "../kind.ts";
import { entryPath, isReachable, slugKey, slugOf, toSlug } from "./slug.ts";

/** Row columns with the slugs of an entry. */
export interface EntryAddress {
  slug: string;
  slug_key: string;
  /** Key of the title's slug, if staff chose another one. */
  title_slug_key: string | null;
}

export function entryAddress(data: DataOf<Kind>): EntryAddress {
  const slug = slugOf(data);
  const titleKey = slugKey(toSlug(data.title));
  return { slug, slug_key: slugKey(slug), title_slug_key: titleKey === slugKey(slug) ? null : titleKey };
}

/** Whether an entry reserves the slug of this title, even if staff chose another one. */
export function isTitled(title: string) {
  const key = slugKey(toSlug(title));
  return (eb: ExpressionBuilder<Schema, "entries">) =>
    eb.or([
      eb("title_slug_key", "=", key),
      eb.and([eb("title_slug_key", "is", null), eb("slug_key", "=", key)]),
    ]);
}

/**
 * Rejects a title or custom slug that another entry of the kind uses or will use when published. If `row` does not have
 * the slug yet, locks out other writers of the kind until the transaction ends.
 */
export async function claimAddress(
  tx: Writing,
  kind: Kind,
  data: DataOf<Kind>,
  row: EntryRow | null,
): Promise<EntryAddress> {
  const address = entryAddress(data);
  const { slug, slug_key, title_slug_key } = address;
  const field = title_slug_key === null ? "title" : "customSlug";
  if (!isReachable(slug)) {
    const what = field === "title" ? "title" : "text";
    throw validationError([{ path: [field], message: `This ${what} can't be an address; add a word` }]);
  }
  const has = (key: string) =>
    row?.deleted_at === null && (row.slug_key === key || row.title_slug_key === key);
  const entryId = row?.id ?? null;
  if (!has(slug_key)) await requireFree(tx, kind, slug, { entryId, field });
  if (title_slug_key !== null && !has(title_slug_key))
    await requireFree(tx, kind, toSlug(data.title), { entryId, field: "title" });
  return address;
}

/** Rejects an entry if any of its slugs is now used by another. */
export async function claimStoredAddresses(tx: Writing, kind: Kind, row: EntryRow): Promise<void> {
  const { id: entryId, slug, next_slug_key, title_slug_key } = row;
  for (const address of [slug, next_slug_key, title_slug_key])
    if (address !== null) await requireFree(tx, kind, address, { entryId, field: "title" });
}

interface Claim {
  entryId: string | null;
  /** Field at which the message appears. */
  field: "title" | "customSlug";
}

async function requireFree(tx: Writing, kind: Kind, slug: string, { entryId, field }: Claim): Promise<void> {
  await tx.locks.acquire(tx.query, `address:${kind.name}`);
  if (!(await findHolder(tx, kind, slugKey(slug), entryId))) return;
  const address = decodeURI(entryPath({ ...kind, hasPage: true }, slug));
  const message = `Another ${kind.label.one.toLowerCase()} already has the address ${address}`;
  throw validationError([{ path: [field], message }]);
}

/** Other entry that uses or will use this slug; each column has an index. */
function findHolder(tx: Writing, kind: Kind, key: string, entryId: string | null) {
  const others = tx.query
    .selectFrom("entries")
    .select("id")
    .where("kind", "=", kind.name)
    .where("deleted_at", "is", null)
    .where("id", "!=", entryId ?? "");
  return others
    .where("slug_key", "=", key)
    .unionAll(others.where("next_slug_key", "=", key))
    .unionAll(others.where("title_slug_key", "=", key))
    .executeTakeFirst();
}

/** Redirects the former slug permanently to the entry, and removes redirects from the new one. */
export async function addFormerSlug(
  tx: Writing,
  kind: Kind,
  entryId: string,
  oldKey: string,
  newKey: string,
): Promise<void> {
  await tx.query
    .deleteFrom("former_slugs")
    .where("kind", "=", kind.name)
    .where("slug_key", "=", newKey)
    .execute();
  if (oldKey === newKey) return;
  await tx.query
    .insertInto("former_slugs")
    .values({ kind: kind.name, slug_key: oldKey, entry_id: entryId })
    .onConflict((conflict) => conflict.columns(["kind", "slug_key"]).doUpdateSet({ entry_id: entryId }))
    .execute();
}

/** Restores former slugs of an entry, except those now used elsewhere; returns their number. */
export async function restoreFormerAddresses(
  tx: Writing,
  kind: Kind,
  entryId: string,
  keys: readonly string[],
): Promise<number> {
  await tx.locks.acquire(tx.query, `address:${kind.name}`);
  let count = 0;
  for (const key of new Set(keys)) {
    if (await findHolder(tx, kind, key, null)) continue;
    const { numInsertedOrUpdatedRows = 0n } = await tx.query
      .insertInto("former_slugs")
      .values({ kind: kind.name, slug_key: key, entry_id: entryId })
      .onConflict((conflict) => conflict.columns(["kind", "slug_key"]).doNothing())
      .executeTakeFirst();
    count += Number(numInsertedOrUpdatedRows);
  }
  return count;
}
