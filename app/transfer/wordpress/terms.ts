import { author } from "#app/content/kinds/author.ts";
import { entryPath, isReachable, slugKey, toSlug } from "#app/content/urls/slug.ts";
import { cutText } from "#app/text/cut.ts";
import { textLineOf } from "./html-text.ts";
import { authorOf, type OldSite } from "./old-site.ts";
import type { WxrItem, WxrTerm } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";
import { numbers } from "./url-map.ts";

/** Categories and tags as they come along. */
export interface Terms {
  categories: { taxonomy: "blog"; name: string; summary: string }[];
  categoriesOf(item: WxrItem): string[];
  tagsOf(item: WxrItem): string[];
  /** Former addresses of their lists. */
  lists: { from: string; path: string }[];
}

/** Posts of a page that found no better place. */
export const pagesCategory = "Pages";

const mostCategories = 100;
const mostTags = 100;

export function planTerms(items: readonly WxrItem[], site: OldSite, report: MoveReport): Terms {
  const uses = new Map<string, number>();
  for (const { terms } of items)
    for (const { domain, slug } of terms)
      uses.set(`${domain} ${slug}`, (uses.get(`${domain} ${slug}`) ?? 0) + 1);
  const known = new Map(site.wxr.categories.map((term) => [term.slug, term]));
  const chosen = new Map(items.map((item) => [item.id, chooseTerms(item, site, uses, report)]));
  const used = new Map<string, { name: string; summary: string }>();
  for (const { categories } of chosen.values())
    for (const { slug, name } of categories)
      if (!used.has(keyOf(name))) used.set(keyOf(name), { name, summary: summaryOf(known.get(slug)) });
  reportCategories(site, used, report);
  return {
    categories: [...used.values()].map((one) => ({ taxonomy: "blog", ...one })),
    categoriesOf: (item) => [
      ...new Set(
        (chosen.get(item.id)?.categories ?? []).map(({ name }) => used.get(keyOf(name))?.name ?? name),
      ),
    ],
    tagsOf: (item) => chosen.get(item.id)?.tags.map(({ name }) => name) ?? [],
    lists: withPrefixes(
      [...listAddresses([...chosen.values()], uses, site), ...archiveAddresses(items, site)],
      site,
    ),
  };
}

type Chosen = { categories: { slug: string; name: string }[]; tags: { slug: string; name: string }[] };

/** Where there are too many, those that most others have as well are kept. */
function chooseTerms(item: WxrItem, site: OldSite, uses: Map<string, number>, report: MoveReport): Chosen {
  const usesOf = (domain: string, { slug }: { slug: string }) => uses.get(`${domain} ${slug}`) ?? 0;
  const main = mainCategoryOf(item, site);
  const all = (domain: string, most: number) =>
    item.terms
      .filter((term) => term.domain === domain && term.slug !== "uncategorized")
      .map(({ slug, name }) => ({ slug, name: cutText(textLineOf(name), most).trim() }))
      .filter(({ name }) => name !== "")
      // Ghost's order is its authors' own; WordPress sorts by name.
      .toSorted((a, b) => (site.wxr.system === "Ghost" ? 0 : usesOf(domain, b) - usesOf(domain, a)))
      .toSorted((a, b) => Number(b.slug === main) - Number(a.slug === main));
  const categories = distinct([
    ...(item.type === "page" ? [{ slug: "", name: pagesCategory }] : []),
    ...all("category", 80),
  ]);
  const tags = distinct(all("post_tag", 60));
  const reportLeftOut = (what: string, rest: { name: string }[], most: number) =>
    rest.length > 0 &&
    report.add(
      site.nameOf(item),
      `${what}: ${rest.map(({ name }) => name).join(", ")}`,
      `A post has at most ${most}`,
    );
  reportLeftOut("categories", categories.slice(mostCategories), mostCategories);
  reportLeftOut("tags", tags.slice(mostTags), mostTags);
  for (const { domain, name } of item.terms.filter(
    (term) => !["category", "post_tag", "nav_menu"].includes(term.domain),
  ))
    report.add(
      site.nameOf(item),
      `${domain.replaceAll("_", " ")}: ${name}`,
      domain === "post_format" ? "All posts are laid out alike here" : "There is no such grouping here",
    );
  return { categories: categories.slice(0, mostCategories), tags: tags.slice(0, mostTags) };
}

/** Slug of the category that an SEO plugin names as the main one; empty where none does. */
function mainCategoryOf({ meta }: WxrItem, { wxr }: OldSite): string {
  const id = meta.get("_yoast_wpseo_primary_category") || meta.get("rank_math_primary_category");
  return id ? (wxr.categories.find((term) => term.id === id)?.slug ?? "") : "";
}

/** Parts of the tree of categories that a single row of them can't show. */
function reportCategories(site: OldSite, used: Map<string, unknown>, report: MoveReport): void {
  const names = new Map(site.wxr.categories.map(({ slug, name }) => [slug, textLineOf(name)]));
  for (const { slug, name: written, parent, description } of site.wxr.categories) {
    const name = textLineOf(written);
    const item = `Category “${name}”`;
    if (slug === "uncategorized") report.add(item, "category", "It stands for having none");
    else if (!used.has(keyOf(name))) report.add(item, "category", "No post that came along holds it now");
    else if (parent !== "")
      report.add(
        item,
        `place below “${names.get(parent) ?? parent}”`,
        "Categories stand beside each other here",
      );
    if (used.has(keyOf(name)) && textLineOf(description).length > mostSummary)
      report.add(item, "end of its description", `It has at most ${mostSummary} characters`);
  }
}

const mostSummary = 500;

function summaryOf(term: WxrTerm | undefined): string {
  return cutText(textLineOf(term?.description ?? ""), mostSummary).trim();
}

/** Lists that WordPress made of every site by itself: those of authors lead to their pages, all others to the blog, which shows the same posts. */
function archiveAddresses(items: readonly WxrItem[], site: OldSite): Terms["lists"] {
  const posts = items.filter(({ type, status }) => type === "post" && status === "publish");
  const dates = posts.flatMap(({ date }) => {
    const [, year, month, day] = /^([1-9]\d{3})-(\d\d)-(\d\d)/.exec(date) ?? [];
    return year === undefined ? [] : [`/${year}`, `/${year}/${month}`, `/${year}/${month}/${day}`];
  });
  const byDate = [...countEach(dates)].flatMap(([from, count]) => [from, ...laterPages(from, count)]);
  const written = countEach(posts.map((post) => post.author));
  // Each author once: the pages of a list grow with its posts.
  const oneOfEach = new Map(posts.filter((post) => post.author !== "").map((post) => [post.author, post]));
  const authors = new Map(
    [...oneOfEach.values()].flatMap((item) => {
      const slug = toSlug(authorOf(item, site));
      const path = slug !== "" && isReachable(slug) ? entryPath(author, slug) : "/blog";
      return authorPaths(item.author).flatMap((from) => [
        [from, path] as const,
        ...feedsOf(from, site).map((feed) => [feed, "/blog/feed.xml"] as const),
        ...laterPages(from, written.get(item.author) ?? 0).map((page) => [page, path] as const),
      ]);
    }),
  );
  const pages = posts.length === 0 ? [] : ["/page/1", ...laterPages("", posts.length)];
  const isGhost = site.wxr.system === "Ghost";
  const dateFeeds = [...new Set(dates)].flatMap((from) => feedsOf(from, site));
  const all = isGhost ? pages : [...byDate, ...pages, "/category/uncategorized"];
  return [
    ...[...new Set(all)].map((from) => ({ from, path: "/blog" })),
    ...[...authors].map(([from, path]) => ({ from, path })),
    ...(isGhost
      ? []
      : [...feedsOf("/comments", site), ...dateFeeds].map((from) => ({ from, path: "/blog/feed.xml" }))),
    ...(isGhost ? [] : [{ from: "/wp-sitemap.xml", path: "/sitemap.xml" }]),
  ];
}

function listAddresses(all: Chosen[], uses: ReadonlyMap<string, number>, site: OldSite): Terms["lists"] {
  const query = (key: string, value: string) => `/blog?${new URLSearchParams({ [key]: value })}`;
  const categories = onceBySlug(all.flatMap((one) => one.categories.filter(({ slug }) => slug !== "")));
  const tags = onceBySlug(all.flatMap((one) => one.tags));
  const parents = new Map(site.wxr.categories.map((term) => [term.slug, term.parent]));
  const lists = [
    ...categories.flatMap(({ slug, name }) =>
      categoryPaths(slug, parents, site).flatMap((from) => [
        ...[from, ...laterPages(from, uses.get(`category ${slug}`) ?? 0)].map((page) => ({
          from: page,
          path: query("category", toSlug(name)),
        })),
        ...feedsOf(from, site).map((feed) => ({ from: feed, path: "/blog/feed.xml" })),
      ]),
    ),
    ...tags.flatMap(({ slug, name }) => [
      ...[`/tag/${slug}`, ...laterPages(`/tag/${slug}`, uses.get(`post_tag ${slug}`) ?? 0)].map((from) => ({
        from,
        path: query("tag", name),
      })),
      ...feedsOf(`/tag/${slug}`, site).map((from) => ({ from, path: "/blog/feed.xml" })),
    ]),
    ...[...feedsOf("", site), "/feed", "/rss", "/atom", "/rdf"].map((from) => ({
      from,
      path: "/blog/feed.xml",
    })),
  ];
  return [...new Map(lists.map((one) => [one.from, one])).values()];
}

/** Adds the site's own folder, and the fixed part that begins the address of every post (`/blog`, `/index.php`). */
function withPrefixes(lists: Terms["lists"], site: OldSite): Terms["lists"] {
  const folder = (URL.parse(site.wxr.urls.at(-1) ?? "")?.pathname ?? "").replace(/\/+$/, "");
  const prefixes = new Set([folder, `${folder}${frontOf(site, folder)}`]);
  return [...prefixes].flatMap((prefix) =>
    lists.map(({ from, path }) => ({ from: `${prefix}${from}`, path })),
  );
}

/** The fixed first part of the addresses of all posts, or an empty text. */
function frontOf({ wxr }: OldSite, folder: string): string {
  const paths = wxr.items.flatMap(({ type, status, link }) => {
    const url = type === "post" && status === "publish" ? URL.parse(link) : null;
    return url && url.search === "" ? [url.pathname.slice(folder.length)] : [];
  });
  const first = /^\/[^/]+(?=\/[^/]+)/.exec(paths[0] ?? "")?.[0];
  if (first === undefined || /^\/\d+$/.test(first)) return "";
  return paths.every((path) => path.startsWith(`${first}/`)) ? first : "";
}

/** Each of them once, before anything is made of it that grows with its posts. */
function onceBySlug<Term extends { slug: string }>(terms: readonly Term[]): Term[] {
  return [...new Map(terms.map((term) => [term.slug, term])).values()];
}

/** A list of so many posts went on under these addresses; WordPress shows ten on a page where nobody changed that. */
function laterPages(from: string, posts: number): string[] {
  return numbers(2, Math.ceil(posts / 10)).map((page) => `${from}/page/${page}`);
}

function countEach(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The feeds of a list, in every format the system serves. */
function feedsOf(list: string, { wxr }: OldSite): string[] {
  if (wxr.system === "Ghost") return [`${list}/rss`];
  return ["/feed", "/feed/rss2", "/feed/atom", "/feed/rdf"].map((end) => `${list}${end}`);
}

/** Addresses of an author's list: by login, and by the slug that WordPress derives from it. */
function authorPaths(login: string): string[] {
  const slug = login
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return [...new Set([login, slug])].filter((one) => one !== "").map((one) => `/author/${one}`);
}

/** By its own name alone, and below the categories it belongs to, as WordPress writes it. */
function categoryPaths(slug: string, parents: ReadonlyMap<string, string>, { wxr }: OldSite): string[] {
  // What is a category here was a tag there.
  if (wxr.system === "Ghost") return [`/tag/${slug}`];
  const line = [slug];
  for (let above = parents.get(slug); above && !line.includes(above); above = parents.get(above))
    line.unshift(above);
  return line.length > 1 ? [`/category/${line.join("/")}`, `/category/${slug}`] : [`/category/${slug}`];
}

function distinct<Term extends { name: string }>(terms: Term[]): Term[] {
  return [...new Map(terms.toReversed().map((term) => [keyOf(term.name), term])).values()].reverse();
}

function keyOf(name: string): string {
  return slugKey(toSlug(name));
}
