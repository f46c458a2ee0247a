import { type Actor, recordAudit } from "#app/audit/audit.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { plainText } from "#app/text/plain-text.ts";
import type { Taxonomy } from "../kinds.ts";
import { isReachable, slugKey, toSlug } from "../urls/slug.ts";
import { type Category, findCategoryNamed, listCategories } from "./categories.ts";

/** A category by its id, held until the transaction ends; throws a DomainError when it is gone. */
export async function lockCategory(tx: Writing, taxonomy: Taxonomy, id: string): Promise<Category> {
  await tx.engine.lock(tx.query, `categories:${taxonomy}`);
  const found = await tx.query
    .selectFrom("categories")
    .select(["id", "name", "slug", "summary"])
    .where("taxonomy", "=", taxonomy)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) throw new DomainError("missing", "This category is not there any more.");
  return found;
}

/** Gives a category another name or summary; with its name changes its address, and the former one leads on for ever. */
export async function changeCategory(
  tx: Writing,
  taxonomy: Taxonomy,
  id: string,
  input: { name?: string | undefined; summary?: string | undefined },
  actor: Actor,
): Promise<Category> {
  const before = await lockCategory(tx, taxonomy, id);
  const name = input.name === undefined ? before.name : readCategoryText("name", input.name, 80);
  const summary =
    input.summary === undefined ? before.summary : readCategoryText("summary", input.summary, 500);
  const slug = toSlug(name);
  if (slug === "" || !isReachable(slug))
    throw validationError([{ path: ["name"], message: "A category needs a name" }]);
  const holder = await findCategoryNamed(tx, taxonomy, slug);
  if (holder && holder.id !== id)
    throw validationError([{ path: ["name"], message: "There is a category of this name already" }]);
  const after = { name, slug, slug_key: slugKey(slug), summary };
  await tx.query.updateTable("categories").set(after).where("id", "=", id).execute();
  await storeCategoryRedirect(tx, taxonomy, slugKey(before.slug), slugKey(slug), id);
  tx.invalidate(cacheTags.categories(taxonomy));
  await recordAudit(tx, actor, "category.change", id, `${before.name} → ${name}`);
  return { id, name, slug, summary };
}

/** Puts the categories of a taxonomy in this order; each must be named once. */
export async function orderCategories(
  tx: Writing,
  taxonomy: Taxonomy,
  ids: readonly string[],
  actor: Actor,
): Promise<void> {
  await tx.engine.lock(tx.query, `categories:${taxonomy}`);
  const there = (await listCategories(tx, taxonomy)).map(({ id }) => id);
  const isWhole = new Set(ids).size === there.length && there.every((id) => ids.includes(id));
  if (!isWhole || ids.length !== there.length)
    throw new DomainError("stale", "The categories have changed meanwhile. Look at them again.");
  for (const [n, id] of ids.entries())
    await tx.query
      .updateTable("categories")
      .set({ position: n + 1 })
      .where("id", "=", id)
      .execute();
  tx.invalidate(cacheTags.categories(taxonomy));
  await recordAudit(tx, actor, "category.order", taxonomy);
}

/** An address that a category has left leads to it; one that it has now leads nowhere else. */
async function storeCategoryRedirect(
  tx: Writing,
  taxonomy: Taxonomy,
  oldKey: string,
  newKey: string,
  id: string,
): Promise<void> {
  await tx.query
    .deleteFrom("former_category_slugs")
    .where("taxonomy", "=", taxonomy)
    .where("slug_key", "in", [oldKey, newKey])
    .execute();
  if (oldKey === newKey) return;
  await tx.query
    .insertInto("former_category_slugs")
    .values({ taxonomy, slug_key: oldKey, category_id: id })
    .execute();
}

export function readCategoryText(field: string, text: string, max: number): string {
  const read = plainText({ max }).safeParse(text);
  if (read.success) return read.data;
  throw validationError(read.error.issues.map(({ message }) => ({ path: [field], message })));
}
