import { blog } from "#app/content/kinds/blog.ts";
import { redirectKey } from "#app/content/urls/resolve-urls.ts";
import { entryPath, toSlug } from "#app/content/urls/slug.ts";
import { addressByName } from "../bundle/file-links.ts";
import { fileKey, isDocumentFile, isImage, type OldSite } from "./old-site.ts";
import type { WxrItem } from "./read-wxr.ts";

/** Where something of the old site stands now: an entry, by its item, a file, by its key, or a path of this site. */
export type NewPlace = { item: WxrItem } | { path: string } | { file: string };

/** Every former address and what it leads to now, under one key for all its forms. */
export type UrlMap = Map<string, { from: string; to: NewPlace }>;

/** The former addresses of all items that came along; `placed` are pages that became a part of the settings. */
export function openUrlMap(
  site: OldSite,
  placed: Map<string, string>,
  lists: { from: string; path: string }[],
): UrlMap {
  const book: UrlMap = new Map();
  const enter = (from: string | null, to: NewPlace) => {
    if (from !== null && !book.has(redirectKey(from))) book.set(redirectKey(from), { from, to });
  };
  const placeOf = (item: WxrItem): NewPlace | null => {
    const path = placed.get(item.id);
    if (path !== undefined) return { path };
    return site.titles.has(item.id) ? { item } : null;
  };
  const moved = site.wxr.items.flatMap((item) => {
    const to = placeOf(item);
    return to ? [{ item, to }] : [];
  });
  for (const { item, to } of moved) enter(pathOf(item.link, site), to);
  for (const { item, to } of moved) for (const from of otherAddresses(item, site)) enter(from, to);
  for (const item of site.wxr.items.filter(({ type }) => type === "attachment")) {
    const parent = site.items.get(item.parent);
    const to = parent ? placeOf(parent) : null;
    const pages =
      site.wxr.system === "WordPress" ? [pathOf(item.link, site), `/?attachment_id=${item.id}`] : [];
    if (to) for (const from of pages) enter(from, to);
    const file = isImage(item) || isDocumentFile(item) ? site.uploads.find(item.attachmentUrl) : null;
    if (file === null) continue;
    for (const address of fileAddresses(item)) enter(pathOf(address, site), { file: fileKey(file) });
  }
  for (const { from, path } of lists) enter(from, { path });
  return book;
}

/** Where a link of the old site leads now; a link to elsewhere, or to what did not come along, stays as it is. */
export function newAddress(href: string, from: WxrItem, site: OldSite, book: UrlMap): string {
  if (/^(#|mailto:|tel:)/i.test(href)) return href;
  const url = URL.parse(href, from.link || site.wxr.urls[0]);
  if (!url || !(site.hosts.has(url.host) || site.fileHosts.has(url.host))) return href;
  const file = fileAt(url, site);
  if (file !== null) return addressByName(fileKey(file));
  const found = book.get(redirectKey(url.href)) ?? bySlug(url, site);
  if (found) return `${pathNow(found.to, site)}${url.hash}`;
  if (url.pathname === "/" && url.search === "") return `/${url.hash}`;
  // Ghost does not tell where it stood: what is not found stays a link within the site.
  return site.wxr.system === "Ghost" ? `${url.pathname}${url.search}${url.hash}` : url.href;
}

/** A picture or PDF that came along, by the address of the file itself. */
function fileAt(url: URL, site: OldSite): string | null {
  return /\.(jpe?g|png|gif|webp|avif|pdf)$/i.test(url.pathname) ? site.uploads.find(url.href) : null;
}

/** As WordPress does: an address with a wrong day or folder leads to the entry whose name it ends with. */
function bySlug(url: URL, site: OldSite): { to: NewPlace } | null {
  const last = url.pathname.replace(/\/+$/, "").split("/").at(-1)?.toLowerCase() ?? "";
  if (last === "") return null;
  const [only, second] = slugsOf(site).get(last) ?? [];
  return only && !second ? { to: { item: only } } : null;
}

const slugs = new WeakMap<OldSite, Map<string, WxrItem[]>>();

/** What comes along by its slug, made once for a site: every dead link asks. */
function slugsOf(site: OldSite): Map<string, WxrItem[]> {
  const known = slugs.get(site);
  if (known) return known;
  const made = Map.groupBy(
    site.wxr.items.filter(({ id }) => site.titles.has(id)),
    ({ slug }) => slug.toLowerCase(),
  );
  slugs.set(site, made);
  return made;
}

export function pathNow(to: NewPlace, site: OldSite): string {
  if ("file" in to) return addressByName(to.file);
  return "path" in to ? to.path : entryPath(blog, toSlug(site.titles.get(to.item.id) ?? ""));
}

/** The path of an address of the old site, with the number by which WordPress knows a page without a name. */
function pathOf(link: string, site: OldSite): string | null {
  const url = URL.parse(link);
  if (!url || !site.hosts.has(url.host)) return null;
  const path = `${url.pathname.replace(/\/{2,}/g, "/")}${url.search}`;
  return path === "/" ? null : path;
}

/** A picture's own file, and the smaller ones that WordPress made of it, which other sites show and link to. */
function fileAddresses({ attachmentUrl, meta }: WxrItem): string[] {
  const sizes = (meta.get("_wp_attachment_metadata") ?? "").matchAll(
    /s:4:"file";s:\d+:"([^"/]{1,250})";s:5:"width"/g,
  );
  const folder = attachmentUrl.replace(/[^/]*$/, "");
  return [...new Set([attachmentUrl, ...[...sizes].map(([, name = ""]) => `${folder}${encodeURI(name)}`)])];
}

/** By number, and under the names it had before. */
function otherAddresses(item: WxrItem, site: OldSite): string[] {
  if (site.wxr.system === "Ghost") return item.otherLinks;
  const path = pathOf(item.link, site);
  const former = item.meta.get("_wp_old_slug");
  const renamed = former && path && !path.includes("?") ? [path.replace(/[^/]+\/?$/, `${former}/`)] : [];
  const below = path === null || path.includes("?") ? null : path.replace(/\/*$/, "/");
  const pages = item.content.split(/<!--\s*nextpage\s*-->/i).length;
  const parts = below === null ? [] : [`${below}feed`, ...numbers(2, pages).map((page) => `${below}${page}`)];
  return [...parts, `/?p=${item.id}`, ...(item.type === "page" ? [`/?page_id=${item.id}`] : []), ...renamed];
}

/** Whole numbers from the first to the last, none where the last comes before. */
export function numbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}
