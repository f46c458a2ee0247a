import type { ExpressionBuilder } from "kysely";
import type { Writing } from "#app/database/database.ts";
import type { Schema } from "#app/database/schema.ts";
import { validationError } from "#app/platform/domain-error.ts";
import type { EntryRow } from "../entry.ts";
import type { DataOf, Kind } from "../kind.ts";
import { entryPath, isReachable, slugKey, slugOf, toSlug } from "./slug.ts";

/** The columns of an entry's row that hold its address. */
export interface EntryAddress {
  slug: string;
  slug_key: string;
  /** Key of the title's own address, where staff chose another one. */
  title_slug_key: string | null;
}

export function entryAddress(data: DataOf<Kind>): EntryAddress {
  const slug = slugOf(data);
  const titleKey = slugKey(toSlug(data.title));
  return { slug, slug_key: slugKey(slug), title_slug_key: titleKey === slugKey(slug) ? null : titleKey };
}

/** Whether an entry holds the address that this title makes, even if staff chose another one. */
export function isTitled(title: string) {
  const key = slugKey(toSlug(title));
  return (eb: ExpressionBuilder<Schema, "entries">) =>
    eb.or([
      eb("title_slug_key", "=", key),
      eb.and([eb("title_slug_key", "is", null), eb("slug_key", "=", key)]),
    ]);
}

/**
 * Refuses a title or custom address that another entry of the kind has, or will have once its newest version is published.
 * Where `row` does not have the address yet, other writers of the kind wait until the transaction ends.
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

/** Refuses an entry any of whose addresses another one has by now. */
export async function claimStoredAddresses(tx: Writing, kind: Kind, row: EntryRow): Promise<void> {
  const { id: entryId, slug, next_slug_key, title_slug_key } = row;
  for (const address of [slug, next_slug_key, title_slug_key])
    if (address !== null) await requireFree(tx, kind, address, { entryId, field: "title" });
}

interface Claim {
  entryId: string | null;
  /** The field that shows the message. */
  field: "title" | "customSlug";
}

async function requireFree(tx: Writing, kind: Kind, slug: string, { entryId, field }: Claim): Promise<void> {
  await tx.locks.acquire(tx.query, `address:${kind.name}`);
  if (!(await findHolder(tx, kind, slugKey(slug), entryId))) return;
  const address = decodeURI(entryPath({ ...kind, hasPage: true }, slug));
  const message = `Another ${kind.label.one.toLowerCase()} already has the address ${address}`;
  throw validationError([{ path: [field], message }]);
}

/** Another entry that has this address or will have it; each column has an index of its own. */
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

/** After a change of address: the old one leads to the entry for ever, and the new one leads nowhere else. */
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

/** Lets former addresses lead to an entry again, but for those that another has, or leads on from, by now; answers how many. */
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
