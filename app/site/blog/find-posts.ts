import { findCategory } from "#app/content/categories.ts";
import { listByIds, listPublished } from "#app/content/entries.ts";
import { countPublished, countValue } from "#app/content/facets.ts";
import { blog } from "#app/content/kinds/blog.ts";
import { searchPublished } from "#app/content/search.ts";
import { toSlug } from "#app/content/slug.ts";
import type { Database } from "#app/database/database.ts";
import { linkPages } from "#app/site/parts/paging.ts";
import { type Asked, filterOf } from "./asked.ts";
import { presentPosts } from "./posts.ts";

/** One page of the posts asked for, and how many there are in all. */
export async function findPosts(db: Database, asked: Asked) {
  if (asked.query !== "") return searchPosts(db, asked.query);
  const facet = await readFacet(db, asked);
  if (facet === "unknown") return { posts: [], found: 0, previous: null, next: null };
  const page = await listPublished(db, blog, { ...(facet && { facet }), ...asked.place });
  return {
    posts: await presentPosts(db, page.cards),
    found: await countFound(db, facet),
    ...linkPages("/blog", filterOf(asked), page),
  };
}

async function searchPosts(db: Database, query: string) {
  const results = await searchPublished(db, query, { kind: blog });
  const cards = await listByIds(
    db,
    blog,
    results.map(({ card }) => card.id),
  );
  return { posts: await presentPosts(db, cards), found: cards.length, previous: null, next: null };
}

type Facet = { field: string; value: string } | null;

async function readFacet(db: Database, { category, tag }: Asked): Promise<Facet | "unknown"> {
  if (category === "") return tag === "" ? null : { field: "tags", value: toSlug(tag) };
  const found = await findCategory(db, "blog", category);
  return found ? { field: "categories", value: found.id } : "unknown";
}

async function countFound(db: Database, facet: Facet): Promise<number> {
  return facet === null ? countPublished(db, blog) : countValue(db, blog, facet.field, facet.value);
}
