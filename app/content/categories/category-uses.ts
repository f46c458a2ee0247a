import type { Database } from "#app/database/database.ts";
import type { Taxonomy } from "../kinds.ts";
import { countFacet } from "../published/facets.ts";
import { slugKey } from "../urls/slug.ts";
import { holdersOf } from "./remove-category.ts";

export interface CategoryUse {
  /** Entries the public sees in it. */
  published: number;
  /** All entries outside the trash that hold it, drafts and newer texts too. */
  all: number;
}

/** How much each category of a taxonomy holds, by its id; one that holds nothing may be missing. */
export async function countCategoryUses(db: Database, taxonomy: Taxonomy): Promise<Map<string, CategoryUse>> {
  const ids = db.query.selectFrom("categories").select("id").where("taxonomy", "=", taxonomy);
  const rows = await db.query
    .selectFrom("entry_links")
    .innerJoin("entries", "entries.id", "from_entry")
    .select((eb) => ["to_id", eb.fn.count("from_entry").distinct().as("all")])
    .where("to_type", "=", "category")
    .where("to_id", "in", ids)
    .where("deleted_at", "is", null)
    .groupBy("to_id")
    .execute();
  const uses = new Map(rows.map(({ to_id, all }) => [to_id, { all: Number(all), published: 0 }]));
  for (const { kind, field } of holdersOf(taxonomy))
    for (const { value, key, count } of await countFacet(db, kind, field)) {
      const use = uses.get(value) ?? [...uses].find(([id]) => slugKey(id) === key)?.[1];
      if (use) use.published += count;
    }
  return uses;
}
