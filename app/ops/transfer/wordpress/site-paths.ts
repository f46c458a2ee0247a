import { textLineOf } from "./html-text.ts";
import type { WxrItem, WxrSite } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";

/** Path of the folder of the former site, without a slash at the end; empty for the root of its host. */
export function folderOf({ urls }: Pick<WxrSite, "urls">): string {
  return (URL.parse(urls.at(-1) ?? "")?.pathname ?? "").replace(/\/+$/, "");
}

const fronts = new WeakMap<WxrSite, string[]>();

/** Fixed path segments before all post addresses, below the folder: `/index.php` and `/index.php/blog`, at most two. */
export function frontsOf(wxr: WxrSite): string[] {
  const known = fronts.get(wxr);
  if (known) return known;
  const folder = folderOf(wxr);
  const paths = publicPosts(wxr.items).flatMap(({ link }) => {
    const url = URL.parse(link);
    return url && url.search === "" ? [stepsOf(url.pathname.slice(folder.length))] : [];
  });
  const [first = []] = paths;
  const made: string[] = [];
  for (const [at, step] of first.slice(0, 2).entries()) {
    const isFixed = paths.every((steps) => steps.length > at + 1 && steps[at] === step);
    if (!isFixed || /^\d+$/.test(step)) break;
    made.push(`${made.at(-1) ?? ""}/${step}`);
  }
  fronts.set(wxr, made);
  return made;
}

/** Whether the addresses of posts end with their numbers, as at `/archives/123`. */
export function hasNumberedPosts({ items }: WxrSite): boolean {
  const [first] = publicPosts(items);
  return first !== undefined && stepsOf(URL.parse(first.link)?.pathname ?? "").at(-1) === first.id;
}

/** Whether an item is the public page at the site's own address. */
export function isFrontPage(item: WxrItem, wxr: WxrSite): boolean {
  return item.status === "publish" && isPageAtRoot(item, wxr);
}

function isPageAtRoot({ type, link }: WxrItem, wxr: WxrSite): boolean {
  if (wxr.system === "Ghost" || type !== "page") return false;
  const url = URL.parse(link);
  return url !== null && url.search === "" && url.pathname.replace(/\/+$/, "") === folderOf(wxr);
}

const postsPageNames = /^(blog|news|posts|articles|journal)$/;

/**
 * Finds the pages that listed the posts, which exports do not state: empty public pages at the fixed part of the addresses of
 * posts, or with a usual name. Otherwise the only empty page of a site whose front page is a page.
 */
export function findPostsPages(wxr: WxrSite): WxrItem[] {
  if (wxr.system === "Ghost") return [];
  const empty = wxr.items.filter((item) => {
    const isPublicPage = item.type === "page" && item.status === "publish" && item.password === "";
    return isPublicPage && item.content.trim() === "" && !isFrontPage(item, wxr);
  });
  const named = empty.filter(({ slug, link }) => {
    const path = (URL.parse(link)?.pathname ?? "").slice(folderOf(wxr).length).replace(/\/+$/, "");
    return postsPageNames.test(slug.toLowerCase()) || frontsOf(wxr).includes(path);
  });
  if (named.length > 0) return named;
  const [only] = empty;
  // A template of its own may fill an empty page.
  const hasDefaultTemplate = (only?.meta.get("_wp_page_template") || "default") === "default";
  const hasFrontPage = wxr.items.some((item) => isPageAtRoot(item, wxr));
  return only && empty.length === 1 && hasDefaultTemplate && hasFrontPage ? [only] : [];
}

/** Published posts, without pages. */
export function publicPosts(items: readonly WxrItem[]): WxrItem[] {
  return items.filter(({ type, status }) => type === "post" && status === "publish");
}

/** Whole numbers from the first to the last; empty if the last is lower. */
export function numbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

function stepsOf(path: string): string[] {
  return path.split("/").filter((step) => step !== "");
}

/** A former site with its front page and posts page mapped to pages of this site. */
interface SpecialPages {
  wxr: WxrSite;
  /** Target paths by item id. */
  paths: Map<string, string>;
  /** Pages without text, which are not imported. */
  empty: ReadonlySet<WxrItem>;
}

/** Finds the front page, whose text becomes a draft, and the page of posts; both are reported. */
export function takeSpecialPages(wxr: WxrSite, report: MoveReport): SpecialPages {
  const paths = new Map<string, string>();
  const empty = new Set<WxrItem>();
  const postsPages = new Set(findPostsPages(wxr));
  const items = wxr.items.map((item) => {
    const name = `Page ${item.id} “${textLineOf(item.title)}”`;
    if (isFrontPage(item, wxr)) {
      paths.set(item.id, "/");
      // WordPress also redirects its slug to the start page.
      const named = ["", "index.php/"].map((step) => `${folderOf(wxr)}/${step}${item.slug}/`);
      const front = { ...item, status: "draft", otherLinks: [...item.otherLinks, ...named] };
      if (item.content.trim() === "") empty.add(front);
      report.add(
        name,
        "front page",
        empty.has(front)
          ? "It had no text; its addresses now lead to /"
          : "Its addresses now lead to /; its text is a draft here, move it where it belongs",
      );
      return front;
    }
    if (postsPages.has(item)) {
      paths.set(item.id, "/blog");
      empty.add(item);
      report.add(name, "page of posts", "It has no text; its addresses now lead to /blog");
    }
    return item;
  });
  return { wxr: { ...wxr, items }, paths, empty };
}
