import type { Writing } from "#app/database/database.ts";
import { validationError } from "#app/platform/domain-error.ts";
import type { EntryRow } from "../entry.ts";
import type { Kind } from "../kind.ts";
import { entryPath, isReachable, slugKey, toSlug } from "./slug.ts";

/**
 * Refuses a title whose address another entry of the kind has, or will have once its newest version is published.
 * Where `row` does not have the address yet, other writers of the kind wait until the transaction ends.
 */
export async function claimAddress(
  tx: Writing,
  kind: Kind,
  title: string,
  row: EntryRow | null,
): Promise<string> {
  const slug = toSlug(title);
  if (!isReachable(slug))
    throw validationError([{ path: ["title"], message: "This title can't be an address; add a word" }]);
  const isHeld = row?.deleted_at === null && row.slug_key === slugKey(slug);
  if (!isHeld) await requireFree(tx, kind, slug, row?.id ?? null);
  return slug;
}

/** The same for an address part as it stands. */
export async function requireFree(
  tx: Writing,
  kind: Kind,
  slug: string,
  entryId: string | null,
): Promise<void> {
  await tx.locks.acquire(tx.query, `address:${kind.name}`);
  if (!(await findHolder(tx, kind, slugKey(slug), entryId))) return;
  const address = decodeURI(entryPath({ ...kind, hasPage: true }, slug));
  const message = `Another ${kind.label.one.toLowerCase()} already has the address ${address}`;
  throw validationError([{ path: ["title"], message }]);
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
