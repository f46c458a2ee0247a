import { type Category, findCategory, listCategories } from "#app/content/categories.ts";
import { countFacet } from "#app/content/facets.ts";
import { fieldsOf, type Kind } from "#app/content/kind.ts";
import { kinds, type Taxonomy, taxonomies } from "#app/content/kinds.ts";
import { slugKey } from "#app/content/slug.ts";
import { labels } from "#app/database/labels.ts";
import { json, moved, notFound } from "./answers.ts";
import { presentCategory } from "./presenter.ts";
import type { ApiRequest } from "./route.ts";

/** The categories of a taxonomy in the staff's order, with how many public entries each holds. */
export async function answerCategories(taxonomy: Taxonomy, api: ApiRequest): Promise<Response> {
  return json(await presentAll(taxonomy, await listCategories(api.db, taxonomy), api));
}

/** One category, by its id or its address part. */
export async function answerCategory(taxonomy: Taxonomy, api: ApiRequest): Promise<Response> {
  const { db, address } = api;
  const found = await findCategory(db, taxonomy, address);
  if (!found) return notFound();
  const { plural } = taxonomies.find(({ name }) => name === taxonomy) ?? taxonomies[0];
  if (address !== found.id && address !== found.slug)
    return moved(308, `/api/${plural}/${encodeURIComponent(found.slug)}`);
  const [body] = await presentAll(taxonomy, [found], api);
  return json(body);
}

async function presentAll(taxonomy: Taxonomy, categories: Category[], { db, visit }: ApiRequest) {
  const counts = new Map<string, number>();
  for (const { kind, field } of holdersOf(taxonomy)) {
    visit.keep(labels.categories(taxonomy), labels.list(kind.name));
    for (const { key, count } of await countFacet(db, kind, field))
      counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return categories.map((category) => presentCategory(category, counts.get(slugKey(category.id)) ?? 0));
}

function holdersOf(taxonomy: Taxonomy): { kind: Kind; field: string }[] {
  return kinds.flatMap((kind) =>
    fieldsOf(kind)
      .filter(([, { input }]) => input.type === "categories" && input.taxonomy === taxonomy)
      .map(([field]) => ({ kind, field })),
  );
}
