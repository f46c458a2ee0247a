import { createCategory, findCategory, listCategories } from "#app/content/categories.ts";
import { taxonomies } from "#app/content/kinds.ts";
import { toSlug } from "#app/content/slug.ts";
import type { Writing } from "#app/database/database.ts";
import { labels } from "#app/database/labels.ts";
import type { Plan } from "./plan.ts";
import { nameKey } from "./site-contents.ts";

/** Adds the categories that are not there yet; answers the id of every category by its name. */
export async function carryCategories(
  tx: Writing,
  planned: Plan["categories"],
  options: { replace?: boolean },
): Promise<Map<string, string>> {
  for (const { taxonomy, name, summary } of planned) {
    const there = await findCategory(tx, taxonomy, toSlug(name));
    if (!there) await createCategory(tx, taxonomy, { name, summary });
    else if (options.replace && there.summary !== summary) {
      await tx.query.updateTable("categories").set({ summary }).where("id", "=", there.id).execute();
      tx.touch(labels.categories(taxonomy));
    }
  }
  const lists = await Promise.all(
    taxonomies.map(async ({ name: taxonomy }) =>
      (await listCategories(tx, taxonomy)).map(({ id, name }) => [nameKey(taxonomy, name), id] as const),
    ),
  );
  return new Map(lists.flat());
}
