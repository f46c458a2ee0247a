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
  const links = db.query
    .selectFrom("entry_links")
    .select((eb) => ["to_id", eb.fn.count("from_entry").distinct().as("count")])
    .where("to_type", "=", "category")
    .where("to_id", "in", ids)
    .groupBy("to_id");
  // The index entry_links_uses alone answers this; those in the trash are few.
  const all = await links.execute();
  const trash = db.query.selectFrom("entries").select("id").where("deleted_at", "is not", null);
  const trashed = new Map(
    (await links.where("from_entry", "in", trash).execute()).map(({ to_id, count }) => [
      to_id,
      Number(count),
    ]),
  );
  const uses = new Map(
    all.map(({ to_id, count }) => [to_id, { all: Number(count) - (trashed.get(to_id) ?? 0), published: 0 }]),
  );
  for (const { kind, field } of holdersOf(taxonomy))
    for (const { value, key, count } of await countFacet(db, kind, field)) {
      const use = uses.get(value) ?? [...uses].find(([id]) => slugKey(id) === key)?.[1];
      if (use) use.published += count;
    }
  return uses;
}
