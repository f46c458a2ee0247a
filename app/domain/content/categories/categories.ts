import { type Actor, recordAudit } from "#app/domain/audit/audit.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import { cachedQuery, cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { categoryFieldsOf, type Kind } from "../kind.ts";
import { type Taxonomy, taxonomies } from "../kinds.ts";
import { isReachable, slugKey, toSlug } from "../urls/slug.ts";

export interface Category {
  id: string;
  name: string;
  slug: string;
  summary: string;
}

/** Categories of a taxonomy in the order set by staff. */
export function listCategories(db: Database, taxonomy: Taxonomy): Promise<Category[]> {
  return db.query
    .selectFrom("categories")
    .select(["id", "name", "slug", "summary"])
    .where("taxonomy", "=", taxonomy)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Names of categories of any taxonomy, unordered. */
export async function findCategoryNames(
  { query }: Database,
  ids: readonly string[],
): Promise<{ id: string; name: string; taxonomy: string }[]> {
  return query.selectFrom("categories").select(["id", "name", "taxonomy"]).where("id", "in", ids).execute();
}

/** `listCategories` for pages; cached until a category of the taxonomy is created, changed, moved or removed. */
export function readCategories(db: Database, taxonomy: Taxonomy): Promise<readonly Category[]> {
  return cachedQuery(db, `categories of ${taxonomy}`, [cacheTags.categories(taxonomy)], () =>
    listCategories(db, taxonomy),
  );
}

/** Finds a category by its current or former slug or id, ignoring case and Unicode form. */
export async function findCategory(
  db: Database,
  taxonomy: Taxonomy,
  slugOrId: string,
): Promise<Category | null> {
  const found = await findCategoryNamed(db, taxonomy, slugOrId);
  if (found) return found;
  const former = await db.query
    .selectFrom("former_category_slugs")
    .select("category_id")
    .where("taxonomy", "=", taxonomy)
    .where("slug_key", "=", slugKey(slugOrId))
    .executeTakeFirst();
  const id = former?.category_id ?? (await readCategoryRedirects(db)).get(slugOrId);
  return id ? findCategoryNamed(db, taxonomy, id) : null;
}

/** Category with this current slug or id. */
async function findCategoryNamed(
  db: Database,
  taxonomy: Taxonomy,
  slugOrId: string,
): Promise<Category | null> {
  const found = await db.query
    .selectFrom("categories")
    .select(["id", "name", "slug", "summary"])
    .where("taxonomy", "=", taxonomy)
    .where((eb) => eb.or([eb("slug_key", "=", slugKey(slugOrId)), eb("id", "=", slugOrId)]))
    .executeTakeFirst();
  return found ?? null;
}

/** Adds a category at the end; throws a DomainError if its slug is taken. */
export async function createCategory(
  tx: Writing,
  taxonomy: Taxonomy,
  input: { name: string; summary?: string },
  actor?: Actor,
): Promise<Category> {
  const name = plainText({ max: 80 }).safeParse(input.name);
  if (!name.success)
    throw validationError(name.error.issues.map(({ message }) => ({ path: ["name"], message })));
  const slug = toSlug(name.data);
  if (slug === "" || !isReachable(slug))
    throw validationError([{ path: ["name"], message: "A category needs a name" }]);
  await tx.locks.acquire(tx.query, `categories:${taxonomy}`);
  if (await findCategoryNamed(tx, taxonomy, slug))
    throw validationError([{ path: ["name"], message: "There is a category of this name already" }]);
  const last = await tx.query
    .selectFrom("categories")
    .select((eb) => eb.fn.max("position").as("position"))
    .where("taxonomy", "=", taxonomy)
    .executeTakeFirst();
  const category = { id: newId(), name: name.data, slug, summary: input.summary ?? "" };
  await tx.query
    .deleteFrom("former_category_slugs")
    .where("taxonomy", "=", taxonomy)
    .where("slug_key", "=", slugKey(slug))
    .execute();
  await tx.query
    .insertInto("categories")
    .values({ ...category, taxonomy, slug_key: slugKey(slug), position: (last?.position ?? 0) + 1 })
    .execute();
  tx.invalidate(cacheTags.categories(taxonomy));
  if (actor) await recordAudit(tx, actor, "category.create", category.id, category.name);
  return category;
}

/** Locks a category until the transaction ends and reads it; throws a DomainError if it does not exist. */
export async function lockCategory(tx: Writing, taxonomy: Taxonomy, id: string): Promise<Category> {
  await tx.locks.acquire(tx.query, `categories:${taxonomy}`);
  const found = await tx.query
    .selectFrom("categories")
    .select(["id", "name", "slug", "summary"])
    .where("taxonomy", "=", taxonomy)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) throw new DomainError("missing", "This category no longer exists.");
  return found;
}

/** Changes the name or summary of a category. A new name changes its slug; the former slug redirects permanently. */
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

/** Sets the order of a taxonomy's categories; each must occur once. */
export async function orderCategories(
  tx: Writing,
  taxonomy: Taxonomy,
  ids: readonly string[],
  actor: Actor,
): Promise<void> {
  await tx.locks.acquire(tx.query, `categories:${taxonomy}`);
  const there = (await listCategories(tx, taxonomy)).map(({ id }) => id);
  const isComplete = new Set(ids).size === there.length && there.every((id) => ids.includes(id));
  if (!isComplete || ids.length !== there.length)
    throw new DomainError(
      "stale",
      "The categories have changed in the meantime. Reload the page and try again.",
    );
  for (const [n, id] of ids.entries())
    await tx.query
      .updateTable("categories")
      .set({ position: n + 1 })
      .where("id", "=", id)
      .execute();
  tx.invalidate(cacheTags.categories(taxonomy));
  await recordAudit(tx, actor, "category.order", taxonomy);
}

/** Redirects a former slug to the category and removes redirects from its current slug. */
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

/** Targets of removed categories; null without a target. */
export type CategoryRedirects = ReadonlyMap<string, string | null>;

/**
 * Redirects for stored versions, which are never rewritten: a removed category is read as the one it was merged into.
 */
export function readCategoryRedirects(db: Database): Promise<CategoryRedirects> {
  const touching = taxonomies.map(({ name }) => cacheTags.categories(name));
  return cachedQuery(db, "category redirects", touching, async () => {
    const rows = await db.query.selectFrom("category_redirects").select(["id", "to_id"]).execute();
    return new Map(rows.map(({ id, to_id }) => [id, to_id]));
  });
}

/** Replaces removed categories in the data of a version. */
export function followCategoryRedirects<Data extends object>(
  kind: Kind,
  data: Data,
  gone: CategoryRedirects,
): Data {
  if (gone.size === 0) return data;
  const result = { ...data };
  for (const { field } of categoryFieldsOf(kind)) {
    const held: unknown = Reflect.get(data, field);
    if (!Array.isArray(held)) continue;
    const now = held.map((id: string) => (gone.has(id) ? gone.get(id) : id)).filter((id) => id != null);
    Reflect.set(result, field, [...new Set(now)]);
  }
  return result;
}
