import { readSettings } from "#app/domain/company/settings.ts";
import { findCategory, readCategories } from "#app/domain/content/categories/categories.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import {
  countFacet,
  countPublished,
  countValue,
  type ListOptions,
  listByIds,
  listPublished,
} from "#app/domain/content/published/entries.ts";
import { searchPublished } from "#app/domain/content/search.ts";
import { slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { closingOf } from "#app/site/parts/closing.ts";
import { linkPages, readPageCursor, readWord } from "#app/site/parts/url-params.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { postRowTags, presentPosts } from "./posts.ts";

/**
 * Data of `/blog` for a query. An unknown category or tag gives an empty list that is not cached, since such addresses
 * are unlimited.
 */
export async function readBlogPage({ db, requestContext, publicUrl }: PageContext, search: URLSearchParams) {
  const params = parseBlogParams(search);
  const settings = await readSettings(db);
  const { posts, found, isPartial, ...neighbours } = await findPosts(db, params);
  const filters = await readFilters(db, params.category);
  const isWhole = params.category === "" && params.tag === "" && params.query === "";
  const isUnknown = posts.length === 0 && !isWhole && params.query === "";
  if (isUnknown) requestContext.noStore();
  else if (params.query === "") requestContext.cacheTags(cacheTags.settings, ...postRowTags);
  return {
    ...settings.pages.blog,
    closing: closingOf(settings, "blog", { path: "/blog", publicUrl }),
    ...describeParams(params, found, isPartial),
    ...neighbours,
    posts,
    isFirst: isWhole && neighbours.previous === null,
    /** Whether its category or tag has no posts. */
    isUnknown,
    isIndexed: params.query === "" && posts.length > 0,
    canonical: pathOf({ ...filterOf(params), ...params.place }),
    filters,
    /** The chosen category; "" for none. */
    category: params.category && (filters.find(({ isCurrent }) => isCurrent)?.label ?? ""),
    site: siteFacts(settings, publicUrl),
  };
}

async function readFilters(db: Database, current: string) {
  const counts = new Map((await countFacet(db, blog, "categories")).map(({ key, count }) => [key, count]));
  const total = await countPublished(db, blog);
  const categories = (await readCategories(db, "blog")).map(({ id, name, slug }) => ({
    label: name,
    to: pathOf({ category: slug }),
    count: counts.get(slugKey(id)) ?? 0,
    isCurrent: slugKey(slug) === slugKey(current),
  }));
  const all = { label: "All", to: "/blog", count: total, isCurrent: current === "" };
  return [all, ...categories.filter(({ count }) => count > 0)];
}

function describeParams({ query, tag }: BlogListParams, found: number, isPartial: boolean) {
  const posts = `${found} ${found === 1 ? "post" : "posts"}`;
  const sought = isPartial ? `some words of “${query}”` : `“${query}”`;
  if (query !== "")
    return {
      query,
      about: `Posts about “${query}”`,
      found: `${posts} about ${sought}`,
      emptyTitle: `Nothing about “${query}” yet`,
    };
  if (tag !== "")
    return {
      query,
      about: `Posts tagged “${tag}”`,
      found: `${posts} tagged “${tag}”`,
      emptyTitle: `Nothing tagged “${tag}” yet`,
    };
  return { query, about: "", found: posts, emptyTitle: "No posts here yet" };
}

/** One page of the requested posts, and their total. */
async function findPosts(db: Database, params: BlogListParams) {
  if (params.query !== "") return searchPosts(db, params.query);
  const facet = await readFacet(db, params);
  if (facet === "unknown") return { posts: [], found: 0, isPartial: false, previous: null, next: null };
  const page = await listPublished(db, blog, { ...(facet && { facet }), ...params.place });
  return {
    posts: await presentPosts(db, page.cards, facet?.value),
    found: await countFound(db, facet),
    isPartial: false,
    ...linkPages("/blog", filterOf(params), page),
  };
}

async function searchPosts(db: Database, query: string) {
  const { synonyms } = (await readSettings(db)).search;
  const whole = await searchPublished(db, query, { kind: blog, synonyms });
  const results =
    whole.length > 0 ? whole : await searchPublished(db, query, { kind: blog, synonyms, match: "any" });
  const cards = await listByIds(
    db,
    blog,
    results.map(({ card }) => card.id),
  );
  const isPartial = whole.length === 0 && cards.length > 0;
  return { posts: await presentPosts(db, cards), found: cards.length, isPartial, previous: null, next: null };
}

type Facet = { field: string; value: string } | null;

async function readFacet(db: Database, { category, tag }: BlogListParams): Promise<Facet | "unknown"> {
  if (category === "") return tag === "" ? null : { field: "tags", value: toSlug(tag) };
  const found = await findCategory(db, "blog", category);
  return found ? { field: "categories", value: found.id } : "unknown";
}

async function countFound(db: Database, facet: Facet): Promise<number> {
  return facet === null ? countPublished(db, blog) : countValue(db, blog, facet.field, facet.value);
}

/** Parameters of `/blog`. */
interface BlogListParams {
  category: string;
  tag: string;
  query: string;
  place: Pick<ListOptions, "after" | "before">;
}

function parseBlogParams(search: URLSearchParams): BlogListParams {
  return {
    category: readWord(search, "category"),
    tag: readWord(search, "tag"),
    query: readWord(search, "q"),
    place: readPageCursor(search),
  };
}

/** The part of the query that all pages of a list share. */
function filterOf({ category, tag }: BlogListParams): Record<string, string> {
  return { ...(category && { category }), ...(tag && { tag }) };
}

function pathOf(query: Record<string, string>): string {
  const search = new URLSearchParams(query);
  return search.size === 0 ? "/blog" : `/blog?${search}`;
}
