import { data } from "react-router";
import { listCategories } from "#app/content/categories/categories.ts";
import { countCategoryUses } from "#app/content/categories/category-uses.ts";
import { holdersOf } from "#app/content/categories/remove-category.ts";
import { taxonomies } from "#app/content/kinds.ts";
import { describeKind } from "../content/kind-of-screen.ts";
import type { Staff } from "../parts/require-screen.ts";

type TaxonomyOf = (typeof taxonomies)[number];

/** Which taxonomy a screen is about, by the second step of its address. */
export function taxonomyOfScreen(request: Request): TaxonomyOf {
  const [, , step = ""] = new URL(request.url).pathname.replace(/\.data$/, "").split("/");
  const found = taxonomies.find(({ dashboard }) => dashboard === step);
  if (!found) throw data(null, { status: 404 });
  return found;
}

export async function readCategories({ db }: Staff, { name, label, dashboard }: TaxonomyOf) {
  const uses = await countCategoryUses(db, name);
  const categories = (await listCategories(db, name)).map((category) => ({
    ...category,
    ...(uses.get(category.id) ?? { all: 0, published: 0 }),
  }));
  const lists = holdersOf(name).map(({ kind }) => describeKind(kind));
  return { label, path: `/dashboard/${dashboard}`, categories, lists };
}

export type CategoryScreen = Awaited<ReturnType<typeof readCategories>>;
