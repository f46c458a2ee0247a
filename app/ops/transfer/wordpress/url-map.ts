import { blog } from "#app/domain/content/kinds/blog.ts";
import { redirectKey, redirectKeys } from "#app/domain/content/urls/redirect-keys.ts";
import { resolveUrls } from "#app/domain/content/urls/resolve-urls.ts";
import { entryPath, toSlug } from "#app/domain/content/urls/slug.ts";
import { decodeEntities } from "#app/lib/rich-text/html/html-parse.ts";
import { pageKey } from "#app/lib/text/page-key.ts";
import type { Database } from "#app/platform/database/database.ts";
import { addressByName } from "../bundle/file-links.ts";
import { isPortalAddress } from "../ghost/cards.ts";
import { fileKey, isDocumentFile, isImage, type OldSite } from "./old-site.ts";
import type { WxrItem } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";
import { folderOf, numbers } from "./site-paths.ts";

/** New location of old content: an entry by its item, a file by its key, or a path of this site. */
export type NewPlace = { item: WxrItem } | { path: string } | { file: string };

/** New location by former address; all forms of an address have the same key. */
export type UrlMap = Map<string, { from: string; to: NewPlace }>;

/** Former addresses of all imported items; `placed` are pages that became part of the settings. */
export function createUrlMap(
  site: OldSite,
  placed: Map<string, string>,
  lists: { from: string; path: string }[],
  report: MoveReport,
): UrlMap {
  const urlMap: UrlMap = new Map();
  const enter = (from: string | null, to: NewPlace) => {
    if (from !== null && !urlMap.has(redirectKey(from))) urlMap.set(redirectKey(from), { from, to });
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
  for (const { from, path } of lists) enter(from, { path });
  for (const { item, to } of moved) for (const from of otherAddresses(item, site, report)) enter(from, to);
  for (const item of site.wxr.items.filter(({ type }) => type === "attachment")) {
    const parent = site.items.get(item.parent);
    const file = isImage(item) || isDocumentFile(item) ? site.uploads.find(item.attachmentUrl) : null;
    // The page of an unattached file shows only the file.
    const to = (parent ? placeOf(parent) : null) ?? (file === null ? null : { file: fileKey(file) });
    const pages =
      site.wxr.system === "WordPress"
        ? [pathOf(item.link, site), ...atStart(`/?attachment_id=${item.id}`, site)]
        : [];
    if (to) for (const from of pages) enter(from, to);
    if (file === null) continue;
    // Galleries of a later export refer to the file by number.
    if (pages.length > 0 && to && !("file" in to))
      enter(`${folderOf(site.wxr)}${attachmentByNumber}${item.id}`, { file: fileKey(file) });
    for (const address of fileAddresses(item)) enter(pathOf(address, site), { file: fileKey(file) });
  }
  return urlMap;
}

/**
 * New address of a link; external links and links to missing content do not change. Ghost exports have no host, so links to
 * missing content get the same path here and count in `site.unresolved`; empty for files, dialogs and other former sites.
 */
export function newAddress(href: string, from: WxrItem, site: OldSite, urlMap: UrlMap): string {
  const isGhost = site.wxr.system === "Ghost";
  if (isGhost && href.startsWith("#") && isPortalAddress(href)) return "";
  if (/^(#|mailto:|tel:)/i.test(href)) return href;
  const url = URL.parse(href, from.link || site.wxr.urls[0]);
  if (!url || !(site.hosts.has(url.host) || site.fileHosts.has(url.host))) return href;
  if (isGhost && isPortalAddress(url.hash)) return "";
  const file = fileAt(url, site);
  if (file !== null) return addressByName(fileKey(file));
  if (!site.hosts.has(url.host)) return href;
  const place = placeNow(url, site, urlMap);
  if (place !== null) return `${place}${url.hash}`;
  if (url.pathname === "/" && url.search === "") return `/${url.hash}`;
  if (!isGhost) return url.href;
  if (contentFile.test(url.pathname)) return "";
  const path = `${url.pathname}${url.search}`;
  if (redirectKeys(path).some((key) => site.taken.has(key))) return "";
  const names = site.unresolved.get(path) ?? new Set();
  site.unresolved.set(path, names.add(site.nameOf(from)));
  return `${path}${url.hash}`;
}

/** New path of a former address; null for an unknown one. */
export function placeNow(url: URL, site: OldSite, urlMap: UrlMap): string | null {
  const found =
    redirectKeys(url.href)
      .map((key) => urlMap.get(key))
      .find((place) => place !== undefined) ?? bySlug(url, site);
  return found ? pathNow(found.to, site) : null;
}

/** Folders of Ghost for pictures, files and videos. */
const contentFile = /^\/content\/(?:images|files|media)\//;

/** Reports internal links of a Ghost site whose target was not imported. */
export async function reportDeadLinks(db: Database, site: OldSite, report: MoveReport): Promise<void> {
  const keys = new Map([...site.unresolved.keys()].map((path) => [path, pageKey(path) ?? path]));
  const found = await resolveUrls(db, [...new Set(keys.values())]);
  for (const [path, names] of site.unresolved)
    if (found.get(keys.get(path) ?? "") === "nothing")
      for (const name of names)
        report.add(name, `link to ${path}`, "Nothing was imported for this address, so the link is broken");
}

/** Adds the former addresses of pictures and PDFs of a Ghost site, including resized pictures. */
export function enterContentFiles(urlMap: UrlMap, site: OldSite, coming: ReadonlySet<string>): void {
  for (const { content, attachmentUrl } of site.wxr.items) {
    for (const address of `${attachmentUrl} ${content}`.match(contentAddress) ?? []) {
      const url = URL.parse(decodeEntities(address), site.wxr.urls[0]);
      const file = url ? fileAt(url, site) : null;
      if (!url || !site.hosts.has(url.host) || file === null || !coming.has(file)) continue;
      for (const from of [url.pathname, ...sizesOf(url.pathname)])
        if (!urlMap.has(redirectKey(from)))
          urlMap.set(redirectKey(from), { from, to: { file: fileKey(file) } });
    }
  }
}

const contentAddress = /[^\s"'<>,]*\/content\/(?:images|files)\/[^\s"'<>,]+/g;

/** Widths of pictures in Ghost and its common themes. */
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

/** Path of an imported picture or PDF by its address; null for other addresses. */
function fileAt(url: URL, site: OldSite): string | null {
  return /\.(jpe?g|png|gif|webp|avif|pdf)$/i.test(url.pathname) ? site.uploads.find(url.href) : null;
}

/** Resolves an address with a wrong day or folder by its last part, as WordPress does. */
function bySlug(url: URL, site: OldSite): { to: NewPlace } | null {
  const last = url.pathname.replace(/\/+$/, "").split("/").at(-1)?.toLowerCase() ?? "";
  if (last === "") return null;
  const [only, second] = slugsOf(site).get(last) ?? [];
  return only && !second ? { to: { item: only } } : null;
}

const slugs = new WeakMap<OldSite, Map<string, WxrItem[]>>();

/** Imported items by slug, cached per site for all dead links. */
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

/** The path of an address of the old site, with the query that identifies an unnamed page. */
function pathOf(link: string, site: OldSite): string | null {
  const url = URL.parse(link);
  if (!url || !site.hosts.has(url.host)) return null;
  const path = `${url.pathname.replace(/\/{2,}/g, "/")}${url.search}`;
  return path === "/" ? null : path;
}

/** Addresses of a picture and of its smaller sizes, which other sites may use. */
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

/** Addresses by number and by former slugs. */
function otherAddresses(item: WxrItem, site: OldSite, report: MoveReport): string[] {
  if (site.wxr.system === "Ghost") return item.otherLinks;
  const path = pathOf(item.link, site);
  const renamed = path === null || path.includes("?") ? [] : formerPaths(path, item, site, report);
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

/** Address of an attachment by number; resolves to its file even if its page resolves to an entry. */
const attachmentByNumber = "/index.php?attachment_id=";

/** A query of the home page, also in the folder of the former site. */
function atStart(query: string, { wxr }: OldSite): string[] {
  const folder = folderOf(wxr);
  return folder === "" ? [query] : [query, `${folder}${query}`];
}

/** Addresses of a post in its other categories, which WordPress redirects. */
function otherCategories(path: string | null, { type, slug, terms }: WxrItem): string[] {
  const steps = path?.split("/").filter((step) => step !== "") ?? [];
  const slugs = terms.filter(({ domain }) => domain === "category").map((term) => term.slug);
  const [above, last] = steps.slice(-2);
  if (type !== "post" || last !== slug || above === undefined || !slugs.includes(above)) return [];
  const folder = steps.slice(0, -2).map((step) => `/${step}`);
  return slugs.filter((one) => one !== above).map((one) => `${folder.join("")}/${one}/${slug}`);
}

/** Maximum number of addresses from former days and slugs of one item. */
const maxFormerPaths = 1000;

/** All combinations of former days and slugs of an item, which WordPress redirects. */
function formerPaths(path: string, item: WxrItem, site: OldSite, report: MoveReport): string[] {
  const { formerSlugs, formerDates } = item;
  const dated = formerDates.flatMap((date) => {
    const [, year = "", month = "", day = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
    return [
      path.replace(/\/\d{4}\/\d\d\/\d\d(?=\/)/, `/${year}/${month}/${day}`),
      path.replace(/\/\d{4}\/\d\d(?=\/(?!\d\d\/))/, `/${year}/${month}`),
    ].filter((one) => year !== "" && one !== path);
  });
  const slugs = new Set(formerSlugs);
  const days = new Set([path, ...dated]);
  const paths = new Set<string>();
  const left = days.size * (slugs.size + 1) - 1 - maxFormerPaths;
  if (left > 0)
    report.add(
      site.nameOf(item),
      `${left} of its former addresses`,
      `At most ${maxFormerPaths} pairs of a former day and a former slug lead to an entry`,
    );
  // Former slugs with the current day first, then former days with the current slug.
  for (const day of days)
    for (const slug of day === path ? slugs : [null, ...slugs]) {
      if (paths.size === maxFormerPaths) return [...paths];
      paths.add(slug === null ? day : day.replace(/[^/]+\/?$/, `${slug}/`));
    }
  return [...paths];
}
