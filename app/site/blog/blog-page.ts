import { readSettings } from "#app/company/settings.ts";
import { listCategories } from "#app/content/categories.ts";
import { countFacet, countPublished } from "#app/content/facets.ts";
import { blog } from "#app/content/kinds/blog.ts";
import { slugKey } from "#app/content/slug.ts";
import type { Database } from "#app/database/database.ts";
import { labels } from "#app/database/labels.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { siteFacts } from "#app/site/parts/site-facts.ts";
import { type Asked, filterOf, pathOf, readAsked } from "./asked.ts";
import { findPosts } from "./find-posts.ts";

/** Everything `/blog` shows for a query; what the query can't mean is shown as an empty list with ways out. */
export async function readBlogPage({ db, visit, publicUrl }: PageContext, search: URLSearchParams) {
  const asked = readAsked(search);
  if (asked.query === "")
    visit.keep(labels.settings, labels.list("blog"), labels.categories("blog"), labels.files);
  const settings = await readSettings(db);
  const { posts, found, ...neighbours } = await findPosts(db, asked);
  const isWhole = asked.category === "" && asked.tag === "" && asked.query === "";
  return {
    ...settings.pages.blog,
    ...describeAsked(asked, found),
    ...neighbours,
    posts,
    isFirst: isWhole && neighbours.previous === null,
    isIndexed: asked.query === "" && posts.length > 0,
    canonical: pathOf({ ...filterOf(asked), ...asked.place }),
    filters: await readFilters(db, asked.category),
    site: siteFacts(settings, publicUrl),
  };
}

async function readFilters(db: Database, current: string) {
  const counts = new Map((await countFacet(db, blog, "categories")).map(({ key, count }) => [key, count]));
  const total = await countPublished(db, blog);
  const categories = (await listCategories(db, "blog")).map(({ id, name, slug }) => ({
    label: name,
    to: pathOf({ category: slug }),
    count: counts.get(slugKey(id)) ?? 0,
    isCurrent: slugKey(slug) === slugKey(current),
  }));
  const all = { label: "All", to: "/blog", count: total, isCurrent: current === "" };
  return [all, ...categories.filter(({ count }) => count > 0)];
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
