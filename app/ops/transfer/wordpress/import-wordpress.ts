import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { readSettings } from "#app/domain/company/settings.ts";
import { settingsSchema } from "#app/domain/company/settings-schema.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { namesOldPage, redirectKey } from "#app/domain/content/urls/redirect-keys.ts";
import { isFixedPage } from "#app/domain/content/urls/resolve-urls.ts";
import { entryPath, toSlug } from "#app/domain/content/urls/slug.ts";
import { readRow, readVersion } from "#app/domain/content/versions/read-versions.ts";
import type { RichText } from "#app/lib/rich-text/schema/schema.ts";
import { countNoun } from "#app/lib/text/counts.ts";
import { cutText } from "#app/lib/text/cut.ts";
import type { Database } from "#app/platform/database/database.ts";
import { checkAddresses } from "../apply/make-plan.ts";
import {
  type ImportContext,
  nameKey,
  type Plan,
  type PlannedEntry,
  type PlannedFile,
  type PlannedNames,
  type PlannedRedirect,
  planAuthors,
  readSiteContents,
  type SiteContents,
} from "../bundle/plan.ts";
import { NotImportable, openProblemCollector, wholeFile } from "../bundle/problems.ts";
import { type Ledger, openLedger } from "../ledger/ledger.ts";
import { listShownPatterns } from "./blocks.ts";
import { bodyOf, captionsIn, filesOf, withMovedFiles } from "./body.ts";
import { type EarlierImports, readEarlierImports, siteAddress, unknownSite } from "./former-sites.ts";
import { textLineOf } from "./html-text.ts";
import { reportLanguages } from "./languages.ts";
import {
  addFormerAttachments,
  chooseTitles,
  fileKey,
  isDocumentFile,
  isImage,
  isPdfName,
  type OldSite,
  openOldSite,
  openUploads,
  reportFormerAttachments,
} from "./old-site.ts";
import { lacksCover, placePages, planItem, reportFields, reportPages, settingsWith } from "./plan-items.ts";
import type { WxrItem, WxrSite } from "./read-wxr.ts";
import { type MoveReport, openReport } from "./report.ts";
import { takeSpecialPages } from "./site-paths.ts";
import { planTerms } from "./terms.ts";
import { createUrlMap, enterContentFiles, placeNow, reportDeadLinks, type UrlMap } from "./url-map.ts";

export interface OldSiteImport extends ImportContext {
  /** Folder of its files; null without files. */
  uploads: string | null;
}

/** Checks a parsed export without changing anything. Throws NotImportable. */
export async function planOldSiteImport(
  db: Database,
  wxr: WxrSite,
  options: Pick<OldSiteImport, "uploads" | "now" | "replace">,
): Promise<{ plan: Plan; site: SiteContents; report: MoveReport }> {
  const site = await readSiteContents(db);
  const { plan: read, report } = await planOldSite(db, wxr, site, options);
  const plan = { ...read, entries: planAuthors(read.entries, site) };
  const collector = openProblemCollector();
  checkAddresses(plan.entries, site, { replace: options.replace ?? false }, collector);
  if (collector.problems.length > 0) throw new NotImportable(collector.problems);
  return { plan, site, report };
}

/** Writes the report next to the export or, if that fails, to the folder `elsewhere`. Returns its path. */
export function writeReportFile(path: string, lines: string, elsewhere: string): string {
  const name = `${basename(path, extname(path))}.report.txt`;
  for (const folder of [dirname(path), elsewhere])
    try {
      writeFileSync(join(folder, name), lines);
      return join(folder, name);
    } catch (error) {
      if (folder === elsewhere) throw error;
    }
  return "";
}

/** Plans the import of another site, and reports everything that it changes or leaves out. */
async function planOldSite(
  db: Database,
  read: WxrSite,
  here: SiteContents,
  { uploads, now }: Pick<OldSiteImport, "uploads" | "now">,
): Promise<{ plan: Plan; report: MoveReport }> {
  const isGhost = read.system === "Ghost";
  const report = openReport(isGhost ? read.urls[0] : "");
  const settings = await readSettings(db);
  const special = takeSpecialPages(read, report);
  const { wxr } = special;
  const placed = await placePages(db, wxr, settings);
  const placedItems = new Set<WxrItem>([...placed.map(({ item }) => item), ...special.empty]);
  const coming = wxr.items.filter((item) => isImported(item) && !placedItems.has(item));
  const earlier = await readEarlierImports(db, wxr);
  const titles = chooseTitles(coming, report);
  const site = openOldSite(wxr, titles, openUploads(uploads, earlier, wxr), earlier);
  reportFormerAttachments(coming, addFormerAttachments(site, earlier), site, report);
  const existingCovers = await readExistingCovers(db, coming, site, { here, earlier });
  const terms = planTerms(coming, site, report);
  const places = new Map([...special.paths, ...placed.map(({ item, path }) => [item.id, path] as const)]);
  const urlMap = createUrlMap(site, places, terms.lists, report);
  const ledger = openSiteLedger(site, urlMap, uploads, report);
  const items = coming.map((item) => {
    const firstLine = report.lines.length;
    const planned = planItem(item, site, terms, urlMap, { report, now, existingCovers });
    compareWithSource(ledger, site, item, planned, firstLine);
    return planned;
  });
  const textOf = (item: WxrItem) => {
    const firstLine = report.lines.length;
    const doc = bodyOf(item, site, urlMap, report);
    reportFields(item, site, report);
    compareWithSource(ledger, site, item, { doc, entry: null }, firstLine);
    return doc;
  };
  const texts = placed.map((page) => ({ page, doc: textOf(page.item) }));
  for (const item of special.empty) if (!texts.some(({ page }) => page.item === item)) textOf(item);
  reportPages(
    site,
    placed,
    coming.filter(({ type }) => type === "page"),
    settings,
    report,
  );
  reportLanguages(coming, wxr, report);
  const docs = [...items.map(({ doc }) => doc), ...texts.map(({ doc }) => doc)];
  const shown = [...docs.flatMap(filesOf), ...items.flatMap(({ cover }) => cover ?? [])];
  const { filesHere, ...files } = planPictures(site, { files: shown, captions: captionsIn(docs) }, report);
  if (isGhost) {
    await reportDeadLinks(db, site, report);
    enterContentFiles(urlMap, site, new Set([...files.pictures, ...files.documents].map(fileOf)));
  }
  const next = settingsWith(settings, texts, wxr);
  const redirects = planRedirects(urlMap, site, here, report);
  const plan: Plan = {
    settings:
      JSON.stringify(next) === JSON.stringify(settings)
        ? null
        : (names) =>
            settingsSchema.parse(
              settingsWith(
                settings,
                texts.map(({ page, doc }) => ({ page, doc: withMovedFiles(doc, names) })),
                wxr,
              ),
            ),
    categories: terms.categories,
    ...files,
    entries: items.map(({ entry }) => entry),
    redirects,
    filesHere,
    records: null,
    trash: null,
    versions: null,
    pictureBytes: 40_000_000,
    leavePicture: ({ name, key }, why) =>
      key.startsWith("documents/")
        ? report.add(`Document ${name}`, "document", why)
        : report.add(`Picture ${name}`, "picture", why),
  };
  reportRest(
    site,
    wxr.items.filter(
      (item) => !isImported(item) && !["attachment", "nav_menu_item", "wp_block"].includes(item.type),
    ),
    report,
  );
  reportPatterns(site, [...coming, ...placedItems], report);
  finishLedger(ledger, site, [...coming, ...placedItems], { redirects, places, report });
  return { plan, report };
}

/** Posts and pages, except those in the trash and those that were never saved. */
function isImported({ type, status }: WxrItem): boolean {
  return (type === "post" || type === "page") && !["trash", "auto-draft", "inherit"].includes(status);
}

/** Paths that the product uses, with everything below them; no redirect can start there. */
const ownFolder =
  /^\/(api|assets|auth|dashboard|files|healthz|invitation|login|metrics|myprofile|newsletter|preview|readyz|setup|verify-email|verify-email-change|weave)(\/|$)/;

function isOwnPath(key: string): boolean {
  const [path = "", query] = key.split("?", 2);
  if (namesOldPage({ pathname: path, searchParams: new URLSearchParams(query) })) return false;
  return isFixedPage(path) || ownFolder.test(path);
}

function planRedirects(
  urlMap: UrlMap,
  { wxr, titles, taken }: OldSite,
  here: SiteContents,
  report: MoveReport,
): PlannedRedirect[] {
  // Shared by all redirects, since there may be a hundred thousand.
  const place = wholeFile("Former addresses");
  const site = siteAddress(wxr) ?? unknownSite;
  return [...urlMap].flatMap(([key, { from, to }]): PlannedRedirect[] => {
    const isOwn = "path" in to && to.path === key.split("?", 1)[0];
    if (isOwnPath(key)) {
      if (!isOwn) report.add(`Address ${from}`, "former address", "This site has its own page there");
      return [];
    }
    const title = "item" in to ? (titles.get(to.item.id) ?? "") : "";
    const target = "path" in to ? to.path : here.entries.get(nameKey(blog.name, title));
    const other = taken.get(key);
    if (other && other.target !== target) {
      const owner = isNamed(other.site) ? other.site : "another former site";
      report.add(`Address ${from}`, "former address", `It leads to the page or file of ${owner}`);
      return [];
    }
    return "path" in to || "file" in to
      ? [{ from, to, site, place }]
      : [{ from, to: { kind: blog, title }, site, place }];
  });
}

/** Ghost exports do not contain the address of their site. */
function isNamed(site: string): boolean {
  return site !== unknownSite && !site.startsWith("ghost.invalid");
}

/** Item types that WordPress writes for its own use, without text of people. */
const internal = new Set([
  "revision",
  "customize_changeset",
  "oembed_cache",
  "user_request",
  "wp_global_styles",
  "custom_css",
]);

/** Reports everything else in the export: neither post, page nor attachment. */
function reportRest(site: OldSite, left: readonly WxrItem[], report: MoveReport): void {
  const menus = Map.groupBy(
    site.wxr.items.filter(({ type }) => type === "nav_menu_item"),
    (item) => item.terms.find(({ domain }) => domain === "nav_menu")?.name ?? "",
  );
  for (const menu of new Set([...site.wxr.menus, ...menus.keys()]))
    report.add(
      `Menu “${textLineOf(menu)}”`,
      `menu with ${menus.get(menu)?.length ?? 0} entries`,
      "The navigation is built from published content",
    );
  const types = Map.groupBy(
    left.filter(({ type }) => internal.has(type)),
    ({ type }) => type,
  );
  for (const [type, items] of types)
    report.add("Site", `${items.length} of “${type}”`, "Internal data of WordPress");
  for (const item of left.filter(({ type }) => !internal.has(type)))
    report.add(
      site.nameOf(item),
      item.type === "post" || item.type === "page" ? `status ${item.status}` : `type “${item.type}”`,
      item.type === "post" || item.type === "page"
        ? "It was in the trash or an empty draft"
        : "There is no such kind of content here",
    );
  for (const { what, why } of site.wxr.left) report.add("Site", what, why);
  if (site.wxr.strayCharacters > 0)
    report.add("Site", `${site.wxr.strayCharacters} control characters`, "They can't be shown");
}

/** Reports the synced patterns that no imported item shows. */
function reportPatterns(site: OldSite, items: readonly WxrItem[], report: MoveReport): void {
  const patterns = site.wxr.items.filter(({ type }) => type === "wp_block");
  const shown = listShownPatterns(patterns.length > 0 ? items : [], site);
  const titles = patterns.flatMap(({ id, title }) => (shown.has(id) ? [] : [`“${textLineOf(title)}”`]));
  if (titles.length > 0)
    report.add(
      "Site",
      `${countNoun(titles.length, "synced pattern")} (wp_block): ${titles.join(", ")}`,
      titles.length === 1 ? "No imported text shows it" : "No imported text shows them",
    );
}

/** Its path below the uploads folder. */
function fileOf({ key }: PlannedFile): string {
  return key.slice(key.indexOf("/") + 1);
}

/** Existing covers, by title, of entries to replace whose own cover is missing, unless the entry came from another site. */
async function readExistingCovers(
  db: Database,
  items: readonly WxrItem[],
  site: OldSite,
  { here, earlier }: { here: SiteContents; earlier: EarlierImports },
): Promise<Map<string, string>> {
  const covers = new Map<string, string>();
  for (const item of items) {
    const title = site.titles.get(item.id) ?? "";
    const id = here.entries.get(nameKey(blog.name, title));
    if (id === undefined || earlier.entriesOfOthers.has(id) || !lacksCover(item, site)) continue;
    const { latest_version } = await readRow(db, blog, id);
    const { cover } = (await readVersion(db, blog, id, latest_version)).data;
    if (cover) covers.set(title, cover);
  }
  return covers;
}

/** Pictures and PDFs to import: all found attachments, and other files that texts show or link to. */
function planPictures(
  site: OldSite,
  shown: { files: Iterable<string>; captions: ReadonlySet<string> },
  report: MoveReport,
): { pictures: PlannedFile[]; documents: PlannedFile[]; filesHere: Map<string, string> } {
  const alts = new Map<string, string>();
  const documents = new Set<string>();
  for (const item of site.wxr.items.filter(({ type }) => type === "attachment")) {
    const name = `Attachment ${item.id} “${textLineOf(item.title)}”`;
    const isFile = isImage(item) || isDocumentFile(item);
    const file = isFile ? site.uploads.find(item.attachmentUrl) : null;
    if (file !== null && isDocumentFile(item)) documents.add(file);
    else if (file !== null)
      alts.set(
        file,
        alts.get(file) || cutText(textLineOf(item.meta.get("_wp_attachment_image_alt") ?? ""), 1000),
      );
    else if (!isFile) report.add(name, `file ${item.attachmentUrl}`, "Only pictures and PDFs are imported");
    else
      report.add(
        name,
        `${isDocumentFile(item) ? "document" : "picture"} ${item.attachmentUrl}`,
        "It is not among the files of the export",
      );
    if (file !== null && item.content.trim() !== "")
      report.add(
        name,
        `description “${textLineOf(item.content)}”`,
        "A picture has an alternative text and captions here",
      );
    const caption = textLineOf(item.excerpt);
    if (file !== null && caption !== "" && !shown.captions.has(caption))
      report.add(name, `caption “${caption}”`, "No text shows it; a picture of the library has no caption");
  }
  for (const file of shown.files) {
    if (isPdfName(file)) documents.add(file);
    else if (!alts.has(file)) alts.set(file, "");
  }
  const plan = (key: string, file: string, alt: string): PlannedFile => ({
    key,
    alt,
    name: file.split("/").at(-1) ?? file,
    focal: [0.5, 0.5],
    tags: [],
    deletedAt: null,
    place: wholeFile(file),
    read: () => readFile(site.uploads.pathOf(file)),
  });
  const filesHere = new Map(
    [...alts.keys(), ...documents].flatMap((file) => {
      const id = site.uploads.idHere(file);
      return id === null ? [] : [[fileKey(file), id] as const];
    }),
  );
  const count = new Set(filesHere.values()).size;
  if (count > 0)
    report.add(
      "Site",
      `${count} ${count === 1 ? "file" : "files"}`,
      "Not among the files of the export; files of an earlier import from the same addresses are still used",
    );
  const isComing = (file: string) => !filesHere.has(fileKey(file));
  return {
    pictures: [...alts]
      .filter(([file]) => isComing(file))
      .map(([file, alt]) => plan(`pictures/${file}`, file, alt)),
    documents: [...documents].filter(isComing).map((file) => plan(`documents/${file}`, file, "")),
    filesHere,
  };
}

/** A ledger of the items that an export contains. */
function openSiteLedger(site: OldSite, urlMap: UrlMap, uploads: string | null, report: MoveReport): Ledger {
  const { system, urls } = site.wxr;
  const items = [...site.items.values()].flatMap(({ source }) => source ?? []);
  return openLedger({ system, items, urls, placeOf: (url) => placeNow(url, site, urlMap) }, uploads, report);
}

/** Uses names as ids, since the plan is compared, not the stored result. */
const sameNames: PlannedNames = {
  picture: (name) => name,
  file: (name) => name,
  category: (_, name) => name,
  entry: (_, title) => title,
};

/** Compares an item with its plan. @param firstLine index of the first report line added by its planning */
function compareWithSource(
  ledger: Ledger,
  site: OldSite,
  item: WxrItem,
  { doc, entry }: { doc: RichText; entry: PlannedEntry | null },
  firstLine: number,
): void {
  if (!item.source) return;
  const { language = null, translationGroup = null } = entry ?? {};
  const fields = entry && { ...readFields(entry.data(sameNames)), language, translationGroup };
  ledger.compareItem(item.source, site.nameOf(item), { doc, fields }, firstLine);
}

function readFields({ title, summary, seo, categories, tags, cover }: Record<string, unknown>) {
  const texts = typeof seo === "object" && seo !== null ? { ...seo } : {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  return {
    title: text(title),
    summary: text(summary),
    seoTitle: text("title" in texts ? texts.title : ""),
    seoDescription: text("description" in texts ? texts.description : ""),
    categories: list(categories),
    tags: list(tags),
    hasCover: text(cover) !== "",
  };
}

interface PlannedAddresses {
  redirects: readonly PlannedRedirect[];
  /** Paths of items without an entry, by id. */
  places: ReadonlyMap<string, string>;
  report: MoveReport;
}

/** Compares the addresses of all items with the planned redirects, and reports the counts of the site. */
function finishLedger(
  ledger: Ledger,
  site: OldSite,
  items: readonly WxrItem[],
  { redirects, places, report }: PlannedAddresses,
): void {
  const named = report.lines.flatMap(({ item }) => (item.startsWith("Address ") ? [item.slice(8)] : []));
  const targets = new Map<string, string | null>([
    ...redirects.map(({ from, to }) => [redirectKey(from), targetPath(to)] as const),
    ...[...places.values()].map((path) => [redirectKey(path), path] as const),
    ...named.map((from) => [redirectKey(from), null] as const),
  ]);
  for (const item of items) {
    const place = places.get(item.id) ?? entryPath(blog, toSlug(site.titles.get(item.id) ?? ""));
    if (item.source) ledger.compareAddresses(item.source, site.nameOf(item), place, targets);
  }
  ledger.finish();
}

function targetPath(to: PlannedRedirect["to"]): string {
  if ("path" in to) return to.path;
  if ("file" in to) return to.file;
  return "url" in to ? to.url : entryPath(to.kind, toSlug(to.title));
}
