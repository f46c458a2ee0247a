import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { redirectKey } from "#app/content/urls/redirect-keys.ts";
import { isReachable, slugKey, toSlug } from "#app/content/urls/slug.ts";
import type { Database } from "#app/database/database.ts";
import { lastingAddress } from "#app/files/library/file-address.ts";
import { cutText } from "#app/text/cut.ts";
import { plainText } from "#app/text/plain-text.ts";
import { textLineOf } from "./html-text.ts";
import { emptyItem, type WxrItem, type WxrSite } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";

/** A WordPress site as a whole, for what its entries say of each other. */
export interface OldSite {
  wxr: WxrSite;
  items: Map<string, WxrItem>;
  /** New title of every item that comes along. */
  titles: Map<string, string>;
  uploads: Uploads;
  hosts: Set<string>;
  /** Where its files stood, if elsewhere. */
  fileHosts: Set<string>;
  /** Own paths that texts link to though nothing that comes along stands there, with the names of their items. */
  unresolved: Map<string, Set<string>>;
  /** Attachments below an item, in their order. */
  attachmentsOf(id: string): WxrItem[];
  /** How an item is called in the report. */
  nameOf(item: WxrItem): string;
}

export function openOldSite(wxr: WxrSite, titles: Map<string, string>, uploads: Uploads): OldSite {
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

/** A file of the former site as an import names it: by its path below the uploads. */
export function fileKey(file: string): string {
  return `${isPdfName(file) ? "documents" : "pictures"}/${file}`;
}

/** The day and the moment an item was published; null for one that never was. */
export function wordPressMoment({ dateGmt, date }: WxrItem): { day: string; moment: string } | null {
  const moment = firstMoment([dateGmt, date]);
  if (moment === null) return null;
  return { day: /^[1-9]\d{3}-/.test(date) ? date.slice(0, 10) : moment.slice(0, 10), moment };
}

/** The first that is a moment as WordPress writes it, which is "0000-00-00 00:00:00" for none; ISO 8601, or null. */
export function firstMoment(texts: readonly string[]): string | null {
  for (const text of texts) {
    if (!/^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) continue;
    const moment = new Date(`${text.replace(" ", "T")}Z`);
    if (!Number.isNaN(moment.getTime())) return moment.toISOString();
  }
  return null;
}

/** How readers know who wrote it. */
export function authorOf({ author }: WxrItem, { wxr }: OldSite): string {
  return cutText(textLineOf(wxr.authors.get(author) || author), 120);
}

const longest = 300;

/** Gives every item a title that can be an address, no two the same; what had to be changed is reported. */
export function chooseTitles(items: readonly WxrItem[], report: MoveReport): Map<string, string> {
  const titles = new Map<string, string>();
  const taken = new Set<string>();
  const nextNumbers = new Map<string, number>();
  // The public ones choose first, so that a forgotten draft never takes their name.
  const inOrder = items.toSorted((a, b) => Number(b.status === "publish") - Number(a.status === "publish"));
  for (const [at, item] of inOrder.entries()) {
    const wanted = readTitle(item, at + 1, report);
    const title = freeTitle(wanted, taken, nextNumbers);
    if (title !== wanted)
      report.add(
        nameOf(item, title),
        "title",
        `Another one is called “${wanted}” too, so this became “${title}”`,
      );
    taken.add(slugKey(toSlug(title)));
    titles.set(item.id, title);
  }
  return titles;
}

/** How an item is called in the report. */
function nameOf({ type, id }: Pick<WxrItem, "type" | "id">, title: string): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)} ${id} “${title}”`;
}

function readTitle(item: WxrItem, number: number, report: MoveReport): string {
  const written = cleanLine(textLineOf(item.title));
  if (written === "") {
    const made =
      cleanLine(firstWords(textLineOf(item.content.replace(/\[[^\]\n]{0,300}\]/g, " ")))) ||
      `Untitled ${number}`;
    report.add(nameOf(item, made), "title", "It had none; this one was made for it");
    return made;
  }
  const title = isReachable(toSlug(written)) ? written : `${written} (title)`;
  if (/<[a-z]/i.test(item.title))
    report.add(nameOf(item, title), "formatting in the title", "A title is plain text here");
  if (title.length <= longest) return title;
  report.add(
    nameOf(item, cutText(title, 60)),
    `end of the title: “${title.slice(longest - 10)}”`,
    "A title has at most 300 characters",
  );
  return cutText(title, longest - 10).trim();
}

/** @param nextNumbers the number to try first, by what is wanted: those below it are taken */
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

/** The files of a WordPress site, found by the addresses under which its pages showed them. */
interface Uploads {
  /**
   * Path of the file below the folder, or null. The original is preferred to the sizes that WordPress made of it. Of a file that
   * is not in the folder and that the site has from an earlier import, the path of its former address.
   */
  find(address: string): string | null;
  pathOf(name: string): string;
  /** The id of a file that is not in the folder and that the site has. */
  idHere(name: string): string | null;
}

/** What the site has from an earlier import: file ids by the keys of their former addresses. */
export interface FormerFiles {
  ids: ReadonlyMap<string, string>;
  /** Where the former site and its files stood. */
  hosts: ReadonlySet<string>;
}

/** The files to which former addresses lead here, without those in the trash. */
export async function readFormerFiles(db: Database, wxr: WxrSite): Promise<FormerFiles> {
  const files = await db.query.selectFrom("files").select("id").where("deleted_at", "is", null).execute();
  const byAddress = new Map(files.map(({ id }) => [lastingAddress({ id }), id]));
  const redirects = await db.query
    .selectFrom("redirects")
    .select(["from_key", "to_path"])
    .where("to_path", "like", "/files/%")
    .execute();
  const ids = redirects.flatMap(({ from_key, to_path }) => {
    const id = byAddress.get(to_path ?? "");
    return id === undefined ? [] : [[from_key, id] as const];
  });
  // Feature pictures of Ghost may be on any host, such as a picture agency.
  const hosts = wxr.system === "Ghost" ? siteHosts(wxr) : new Set([...siteHosts(wxr), ...fileHostsOf(wxr)]);
  return { ids: new Map(ids), hosts };
}

export function openUploads(folder: string | null, former: FormerFiles): Uploads {
  const files = folder === null ? [] : listFiles(folder);
  const paths = new Set(files);
  const byName = Map.groupBy(files, (file) => nameKey(file));
  const isFlat = files.every((file) => !file.includes("/"));
  const findFile = (path: string): string | null => {
    const sameName = byName.get(nameKey(path)) ?? [];
    const best = sameName.find((file) => belowUploads(file) === belowUploads(path));
    if (best !== undefined) return best;
    const others = sameName.filter((file) => isFlat || isSamePlace(file, path));
    return others.length === 1 || isFlat ? (others[0] ?? null) : null;
  };
  return {
    pathOf: (name) => join(folder ?? "", name),
    idHere: (name) => (paths.has(name) ? null : (former.ids.get(redirectKey(`/${name}`)) ?? null)),
    find(address) {
      const path = pathOfAddress(address, former.hosts);
      if (path === null) return null;
      const whole = withoutSize(path);
      const wanted = [
        whole.replace(/-scaled(\.\w+)$/, "$1"),
        whole,
        path,
        whole.replace(/(\.\w+)$/, "-scaled$1"),
      ];
      for (const one of wanted) {
        const file = findFile(one);
        if (file !== null) return file;
      }
      const here = [path, withoutSize(path)].find((one) => former.ids.has(redirectKey(one)));
      return here?.replace(/^\/+/, "") ?? null;
    },
  };
}

/** Path of an address of the former site without its query, also behind the picture servers of WordPress.com; null for another host. */
function pathOfAddress(address: string, hosts: ReadonlySet<string>): string | null {
  const given = URL.parse(address, "http://site.example");
  const url = given && /^i\d\.wp\.com$/.test(given.host) ? URL.parse(`https:/${given.pathname}`) : given;
  if (!url || !(url.hostname === "site.example" || hosts.has(url.host))) return null;
  try {
    return decodeURIComponent(url.pathname).normalize("NFC");
  } catch {
    return url.pathname;
  }
}

/** `photo-300x200.jpg` is WordPress's size of `photo.jpg`; Ghost puts sizes and formats into folders. */
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

/** Whether an address that names no folder, or as much of one as the file does, can only mean this file. */
function isSamePlace(file: string, path: string): boolean {
  const [one, other] = [belowUploads(file), path.normalize("NFC").toLowerCase().replace(/^\/+/, "")];
  if (!other.includes("/")) return true;
  return one.includes("/") && (other.endsWith(`/${one}`) || one.endsWith(`/${other}`));
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
 * Lets an export name attachments by number that an earlier import brought: those that it does not hold itself, and whose
 * address by number leads to a file here. Answers their numbers.
 */
export function addFormerAttachments(site: OldSite, { ids }: FormerFiles): Set<string> {
  const added = new Set<string>();
  const [base] = site.wxr.urls;
  if (site.wxr.system !== "WordPress" || base === undefined) return added;
  const addresses = new Map<string, string>();
  for (const [key, id] of ids) if (/\.\w{3,4}$/.test(key) && !addresses.has(id)) addresses.set(id, key);
  for (const [key, id] of ids) {
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

/** Reports the numbers of attachments that an item names and an earlier import brought. */
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
          "The export does not hold this number; the picture that an earlier import brought by it is used",
        );
}

function numbersIn({ meta, content }: WxrItem): string[] {
  const listed = [...content.matchAll(/\bids=["']?([\d,\s]{1,5000})/g)].flatMap(([, ids = ""]) =>
    ids.split(",").map((id) => id.trim()),
  );
  return [meta.get("_thumbnail_id") ?? "", ...listed];
}
