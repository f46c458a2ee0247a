import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { redirectKey } from "#app/domain/content/urls/redirect-keys.ts";
import { isReachable, slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import { cutText } from "#app/lib/text/cut.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import type { EarlierImports, TakenAddress } from "./former-sites.ts";
import { textLineOf } from "./html-text.ts";
import { emptyItem, type WxrItem, type WxrSite } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";

/** A whole former site, to resolve references between its items. */
export interface OldSite {
  wxr: WxrSite;
  items: Map<string, WxrItem>;
  /** New title of every imported item. */
  titles: Map<string, string>;
  uploads: Uploads;
  hosts: Set<string>;
  /** Other hosts that served its files. */
  fileHosts: Set<string>;
  /** Whether Polylang or WPML gave its items languages. */
  hasLanguages: boolean;
  /** Addresses on this site that other former sites used, by redirect key. */
  taken: ReadonlyMap<string, TakenAddress>;
  /** Internal link targets without an imported item, with the names of linking items. */
  unresolved: Map<string, Set<string>>;
  /** Attachments below an item, in their order. */
  attachmentsOf(id: string): WxrItem[];
  /** Name of an item in the report. */
  nameOf(item: WxrItem): string;
}

export function openOldSite(
  wxr: WxrSite,
  titles: Map<string, string>,
  uploads: Uploads,
  { taken }: Pick<EarlierImports, "taken"> = { taken: new Map() },
): OldSite {
  const attachments = Map.groupBy(
    wxr.items.filter((item) => item.type === "attachment"),
    (item) => item.parent,
  );
  return {
    wxr,
    titles,
    uploads,
    items: new Map(wxr.items.map((item) => [item.id, item])),
    hosts: siteHosts(wxr),
    fileHosts: fileHostsOf(wxr),
    hasLanguages: wxr.items.some(
      ({ language, translationGroup }) => language !== null || translationGroup !== null,
    ),
    taken,
    unresolved: new Map(),
    attachmentsOf: (id) => attachments.get(id) ?? [],
    nameOf: (item) => nameOf(item, titles.get(item.id) ?? item.title),
  };
}

function siteHosts({ urls }: WxrSite): Set<string> {
  return new Set(urls.flatMap(hostsOf));
}

function fileHostsOf({ items }: WxrSite): Set<string> {
  return new Set(items.flatMap(({ attachmentUrl }) => URL.parse(attachmentUrl)?.host ?? []));
}

/** With and without www. */
function hostsOf(address: string): string[] {
  const host = URL.parse(address)?.host.replace(/^www\./, "");
  return host ? [host, `www.${host}`] : [];
}

export function isImage(item: WxrItem): boolean {
  return /\.(jpe?g|png|gif|webp|avif)$/i.test(URL.parse(item.attachmentUrl)?.pathname ?? "");
}

export function isDocumentFile(item: WxrItem): boolean {
  return isPdfName(URL.parse(item.attachmentUrl)?.pathname ?? "");
}

export function isPdfName(name: string): boolean {
  return /\.pdf$/i.test(name);
}

/** Key of a file: its path below the uploads folder, with its type. */
export function fileKey(file: string): string {
  return `${isPdfName(file) ? "documents" : "pictures"}/${file}`;
}

/** The day and the moment an item was published; null for one that never was. */
export function wordPressMoment({ dateGmt, date }: WxrItem): { day: string; moment: string } | null {
  const moment = firstMoment([dateGmt, date]);
  if (moment === null) return null;
  return { day: /^[1-9]\d{3}-/.test(date) ? date.slice(0, 10) : moment.slice(0, 10), moment };
}

/** The first valid WordPress time as ISO 8601; null without a valid one, such as "0000-00-00 00:00:00". */
export function firstMoment(texts: readonly string[]): string | null {
  for (const text of texts) {
    if (!/^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) continue;
    const moment = new Date(`${text.replace(" ", "T")}Z`);
    if (!Number.isNaN(moment.getTime())) return moment.toISOString();
  }
  return null;
}

/** Display name of the author. */
export function authorOf({ author }: WxrItem, { wxr }: OldSite): string {
  return cutText(textLineOf(wxr.authors.get(author) || author), 120);
}

const maxTitleLength = 300;

/** Gives every item a unique title that can form an address, and reports changes. */
export function chooseTitles(items: readonly WxrItem[], report: MoveReport): Map<string, string> {
  const titles = new Map<string, string>();
  const taken = new Set<string>();
  const nextNumbers = new Map<string, number>();
  // Public items come first, so that a draft never takes their title.
  const inOrder = items.toSorted((a, b) => Number(b.status === "publish") - Number(a.status === "publish"));
  for (const [at, item] of inOrder.entries()) {
    const wanted = readTitle(item, at + 1, report);
    const title = freeTitle(wanted, taken, nextNumbers);
    if (title !== wanted)
      report.add(
        nameOf(item, title),
        "title",
        `Another one has the title “${wanted}”, so this became “${title}”`,
      );
    taken.add(slugKey(toSlug(title)));
    titles.set(item.id, title);
  }
  return titles;
}

/** Name of an item in the report. */
function nameOf({ type, id }: Pick<WxrItem, "type" | "id">, title: string): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)} ${id} “${title}”`;
}

function readTitle(item: WxrItem, number: number, report: MoveReport): string {
  const written = cleanLine(textLineOf(item.title));
  if (written === "") {
    const made =
      cleanLine(firstWords(textLineOf(item.content.replace(/\[[^\]\n]{0,300}\]/g, " ")))) ||
      `Untitled ${number}`;
    report.add(nameOf(item, made), "title", "It had none and got this one");
    return made;
  }
  const title = isReachable(toSlug(written)) ? written : `${written} (title)`;
  if (/<[a-z]/i.test(item.title))
    report.add(nameOf(item, title), "formatting in the title", "A title is plain text here");
  if (title.length <= maxTitleLength) return title;
  report.add(
    nameOf(item, cutText(title, 60)),
    `end of the title: “${title.slice(maxTitleLength - 10)}”`,
    "A title has at most 300 characters",
  );
  return cutText(title, maxTitleLength - 10).trim();
}

/** @param nextNumbers first number to try, by title; lower ones are taken */
function freeTitle(wanted: string, taken: ReadonlySet<string>, nextNumbers: Map<string, number>): string {
  const key = slugKey(toSlug(wanted));
  if (!taken.has(key)) return wanted;
  for (let number = nextNumbers.get(key) ?? 2; ; number += 1) {
    const title = `${wanted} (${number})`;
    if (taken.has(slugKey(toSlug(title)))) continue;
    nextNumbers.set(key, number + 1);
    return title;
  }
}

function firstWords(text: string): string {
  const words = text.split(" ").slice(0, 8).join(" ");
  return words.length < text.length ? `${cutText(words, 100)}…` : words;
}

function cleanLine(text: string): string {
  const result = plainText({ max: 10_000 }).safeParse(
    text
      .toWellFormed()
      .replace(/\p{Cc}+/gu, " ")
      .slice(0, 9000),
  );
  return result.success ? result.data : "";
}

/** Files of a former site, found by the addresses used in its pages. */
interface Uploads {
  /**
   * Path of the file below the folder, or null; the original is preferred to its WordPress sizes. A file of an
   * earlier import that is not in the folder has the path of its former address.
   */
  find(address: string): string | null;
  pathOf(name: string): string;
  /** Id of a file that exists on this site but not in the folder. */
  idHere(name: string): string | null;
}

/** @param wxr the export, whose attachments determine the uploads folder */
export function openUploads(
  folder: string | null,
  { fileIds }: Pick<EarlierImports, "fileIds">,
  wxr: WxrSite,
): Uploads {
  // Feature pictures of Ghost may be on any host, such as a picture agency.
  const hosts = wxr.system === "Ghost" ? siteHosts(wxr) : new Set([...siteHosts(wxr), ...fileHostsOf(wxr)]);
  const files = folder === null ? [] : listFiles(folder);
  const paths = new Set(files);
  const findFile = openFileSearch(files, wxr);
  return {
    pathOf: (name) => join(folder ?? "", name),
    idHere: (name) => (paths.has(name) ? null : (fileIds.get(redirectKey(`/${name}`)) ?? null)),
    find(address) {
      const place = readFileAddress(address, hosts);
      if (place === null) return null;
      const { path } = place;
      const whole = withoutSize(path);
      const wanted = [
        whole.replace(/-scaled(\.\w+)$/, "$1"),
        whole,
        path,
        whole.replace(/(\.\w+)$/, "-scaled$1"),
      ];
      for (const one of wanted) {
        const file = findFile({ ...place, path: one });
        if (file !== null) return file;
      }
      if (place.isRelative) return null;
      const here = [path, withoutSize(path)].find((one) => fileIds.has(redirectKey(one)));
      return here?.replace(/^\/+/, "") ?? null;
    },
  };
}

interface FileAddress {
  /** Without www; null without a host. */
  host: string | null;
  path: string;
  /** Whether it is a relative path without a leading slash. */
  isRelative: boolean;
}

/** An address of the former site without its query, also behind the picture servers of WordPress.com; null for another host. */
function readFileAddress(address: string, hosts: ReadonlySet<string>): FileAddress | null {
  const given = URL.parse(address, "http://site.example");
  const url = given && /^i\d\.wp\.com$/.test(given.host) ? URL.parse(`https:/${given.pathname}`) : given;
  const isOwn = url?.hostname === "site.example";
  if (!url || !(isOwn || hosts.has(url.host))) return null;
  const host = isOwn ? null : url.host.replace(/^www\./, "");
  return { host, path: decodePath(url.pathname), isRelative: isOwn && !/^\s*[/\\]/.test(address) };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path).normalize("NFC");
  } catch {
    return path;
  }
}

/** Finds the only file that matches an address by its path below the uploads folder, or by the known end of it. */
function openFileSearch(
  files: readonly string[],
  wxr: Pick<WxrSite, "system" | "urls" | "items">,
): (address: FileAddress) => string | null {
  const places = uploadPlaces(wxr);
  const isFlat = files.length > 0 && files.every((file) => !file.includes("/"));
  const byPath = new Map(files.toReversed().map((file) => [belowUploads(file), file]));
  const byEnd = new Map<string, string[]>();
  for (const file of files) {
    const steps = belowUploads(file).split("/");
    for (let at = 1; at < steps.length; at += 1) addTo(byEnd, steps.slice(at).join("/"), file);
  }
  // A flat folder may contain a file of any attachment with its name.
  const namedFolders = isFlat ? attachmentFolders(wxr, places) : new Map<string, Set<string>>();
  const onlyAt = (end: string) => {
    const [only = null, second] = byEnd.get(end) ?? [];
    return second === undefined ? only : null;
  };
  return (address) => {
    const below = pathsBelow(address, wxr.system, places);
    const [first] = below;
    if (first === undefined || (namedFolders.get(attachmentName(first))?.size ?? 0) > 1) return null;
    for (const path of below) {
      const file = byPath.get(path);
      if (file !== undefined) return file;
    }
    for (const path of below) {
      const file = path.includes("/") || address.isRelative ? onlyAt(path) : null;
      if (file !== null) return file;
    }
    return isFlat ? (byPath.get(nameKey(first)) ?? null) : null;
  };
}

function addTo(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The folders of a site's uploads, each as a path with slashes at both ends, in lower case: once with its host, once alone. */
type UploadPlaces = ReadonlySet<string>;

/** The folders of uploads of a site: those of its attachments, and the usual one. */
function uploadPlaces({ urls, items }: Pick<WxrSite, "urls" | "items">): UploadPlaces {
  const paths = new Set<string>();
  const places = new Set<string>();
  const unusual = new Map<string, string>();
  const enter = (host: string, path: string) => {
    paths.add(path);
    places.add(path).add(`${host.replace(/^www\./, "")}${path}`);
  };
  for (const { type, attachmentUrl, meta } of items) {
    const url = type === "attachment" ? URL.parse(attachmentUrl) : null;
    if (!url) continue;
    const path = decodePath(url.pathname).toLowerCase();
    const uploads = uploadsPath(path, meta.get("_wp_attached_file"));
    if (uploads !== null) enter(url.host, uploads);
    else unusual.set(url.host, sharedFolder(unusual.get(url.host) ?? path, path));
  }
  for (const [host, path] of unusual) enter(host, path);
  const subsites = new Set([...paths].flatMap((path) => subsiteOf(path) ?? []));
  const ends = subsites.size === 0 ? [""] : [...subsites].map((one) => `${one}/`);
  for (const url of urls.flatMap((one) => URL.parse(one) ?? []))
    for (const end of ends)
      enter(url.host, `${url.pathname.replace(/\/+$/, "").toLowerCase()}/wp-content/uploads/${end}`);
  return places;
}

/** The folder that two paths share. */
function sharedFolder(one: string, other: string): string {
  let end = 0;
  while (end < one.length && one[end] === other[end]) end += 1;
  return one.slice(0, one.lastIndexOf("/", one.length === end ? end : end - 1) + 1);
}

/** The part of an attachment's path before its path below the uploads folder; null if unknown. */
function uploadsPath(path: string, attachedFile = ""): string | null {
  const file = attachedFile.normalize("NFC").toLowerCase();
  if (file !== "" && path.endsWith(`/${file}`)) return path.slice(0, -file.length);
  const [usual] = /^.*?\/wp-content\/uploads\/(?:sites\/\d+\/)?/.exec(path) ?? [];
  return usual ?? /^.*?\/(?=\d{4}\/\d\d\/[^/]*$)/.exec(path)?.[0] ?? null;
}

/** Uploads folder of a multisite subsite. */
function subsiteOf(path: string): string | null {
  return /sites\/\d+(?=\/$)/.exec(path)?.[0] ?? null;
}

/** Possible paths of an address below the uploads folder, in lower case; empty for other addresses. */
function pathsBelow(
  { host, path, isRelative }: FileAddress,
  system: WxrSite["system"],
  places: UploadPlaces,
): string[] {
  if (isRelative || system === "Ghost") return [belowUploads(path)];
  const lower = path.toLowerCase().replace(/\/{2,}/g, "/");
  // Pictures of themes and plugins, if the whole former site was copied.
  if (/^\/wp-content\/(?!uploads\/)/.test(lower)) return [lower.slice(1)];
  return [...lower.matchAll(/\//g)].flatMap(({ index }) => {
    const place = lower.slice(0, index + 1);
    if (!places.has(`${host ?? ""}${place}`)) return [];
    const below = lower.slice(place.length);
    const subsite = subsiteOf(place);
    return subsite === null ? [below] : [`${subsite}/${below}`, below];
  });
}

/** Folders of attachments by file name. */
function attachmentFolders(
  { system, items }: Pick<WxrSite, "system" | "items">,
  places: UploadPlaces,
): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { type, attachmentUrl } of items) {
    const url = type === "attachment" ? URL.parse(attachmentUrl) : null;
    if (!url) continue;
    const host = url.host.replace(/^www\./, "");
    const [path = ""] = pathsBelow(
      { host, path: decodePath(url.pathname), isRelative: false },
      system,
      places,
    );
    const name = attachmentName(path);
    folders.set(name, (folders.get(name) ?? new Set()).add(path.replace(/[^/]*$/, "")));
  }
  return folders;
}

/** `photo-300x200.jpg` is a WordPress size of `photo.jpg`; Ghost puts sizes and formats into folders. */
function withoutSize(path: string): string {
  return path
    .replace(/-\d{1,5}x\d{1,5}(\.\w{1,5})$/, "$1")
    .replace(/\/content\/images\/(?:size\/[wh\d]+\/)?(?:format\/\w+\/)?/, "/content/images/");
}

/** The path below the folder of uploads, in lower case. */
function belowUploads(path: string): string {
  return path
    .normalize("NFC")
    .toLowerCase()
    .replace(/^\/+/, "")
    .replace(
      /^(?:.*?\/)?(?:wp-content\/uploads|content\/(?:images|files|media))\/|^(?:uploads|images)\//,
      "",
    );
}

/** The name of a picture without WordPress suffixes. */
function attachmentName(path: string): string {
  return nameKey(withoutSize(path)).replace(/-scaled(\.\w+)$/, "$1");
}

function nameKey(path: string): string {
  return (path.split("/").at(-1) ?? "").normalize("NFC").toLowerCase();
}

function listFiles(folder: string): string[] {
  const root = resolve(folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}

const numberKey = /^(?:\/[^?]*)?\?attachment_id=(\d+)$/;

/**
 * Makes attachments of an earlier import available by number, if the export lacks them and their numbered
 * address resolves to a file here. Returns their numbers.
 */
export function addFormerAttachments(
  site: OldSite,
  { fileIds }: Pick<EarlierImports, "fileIds">,
): Set<string> {
  const added = new Set<string>();
  const [base] = site.wxr.urls;
  if (site.wxr.system !== "WordPress" || base === undefined) return added;
  const addresses = new Map<string, string>();
  for (const [key, id] of fileIds) if (/\.\w{3,4}$/.test(key) && !addresses.has(id)) addresses.set(id, key);
  for (const [key, id] of fileIds) {
    const number = numberKey.exec(key)?.[1];
    const address = addresses.get(id);
    if (number === undefined || address === undefined || site.items.has(number)) continue;
    const attachmentUrl = URL.parse(encodeURI(address), base)?.href ?? "";
    const attachment = { ...emptyItem, id: number, type: "attachment", status: "inherit", attachmentUrl };
    site.items.set(number, { ...attachment, source: { ...attachment, meta: [] } });
    added.add(number);
  }
  return added;
}

/** Reports attachments of an earlier import that an item refers to by number. */
export function reportFormerAttachments(
  items: readonly WxrItem[],
  numbers: ReadonlySet<string>,
  site: OldSite,
  report: MoveReport,
): void {
  if (numbers.size === 0) return;
  for (const item of items)
    for (const number of new Set(numbersIn(item)))
      if (numbers.has(number))
        report.add(
          site.nameOf(item),
          `picture ${number}`,
          "The export does not contain this id; the picture of an earlier import with this id is used",
        );
}

function numbersIn({ meta, content }: WxrItem): string[] {
  const listed = [...content.matchAll(/\bids=["']?([\d,\s]{1,5000})/g)].flatMap(([, ids = ""]) =>
    ids.split(",").map((id) => id.trim()),
  );
  return [meta.get("_thumbnail_id") ?? "", ...listed];
}
