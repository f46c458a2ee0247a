import { blog } from "#app/content/kinds/blog.ts";
import { redirectKey, redirectKeys } from "#app/content/urls/redirect-keys.ts";
import { resolveUrls } from "#app/content/urls/resolve-urls.ts";
import { entryPath, toSlug } from "#app/content/urls/slug.ts";
import type { Database } from "#app/database/database.ts";
import { decodeEntities } from "#app/rich-text/html/html-parse.ts";
import { pageKey } from "#app/text/page-key.ts";
import { addressByName } from "../bundle/file-links.ts";
import { isPortalAddress } from "../ghost/cards.ts";
import { fileKey, isDocumentFile, isImage, type OldSite } from "./old-site.ts";
import type { WxrItem } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";
import { folderOf, numbers } from "./site-paths.ts";

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
    const file = isImage(item) || isDocumentFile(item) ? site.uploads.find(item.attachmentUrl) : null;
    // The page of a file that belongs to no post showed the file alone.
    const to = (parent ? placeOf(parent) : null) ?? (file === null ? null : { file: fileKey(file) });
    const pages =
      site.wxr.system === "WordPress"
        ? [pathOf(item.link, site), ...atStart(`/?attachment_id=${item.id}`, site)]
        : [];
    if (to) for (const from of pages) enter(from, to);
    if (file === null) continue;
    for (const address of fileAddresses(item)) enter(pathOf(address, site), { file: fileKey(file) });
  }
  for (const { from, path } of lists) enter(from, { path });
  return book;
}

/**
 * Where a link of the old site leads now; a link to elsewhere, or to what did not come along, stays as it is. Ghost's exports
 * don't tell where it stood: of these, a link to what did not come along leads to the same path here and is counted in
 * `site.unresolved`; empty for a file, and for a window of Ghost's own, at whose address nothing can stand here.
 */
export function newAddress(href: string, from: WxrItem, site: OldSite, book: UrlMap): string {
  const isGhost = site.wxr.system === "Ghost";
  if (isGhost && href.startsWith("#") && isPortalAddress(href)) return "";
  if (/^(#|mailto:|tel:)/i.test(href)) return href;
  const url = URL.parse(href, from.link || site.wxr.urls[0]);
  if (!url || !(site.hosts.has(url.host) || site.fileHosts.has(url.host))) return href;
  if (isGhost && isPortalAddress(url.hash)) return "";
  const file = fileAt(url, site);
  if (file !== null) return addressByName(fileKey(file));
  const found =
    redirectKeys(url.href)
      .map((key) => book.get(key))
      .find((place) => place !== undefined) ?? bySlug(url, site);
  if (found) return `${pathNow(found.to, site)}${url.hash}`;
  if (url.pathname === "/" && url.search === "") return `/${url.hash}`;
  if (!isGhost || !site.hosts.has(url.host)) return url.href;
  if (contentFile.test(url.pathname)) return "";
  const path = `${url.pathname}${url.search}`;
  const names = site.unresolved.get(path) ?? new Set();
  site.unresolved.set(path, names.add(site.nameOf(from)));
  return `${path}${url.hash}`;
}

/** Ghost keeps pictures, PDFs and other files, and videos below these. */
const contentFile = /^\/content\/(?:images|files|media)\//;

/** Own addresses that texts of a Ghost site link to, and at which nothing stands here either. */
export async function reportDeadLinks(db: Database, site: OldSite, report: MoveReport): Promise<void> {
  const keys = new Map([...site.unresolved.keys()].map((path) => [path, pageKey(path) ?? path]));
  const found = await resolveUrls(db, [...new Set(keys.values())]);
  for (const [path, names] of site.unresolved)
    if (found.get(keys.get(path) ?? "") === "nothing")
      for (const name of names)
        report.add(name, `link to ${path}`, "Nothing that came along stands there, so it leads nowhere now");
}

/** Enters the former addresses of pictures and PDFs of a Ghost site: as its texts name them, and the sizes made of a picture. */
export function enterContentFiles(book: UrlMap, site: OldSite, coming: ReadonlySet<string>): void {
  for (const { content, attachmentUrl } of site.wxr.items) {
    for (const address of `${attachmentUrl} ${content}`.match(contentAddress) ?? []) {
      const url = URL.parse(decodeEntities(address), site.wxr.urls[0]);
      const file = url ? fileAt(url, site) : null;
      if (!url || !site.hosts.has(url.host) || file === null || !coming.has(file)) continue;
      for (const from of [url.pathname, ...sizesOf(url.pathname)])
        if (!book.has(redirectKey(from))) book.set(redirectKey(from), { from, to: { file: fileKey(file) } });
    }
  }
}

const contentAddress = /[^\s"'<>,]*\/content\/(?:images|files)\/[^\s"'<>,]+/g;

/** Widths that Ghost makes of every picture, and that its common themes ask for. */
const widths = [30, 100, 160, 300, 320, 600, 750, 960, 1000, 1140, 1200, 1600, 1920, 2000, 2400];

function sizesOf(path: string): string[] {
  const [, picture] = /^\/content\/images\/(?:size\/[wh\d]+\/)?(?:format\/\w+\/)?(.+)$/.exec(path) ?? [];
  if (picture === undefined) return [];
  return [
    `/content/images/${picture}`,
    ...widths.flatMap((width) => [
      `/content/images/size/w${width}/${picture}`,
      `/content/images/size/w${width}/format/webp/${picture}`,
    ]),
  ];
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
  const original = /s:14:"original_image";s:\d+:"([^"/]{1,250})"/.exec(
    meta.get("_wp_attachment_metadata") ?? "",
  )?.[1];
  const names = [...[...sizes].map(([, name = ""]) => name), ...(original === undefined ? [] : [original])];
  return [...new Set([attachmentUrl, ...names.map((name) => `${folder}${encodeURI(name)}`)])];
}

/** By number, and under the names it had before. */
function otherAddresses(item: WxrItem, site: OldSite): string[] {
  if (site.wxr.system === "Ghost") return item.otherLinks;
  const path = pathOf(item.link, site);
  const renamed = path === null || path.includes("?") ? [] : formerPaths(path, item);
  const below = path === null || path.includes("?") ? null : path.replace(/\/*$/, "/");
  const pages = item.content.split(/<!--\s*nextpage\s*-->/i).length;
  const parts = below === null ? [] : [`${below}feed`, ...numbers(2, pages).map((page) => `${below}${page}`)];
  const numbered = /^\d+$/.test(item.id)
    ? [`/?p=${item.id}`, ...(item.type === "page" ? [`/?page_id=${item.id}`] : [])]
    : [];
  return [
    ...item.otherLinks,
    ...parts,
    ...numbered.flatMap((one) => atStart(one, site)),
    ...renamed,
    ...otherCategories(path, item),
  ];
}

/** A query of the start page, also below the folder of the former site. */
function atStart(query: string, { wxr }: OldSite): string[] {
  const folder = folderOf(wxr);
  return folder === "" ? [query] : [query, `${folder}${query}`];
}

/** The same post below each of its other categories, from which WordPress leads on. */
function otherCategories(path: string | null, { type, slug, terms }: WxrItem): string[] {
  const steps = path?.split("/").filter((step) => step !== "") ?? [];
  const slugs = terms.filter(({ domain }) => domain === "category").map((term) => term.slug);
  const [above, last] = steps.slice(-2);
  if (type !== "post" || last !== slug || above === undefined || !slugs.includes(above)) return [];
  const folder = steps.slice(0, -2).map((step) => `/${step}`);
  return slugs.filter((one) => one !== above).map((one) => `${folder.join("")}/${one}/${slug}`);
}

/** Every pair of a day and a last part that an item has had, as WordPress leads them on. */
function formerPaths(path: string, { formerSlugs, formerDates }: WxrItem): string[] {
  const dated = formerDates.flatMap((date) => {
    const [, year = "", month = "", day = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
    return [
      path.replace(/\/\d{4}\/\d\d\/\d\d(?=\/)/, `/${year}/${month}/${day}`),
      path.replace(/\/\d{4}\/\d\d(?=\/(?!\d\d\/))/, `/${year}/${month}`),
    ].filter((one) => year !== "" && one !== path);
  });
  const days = [path, ...dated];
  const renamed = days.flatMap((one) => formerSlugs.map((slug) => one.replace(/[^/]+\/?$/, `${slug}/`)));
  return [...new Set([...renamed, ...dated])];
}
