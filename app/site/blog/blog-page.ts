import { readSettings } from "#app/company/settings.ts";
import { findCategory, listCategories } from "#app/content/categories.ts";
import { listByIds, listPublished } from "#app/content/entries.ts";
import { countFacet, countPublished, countValue } from "#app/content/facets.ts";
import { blog } from "#app/content/kinds/blog.ts";
import { searchPublished } from "#app/content/search.ts";
import { slugKey, toSlug } from "#app/content/slug.ts";
import type { Database } from "#app/database/database.ts";
import { labels } from "#app/database/labels.ts";
import { readWord } from "#app/site/parts/paging.ts";
import { siteFacts } from "#app/site/parts/site-facts.ts";
import type { SiteContext } from "#app/site/site-context.ts";
import { presentPosts } from "./posts.ts";

interface Asked {
  category: string;
  tag: string;
  query: string;
  after: string;
  before: string;
}

/** Everything `/blog` shows for a query; what the query can't mean is shown as an empty list with ways out. */
export async function readBlogPage({ db, visit, publicUrl }: SiteContext, search: URLSearchParams) {
  const asked = readAsked(search);
  if (asked.query === "")
    visit.keep(labels.settings, labels.list("blog"), labels.categories("blog"), labels.files);
  const settings = await readSettings(db);
  const { posts, found, ...place } = await readPosts(db, asked);
  const isFirst = place.previous === null && asked.category === "" && asked.tag === "" && asked.query === "";
  return {
    ...settings.pages.blog,
    ...describeAsked(asked, found),
    ...place,
    posts,
    isFirst,
    isIndexed: asked.query === "" && posts.length > 0,
    canonical: canonicalPath(asked),
    filters: await readFilters(db, asked.category),
    site: siteFacts(settings, publicUrl),
  };
}

function readAsked(search: URLSearchParams): Asked {
  const read = (name: string) => readWord(search, name);
  return {
    category: read("category"),
    tag: read("tag"),
    query: read("q"),
    after: read("after"),
    before: read("before"),
  };
}

async function readPosts(db: Database, asked: Asked) {
  if (asked.query !== "") {
    const results = await searchPublished(db, asked.query, { kind: blog });
    const cards = await listByIds(
      db,
      blog,
      results.map(({ card }) => card.id),
    );
    return { posts: await presentPosts(db, cards), found: cards.length, previous: null, next: null };
  }
  const facet = await readFacet(db, asked);
  if (facet === "unknown") return { posts: [], found: 0, previous: null, next: null };
  const page = await listPublished(db, blog, {
    ...(facet ? { facet } : {}),
    ...(asked.after ? { after: asked.after } : {}),
    ...(asked.before ? { before: asked.before } : {}),
  });
  const link = (direction: "after" | "before", cursor: string | null) =>
    cursor === null ? null : pathOf({ ...asked, after: "", before: "", [direction]: cursor });
  return {
    posts: await presentPosts(db, page.cards),
    found: await countFound(db, facet),
    previous: link("before", page.previous),
    next: link("after", page.next),
  };
}

type Facet = { field: string; value: string } | null | "unknown";

async function readFacet(db: Database, { category, tag }: Asked): Promise<Facet> {
  if (category === "") return tag === "" ? null : { field: "tags", value: toSlug(tag) };
  const found = await findCategory(db, "blog", category);
  return found ? { field: "categories", value: found.id } : "unknown";
}

async function countFound(db: Database, facet: Exclude<Facet, "unknown">): Promise<number> {
  return facet === null ? countPublished(db, blog) : countValue(db, blog, facet.field, facet.value);
}

async function readFilters(db: Database, current: string) {
  const counts = new Map((await countFacet(db, blog, "categories")).map(({ key, count }) => [key, count]));
  const total = await countPublished(db, blog);
  const categories = (await listCategories(db, "blog")).flatMap(({ id, name, slug }) => {
    const count = counts.get(slugKey(id)) ?? 0;
    return count === 0
      ? []
      : [
          {
            label: name,
            to: pathOf({ ...nothing, category: slug }),
            count,
            isCurrent: slugKey(slug) === slugKey(current),
          },
        ];
  });
  return [{ label: "All", to: "/blog", count: total, isCurrent: current === "" }, ...categories];
}

function describeAsked({ query, tag }: Asked, found: number) {
  const posts = `${found} ${found === 1 ? "post" : "posts"}`;
  if (query !== "")
    return {
      query,
      about: `Posts about “${query}”`,
      found: `${posts} about “${query}”`,
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

const nothing: Asked = { category: "", tag: "", query: "", after: "", before: "" };

function canonicalPath(asked: Asked): string {
  return pathOf({ ...asked, query: "" });
}

function pathOf({ query, ...rest }: Asked): string {
  const search = new URLSearchParams(
    Object.entries({ ...rest, q: query }).filter(([, value]) => value !== ""),
  );
  return search.size === 0 ? "/blog" : `/blog?${search}`;
}
