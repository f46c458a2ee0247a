import { cachedQuery, cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import { categoryFieldsOf, type Kind } from "../kind.ts";
import { taxonomies } from "../kinds.ts";

/** Categories that are gone, and the one each has led to since; null where it leads nowhere. */
export type CategoryRedirects = ReadonlyMap<string, string | null>;

/** Versions are never rewritten: those that name a category that is gone are read as naming the one it was merged into. */
export function readCategoryRedirects(db: Database): Promise<CategoryRedirects> {
  const touching = taxonomies.map(({ name }) => cacheTags.categories(name));
  return cachedQuery(db, "gone categories", touching, async () => {
    const rows = await db.query.selectFrom("gone_categories").select(["id", "to_id"]).execute();
    return new Map(rows.map(({ id, to_id }) => [id, to_id]));
  });
}

/** The same data with categories as they are now. */
export function followCategoryRedirects<Data extends object>(
  kind: Kind,
  data: Data,
  gone: CategoryRedirects,
): Data {
  if (gone.size === 0) return data;
  const settled = { ...data };
  for (const { field } of categoryFieldsOf(kind)) {
    const held: unknown = Reflect.get(data, field);
    if (!Array.isArray(held)) continue;
    const now = held.map((id: string) => (gone.has(id) ? gone.get(id) : id)).filter((id) => id != null);
    Reflect.set(settled, field, [...new Set(now)]);
  }
  return settled;
}
