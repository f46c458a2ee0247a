import { type Actor, recordAudit } from "#app/audit/audit.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Database, Writing } from "#app/database/database.ts";
import { validationError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { plainText } from "#app/text/plain-text.ts";
import type { Taxonomy } from "../kinds.ts";
import { isReachable, slugKey, toSlug } from "../urls/slug.ts";
import { readCategoryRedirects } from "./category-redirects.ts";

export interface Category {
  id: string;
  name: string;
  slug: string;
  summary: string;
}

/** The categories of a taxonomy in the staff's order. */
export function listCategories(db: Database, taxonomy: Taxonomy): Promise<Category[]> {
  return db.query
    .selectFrom("categories")
    .select(["id", "name", "slug", "summary"])
    .where("taxonomy", "=", taxonomy)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Looks a category up by its address part or its id, present or former, ignoring case and Unicode form. */
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

/** The category that has this address part or id now. */
export async function findCategoryNamed(
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

/** Adds a category at the end; refused in words when its name's address is taken. */
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
  await tx.engine.lock(tx.query, `categories:${taxonomy}`);
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
