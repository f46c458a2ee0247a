import { slugKey, toSlug } from "#app/content/urls/slug.ts";
import type { Database } from "#app/database/database.ts";
import type { SiteContents } from "./plan.ts";

/** What the site holds already, for names that lead there and addresses that are taken. */
export async function readSiteContents(db: Database): Promise<SiteContents> {
  const entries = await db.query
    .selectFrom("entries")
    .select(["id", "kind", "slug_key", "next_slug_key"])
    .where("deleted_at", "is", null)
    .execute();
  const categories = await db.query.selectFrom("categories").select(["id", "taxonomy", "slug_key"]).execute();
  const settings = await db.query.selectFrom("settings").select("key").executeTakeFirst();
  return {
    entries: new Map(
      entries.flatMap(({ id, kind, slug_key, next_slug_key }) =>
        [next_slug_key ?? slug_key, slug_key].map((key) => [`${kind} ${key}`, id] as const),
      ),
    ),
    categories: new Map(categories.map((row) => [`${row.taxonomy} ${row.slug_key}`, row.id])),
    hasSettings: settings !== undefined,
  };
}

/** Under which an entry of a kind, or a category of a taxonomy, is found by its title or name. */
export function nameKey(group: string, name: string): string {
  return `${group} ${slugKey(toSlug(name))}`;
}
