import { author } from "#app/domain/content/kinds/author.ts";
import { entryPath, isReachable, toSlug } from "#app/domain/content/urls/slug.ts";
import { tallyOf } from "../ledger/balance-words.ts";
import { authorOf, type OldSite } from "./old-site.ts";
import type { WxrItem } from "./read-wxr.ts";
import { findPostsPages, folderOf, frontsOf, hasNumberedPosts, numbers, publicPosts } from "./site-paths.ts";

/** A former address of a list, a feed or a sitemap, and its target path. */
export interface FormerList {
  from: string;
  path: string;
}

/** Categories and tags of one item, by their former slugs. */
export interface ChosenTerms {
  categories: { slug: string; name: string }[];
  tags: { slug: string; name: string }[];
}

const feed = "/blog/feed.xml";

/**
 * Every address of a list, a feed or a sitemap that the former site served.
 * @param uses number of items with a term, by `domain slug`
 */
export function formerLists(
  items: readonly WxrItem[],
  chosen: readonly ChosenTerms[],
  uses: ReadonlyMap<string, number>,
  site: OldSite,
): FormerList[] {
  const folder = folderOf(site.wxr);
  const isGhost = site.wxr.system === "Ghost";
  const lists = [
    ...termLists(chosen, uses, site),
    ...authorLists(items, site),
    ...(isGhost ? [] : [...dateLists(items, site), ...restOfTerms(site)]),
    ...startLists(items, site),
  ];
  const fixed = [
    ...(isGhost ? ghostSitemaps() : wordPressSitemaps(items)),
    ...(isGhost ? [] : queryLists(items, chosen, site)),
    ...(folder === "" ? [] : [{ from: "", path: "/" }]),
  ];
  const fronts = ["", ...frontsOf(site.wxr)].map((front) => `${folder}${front}`);
  const all = [
    ...fronts.flatMap((prefix) => withPrefix(prefix, lists)),
    ...withPrefix(folder, fixed),
    ...findPostsPages(site.wxr).flatMap((page) => postsPageLists(page, items)),
  ];
  return onceByAddress(all);
}

function withPrefix(prefix: string, lists: readonly FormerList[]): FormerList[] {
  return lists.map(({ from, path }) => ({ from: `${prefix}${from}`, path }));
}

/** Keeps the first list for each address. */
function onceByAddress(lists: readonly FormerList[]): FormerList[] {
  const once = new Map<string, FormerList>();
  for (const list of lists) if (!once.has(list.from)) once.set(list.from, list);
  return [...once.values()];
}

function toPath(path: string, addresses: readonly string[]): FormerList[] {
  return addresses.map((from) => ({ from, path }));
}

function termLists(
  all: readonly ChosenTerms[],
  uses: ReadonlyMap<string, number>,
  site: OldSite,
): FormerList[] {
  const parents = new Map(site.wxr.categories.map((term) => [term.slug, term.parent]));
  const listsOf = (from: string, path: string, posts: number) => [
    ...toPath(path, [from, ...laterPages(from, posts)]),
    ...toPath(feed, feedsOf(from, site)),
  ];
  return [
    ...categoriesIn(all).flatMap(({ slug, name }) =>
      categoryPaths(slug, parents, site).flatMap((from) =>
        listsOf(from, categoryPath(name), uses.get(`category ${slug}`) ?? 0),
      ),
    ),
    ...tagsIn(all).flatMap(({ slug, name }) =>
      listsOf(`/tag/${slug}`, tagPath(name), uses.get(`post_tag ${slug}`) ?? 0),
    ),
  ];
}

/** WordPress also serves lists of terms without posts. */
function restOfTerms({ wxr }: OldSite): FormerList[] {
  return toPath("/blog", [
    "/category/uncategorized",
    ...wxr.categories.map(({ slug }) => `/category/${slug}`),
    ...wxr.tags.map(({ slug }) => `/tag/${slug}`),
  ]);
}

function categoryPath(name: string): string {
  return `/blog?${new URLSearchParams({ category: toSlug(name) })}`;
}

function tagPath(name: string): string {
  return `/blog?${new URLSearchParams({ tag: name })}`;
}

function categoriesIn(all: readonly ChosenTerms[]) {
  return onceBySlug(all.flatMap((one) => one.categories.filter(({ slug }) => slug !== "")));
}

function tagsIn(all: readonly ChosenTerms[]) {
  return onceBySlug(all.flatMap((one) => one.tags));
}

/** Lists of authors redirect to their pages, those of authors without a post to the blog. */
function authorLists(items: readonly WxrItem[], site: OldSite): FormerList[] {
  const written = tallyOf(publicPosts(items).map((post) => post.author));
  return [...authorPages(items, site)].flatMap(([login, path]) =>
    authorSlugs(login)
      .map((slug) => `/author/${slug}`)
      .flatMap((from) => [
        ...toPath(path, [from, ...laterPages(from, written.get(login) ?? 0)]),
        ...toPath(feed, feedsOf(from, site)),
      ]),
  );
}

/** The page of each author here, by the former login. */
function authorPages(items: readonly WxrItem[], site: OldSite): Map<string, string> {
  // One list per author, so that the work does not grow with posts.
  const oneOfEach = new Map(publicPosts(items).map((post) => [post.author, post]));
  const logins = new Set([
    ...oneOfEach.keys(),
    ...(site.wxr.system === "Ghost" ? [] : site.wxr.authors.keys()),
  ]);
  return new Map(
    [...logins]
      .filter((login) => login !== "")
      .map((login) => {
        const post = oneOfEach.get(login);
        const slug = post ? toSlug(authorOf(post, site)) : "";
        return [login, slug !== "" && isReachable(slug) ? entryPath(author, slug) : "/blog"];
      }),
  );
}

/** Last segments of an author's address: the login and the slugs that WordPress and plugins derive from it. */
function authorSlugs(login: string): string[] {
  const words = login.normalize("NFC").toLowerCase();
  const slugs = [
    login,
    words.replace(/[^\p{L}\p{M}\p{N}_]+/gu, "-"),
    // As sanitize_title() of WordPress does: dots and spaces become hyphens, other characters are removed.
    words
      .replace(/[.\s-]+/g, "-")
      .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, "")
      .replace(/-{2,}/g, "-"),
  ].map((slug) => slug.replace(/^-+|-+$/g, ""));
  return [...new Set([login, ...slugs])].filter((one) => one !== "");
}

/** Archives of years, months and days, with their feeds; below `/date` if post addresses end with numbers. */
function dateLists(items: readonly WxrItem[], { wxr }: OldSite): FormerList[] {
  const days = tallyOf(publicPosts(items).flatMap(datesOf));
  const bases = hasNumberedPosts(wxr) ? ["", "/date"] : [""];
  return [...days].flatMap(([from, count]) =>
    bases.flatMap((base) => [
      ...toPath("/blog", [`${base}${from}`, ...laterPages(`${base}${from}`, count)]),
      { from: `${base}${from}/feed`, path: feed },
    ]),
  );
}

/** `/2024`, `/2024/03` and `/2024/03/05` of an item. */
function datesOf({ date }: WxrItem): string[] {
  const [, year, month, day] = /^([1-9]\d{3})-(\d\d)-(\d\d)/.exec(date) ?? [];
  return year === undefined ? [] : [`/${year}`, `/${year}/${month}`, `/${year}/${month}/${day}`];
}

/** Pages of the start page, and the feeds of the whole site. */
function startLists(items: readonly WxrItem[], site: OldSite): FormerList[] {
  const posts = publicPosts(items).length;
  const isGhost = site.wxr.system === "Ghost";
  return [
    ...toPath("/blog", posts === 0 ? [] : ["/page/1", ...laterPages("", posts)]),
    ...toPath(feed, [...feedsOf("", site), "/feed", "/rss", "/atom", "/rdf"]),
    ...(isGhost ? [] : toPath(feed, ["/comments/feed", "/rss2"])),
  ];
}

/** Later pages and feeds of the posts page. */
function postsPageLists({ link }: WxrItem, items: readonly WxrItem[]): FormerList[] {
  const from = (URL.parse(link)?.pathname ?? "").replace(/\/+$/, "");
  if (from === "") return [];
  return [
    ...toPath("/blog", laterPages(from, publicPosts(items).length)),
    { from: `${from}/feed`, path: feed },
  ];
}

/** Lists of sites without permalinks, such as `/?cat=3`; all other sites serve them too. */
function queryLists(items: readonly WxrItem[], chosen: readonly ChosenTerms[], site: OldSite): FormerList[] {
  const { wxr } = site;
  const authors = authorPages(items, site);
  const categories = new Map(categoriesIn(chosen).map(({ slug, name }) => [slug, categoryPath(name)]));
  const tags = new Map(tagsIn(chosen).map(({ slug, name }) => [slug, tagPath(name)]));
  const query = (key: string, value: string, path: string): FormerList[] =>
    value === "" ? [] : [{ from: `/?${new URLSearchParams({ [key]: value })}`, path }];
  const dates = new Set(publicPosts(items).flatMap(datesOf));
  return [
    ...wxr.categories.flatMap(({ id, slug }) => query("cat", id, categories.get(slug) ?? "/blog")),
    ...[...categories].flatMap(([slug, path]) => query("category_name", slug, path)),
    ...wxr.tags.flatMap(({ slug }) => query("tag", slug, tags.get(slug) ?? "/blog")),
    ...[...tags].flatMap(([slug, path]) => query("tag", slug, path)),
    ...[...wxr.authorIds].flatMap(([id, login]) => query("author", id, authors.get(login) ?? "/blog")),
    ...[...authors].flatMap(([login, path]) =>
      authorSlugs(login).flatMap((slug) => query("author_name", slug, path)),
    ),
    ...[...dates].flatMap((date) => query("m", date.replaceAll("/", ""), "/blog")),
    ...["rss2", "rss", "atom", "rdf", "feed", "comments-rss2", "comments-atom"].flatMap((name) =>
      query("feed", name, feed),
    ),
    { from: "/?paged", path: "/blog" },
    { from: "/?sitemap", path: "/sitemap.xml" },
    { from: "/index.php", path: "/" },
  ];
}

/** Maximum addresses in one sitemap of WordPress, and of Yoast and Rank Math. */
const maxInSitemap = { wordPress: 2000, plugins: 200 };

function wordPressSitemaps(items: readonly WxrItem[]): FormerList[] {
  const numbered = (kind: string, most: number) =>
    numbers(1, Math.max(1, Math.ceil(items.filter(({ type }) => type === kind).length / most)));
  const own = ["post", "page"].flatMap((kind) =>
    numbered(kind, maxInSitemap.wordPress).map((number) => `/wp-sitemap-posts-${kind}-${number}.xml`),
  );
  const plugins = ["post", "page"].flatMap((kind) =>
    numbered(kind, maxInSitemap.plugins).map((number) => `/${kind}-sitemap${number === 1 ? "" : number}.xml`),
  );
  return toPath("/sitemap.xml", [
    "/sitemap.xml",
    "/wp-sitemap.xml",
    "/sitemap_index.xml",
    "/sitemap-index.xml",
    ...own,
    ...plugins,
    ...["taxonomies-category", "taxonomies-post_tag", "users"].map((name) => `/wp-sitemap-${name}-1.xml`),
    ...["category", "post_tag", "author", "attachment"].map((name) => `/${name}-sitemap.xml`),
  ]);
}

function ghostSitemaps(): FormerList[] {
  return toPath(
    "/sitemap.xml",
    ["posts", "pages", "tags", "authors", "users"].map((name) => `/sitemap-${name}.xml`),
  );
}

/** Removes duplicates first, since later work grows with posts. */
function onceBySlug<Term extends { slug: string }>(terms: readonly Term[]): Term[] {
  return [...new Map(terms.map((term) => [term.slug, term])).values()];
}

/** Addresses of the later pages of a list with this number of posts; WordPress shows ten on a page by default. */
function laterPages(from: string, posts: number): string[] {
  return numbers(2, Math.ceil(posts / 10)).map((page) => `${from}/page/${page}`);
}

/** The feeds of a list; a redirect of `/feed` matches all formats of WordPress. */
function feedsOf(list: string, { wxr }: Pick<OldSite, "wxr">): string[] {
  return wxr.system === "Ghost" ? [`${list}/rss`, `${list}/feed`] : [`${list}/feed`];
}

/** Addresses of a category with and without its parent categories. */
function categoryPaths(slug: string, parents: ReadonlyMap<string, string>, { wxr }: OldSite): string[] {
  // Ghost has tags instead of categories.
  if (wxr.system === "Ghost") return [`/tag/${slug}`];
  const line = [slug];
  for (let above = parents.get(slug); above && !line.includes(above); above = parents.get(above))
    line.unshift(above);
  return line.length > 1 ? [`/category/${line.join("/")}`, `/category/${slug}`] : [`/category/${slug}`];
}
