import type { Settings } from "#app/domain/company/settings-schema.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import { isEmptyDoc, type RichText } from "#app/lib/rich-text/schema/schema.ts";
import { toText } from "#app/lib/rich-text/text.ts";
import { cutText, shortenAtWord } from "#app/lib/text/cut.ts";
import type { Database } from "#app/platform/database/database.ts";
import { factsOf, type PlannedEntry, type PlannedNames, type WantedState } from "../bundle/plan.ts";
import { wholeFile } from "../bundle/problems.ts";
import { beforeMore, bodyOf, withMovedFiles } from "./body.ts";
import { textLineOf } from "./html-text.ts";
import { authorOf, firstMoment, type OldSite, wordPressMoment } from "./old-site.ts";
import type { WxrItem, WxrSite } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";
import { reportOtherTerms, type Terms } from "./terms.ts";
import type { UrlMap } from "./url-map.ts";

/** A post or page as a blog post, with its pictures by their path in the uploads. */
export interface PlannedItem {
  entry: PlannedEntry;
  doc: RichText;
  cover: string | null;
}

interface PlanningItems {
  report: MoveReport;
  now: Date;
  /** Ids of existing covers to keep, by title of the entry. */
  existingCovers: ReadonlyMap<string, string>;
}

export function planItem(
  item: WxrItem,
  site: OldSite,
  terms: Terms,
  urlMap: UrlMap,
  { report, now, existingCovers }: PlanningItems,
): PlannedItem {
  const title = site.titles.get(item.id) ?? "";
  const doc = bodyOf(item, site, urlMap, report);
  const cover = coverOf(item, site);
  const formerCover = existingCovers.get(title) ?? null;
  reportCover(item, site, formerCover !== null, report);
  const at = wordPressMoment(item);
  const { state, note } = stateOf(item, site, report);
  const fixed = {
    title,
    summary: summaryOf(item, doc, site, report),
    tags: terms.tagsOf(item),
    author: authorOf(item, site),
    publishedOn: dayOf(at?.day ?? "", state, now),
    seo: searchTextsOf(item, site, report),
  };
  const data = (names: PlannedNames) => ({
    ...fixed,
    cover: cover === null ? formerCover : names.picture(cover),
    categories: terms.categoriesOf(item).flatMap((name) => names.category("blog", name) ?? []),
    body: withMovedFiles(doc, names),
  });
  reportRest(item, site, report);
  const entry: PlannedEntry = {
    kind: blog,
    title,
    ...factsOf(blog, fixed),
    data,
    note,
    state,
    draft: null,
    position: null,
    unpublishAt: null,
    formerAddresses: [],
    guid: item.guid || null,
    language: item.language,
    translationGroup: item.translationGroup,
    isLanguageKnown: site.hasLanguages,
    place: wholeFile(site.nameOf(item)),
    publishAt: state === "scheduled" ? (at?.moment ?? null) : null,
    publishedAt: state === "published" ? (at?.moment ?? null) : null,
    createdAt: firstMoment([item.createdGmt]) ?? (state === "scheduled" ? null : (at?.moment ?? null)),
    updatedAt: firstMoment([item.modifiedGmt]),
  };
  return { entry, doc, cover };
}

/** The day of a post. Public posts are not in the future, with one day of tolerance for time zones. */
function dayOf(day: string, state: WantedState, now: Date): string {
  if (state === "draft") return "";
  const latest = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  return state === "published" && day > latest ? now.toISOString().slice(0, 10) : day;
}

const draftNotes: Record<string, string> = {
  pending: "It was waiting for review; it is a draft here",
  private: "It was private; it is a draft here",
  members: "It was for members only; it is a draft here",
  sent: "It was only sent by e-mail; it is a draft here",
};

function stateOf(item: WxrItem, site: OldSite, report: MoveReport): { state: WantedState; note: string } {
  const draft = (what: string, why: string) => {
    report.add(site.nameOf(item), what, why);
    return { state: "draft" as const, note: why };
  };
  if (item.password !== "")
    return draft("password", "There are no passwords for single posts; it is a draft here");
  if (item.status === "publish") return { state: "published", note: "" };
  if (item.status === "future" && wordPressMoment(item)) return { state: "scheduled", note: "" };
  if (item.status === "draft") return { state: "draft", note: "" };
  return draft(
    `status ${item.status}`,
    draftNotes[item.status] ?? "Its status is unknown; it is a draft here",
  );
}

function coverOf(item: WxrItem, site: OldSite): string | null {
  const attachment = site.items.get(item.meta.get("_thumbnail_id") ?? "");
  return attachment ? site.uploads.find(attachment.attachmentUrl) : null;
}

/** Whether the featured picture of an item is missing. */
export function lacksCover(item: WxrItem, site: OldSite): boolean {
  return Boolean(item.meta.get("_thumbnail_id")) && coverOf(item, site) === null;
}

function reportCover(item: WxrItem, site: OldSite, staysHere: boolean, report: MoveReport): void {
  if (!lacksCover(item, site)) return;
  const id = item.meta.get("_thumbnail_id") ?? "";
  const cause = site.items.has(id)
    ? "It is not among the files of the export"
    : "The export does not contain this id; export all content at once";
  const why = `${cause}; ${staysHere ? "the existing cover stays" : "the cover is generated"}`;
  report.add(site.nameOf(item), `featured picture ${site.items.get(id)?.attachmentUrl ?? id}`, why);
}

/** `%%name%%` of Yoast, `%name%` of Rank Math and `#name` of All in One SEO; a lone percent sign does not match. */
const placeholder = /%%[\w-]+%%|%[a-z_]+(?:\([^)%]*\))?%|(?<!\S)#[a-z]+_[a-z_]+\b/g;

/** Title fields of Yoast, Rank Math, All in One SEO, SEOPress and The SEO Framework. */
const titleKeys = [
  "_yoast_wpseo_title",
  "rank_math_title",
  "_aioseo_title",
  "_seopress_titles_title",
  "_genesis_title",
];
const descriptionKeys = [
  "_yoast_wpseo_metadesc",
  "rank_math_description",
  "_aioseo_description",
  "_seopress_titles_desc",
  "_genesis_description",
];

/** The texts for search engines of the common plugins and of Ghost, without placeholders. */
function searchTextsOf(
  item: WxrItem,
  site: OldSite,
  report: MoveReport,
): { title: string; description: string } {
  const find = (what: string, names: readonly string[], most: number) => {
    const written = firstText(item, names);
    const found = site.wxr.system === "WordPress" ? withoutPlaceholders(written) : written;
    if (found !== written)
      report.add(
        site.nameOf(item),
        `placeholders in the ${what}: ${written}`,
        "A plugin filled them in; they are left out",
      );
    if (found.length <= most) return found;
    report.add(site.nameOf(item), `${what} “${found}”`, `It has at most ${most} characters`);
    return "";
  };
  return {
    title: find("title for search engines", titleKeys, 120),
    description: find("description for search engines", descriptionKeys, 320),
  };
}

/** The first non-empty field of these names, as one line. */
function firstText({ meta }: WxrItem, names: readonly string[]): string {
  return names.map((name) => textLineOf(meta.get(name) ?? "")).find((text) => text !== "") ?? "";
}

function withoutPlaceholders(text: string): string {
  const rest = text.replace(placeholder, " ");
  if (rest === text) return text;
  return rest.replace(/\s+/g, " ").replace(/^[\s|–—•:-]+|[\s|–—•:-]+$/g, "");
}

/** Reports `noindex` and canonical addresses, which entries do not have here. */
function reportSearchRules({ meta }: WxrItem, addLine: (what: string, why: string) => void): void {
  const isHidden =
    meta.get("_yoast_wpseo_meta-robots-noindex") === "1" ||
    /noindex/.test(meta.get("rank_math_robots") ?? "") ||
    meta.get("_seopress_robots_index") === "yes" ||
    meta.get("_genesis_noindex") === "1";
  if (isHidden) addLine("noindex", "Search engines find every public entry here; unpublish it to hide it");
  const canonical = [
    "_yoast_wpseo_canonical",
    "rank_math_canonical_url",
    "_seopress_robots_canonical",
    "_genesis_canonical_uri",
  ]
    .map((key) => meta.get(key))
    .find(Boolean);
  if (canonical) addLine(`canonical address ${canonical}`, "An entry here is its own original");
}

function reportRest(item: WxrItem, site: OldSite, report: MoveReport): void {
  const name = site.nameOf(item);
  const addLine = (what: string, why: string) => report.add(name, what, why);
  for (const { what, why } of item.left) addLine(what, why);
  if (item.isSticky) addLine("place at the top", "Posts are sorted by date here");
  if (item.comments > 0)
    addLine(`${item.comments} ${item.comments === 1 ? "comment" : "comments"}`, "There are no comments here");
  const template = item.meta.get("_wp_page_template");
  if (template && template !== "default")
    addLine(`page template ${template}`, "All posts have the same layout here");
  if (item.meta.has("enclosure"))
    addLine(`enclosed file ${item.meta.get("enclosure")?.split("\n")[0]}`, "The feed encloses no files");
  reportSearchRules(item, addLine);
  if (item.language === null && (item.languageCode !== "" || item.translationGroup !== null))
    addLine(
      item.languageCode === "" ? "language" : `language “${item.languageCode}”`,
      "The export does not say which language this is",
    );
  const own = [...item.meta.keys()].filter((key) => !/^_|^enclosure$|^footnotes$|^rank_math_/.test(key));
  if (own.length > 0) addLine(`fields of its own: ${own.join(", ")}`, "A post has no such fields here");
}

const most = 500;
const derivedLength = 200;

/** Summary of an item for lists: its excerpt, the text before the "more" mark, or its first words. */
function summaryOf(item: WxrItem, doc: RichText, site: OldSite, report: MoveReport): string {
  const own = textLineOf(item.excerpt);
  if (own.length > most)
    report.add(
      site.nameOf(item),
      `end of the excerpt: “${own.slice(most)}”`,
      `It has at most ${most} characters`,
    );
  if (own !== "") return shortenAtWord(own, most);
  const teaser = textLineOf(withoutMarks(beforeMore(item.content) ?? ""));
  if (teaser !== "" && teaser.length <= most) return teaser;
  const paragraphs = doc.content.filter(({ type }) => type === "paragraph");
  const text = toText(paragraphs.length > 0 ? { ...doc, content: paragraphs } : doc);
  return shortenAtWord(text.replace(/\s+/g, " ").trim(), derivedLength);
}

function withoutMarks(html: string): string {
  return html.replace(/\[\/?\w[^\]\n]{0,500}\]/g, " ");
}

/** A page that becomes a text of the settings. */
export interface PlacedPage {
  item: WxrItem;
  group: "about" | "legal";
  field: "story" | "terms" | "privacy";
  path: string;
}

const places = [
  {
    group: "about",
    field: "story",
    path: "/about",
    names: /^(about|about-us|about-me|our-story|who-we-are)$/,
  },
  {
    group: "legal",
    field: "privacy",
    path: "/privacy",
    names: /^(privacy|privacy-policy|datenschutz|data-protection)$/,
  },
  {
    group: "legal",
    field: "terms",
    path: "/terms",
    names: /^(terms|terms-and-conditions|terms-of-service|terms-of-use|conditions)$/,
  },
] as const;

/** Pages for settings that are empty or contain the same page of an earlier import. */
export async function placePages(db: Database, wxr: WxrSite, settings: Settings): Promise<PlacedPage[]> {
  const pages = wxr.items.filter(
    ({ type, status, parent, password }) =>
      type === "page" && status === "publish" && parent === "0" && password === "",
  );
  const placed: PlacedPage[] = [];
  for (const { names, group, field, path } of places) {
    const item = pages.find(({ slug }) => names.test(slug.toLowerCase()));
    const text = group === "about" ? settings.about.story : settings.legal[field];
    if (item && (isEmptyDoc(text) || (await leadsTo(db, item, path))))
      placed.push({ item, group, field, path });
  }
  return placed;
}

/** Whether an address of this item redirects to this path since an earlier import. */
async function leadsTo(db: Database, { id, otherLinks }: WxrItem, path: string): Promise<boolean> {
  for (const address of [`/?page_id=${id}`, ...otherLinks])
    if ((await findRedirect(db, address)) === path) return true;
  return false;
}

/** The settings with the texts of placed pages, and the name of the site if the company has none. */
export function settingsWith(
  settings: Settings,
  texts: { page: PlacedPage; doc: RichText }[],
  wxr: WxrSite,
): Settings {
  const next = structuredClone(settings);
  for (const { page, doc } of texts) {
    if (page.group === "about") next.about.story = doc;
    else if (page.field !== "story") next.legal[page.field] = doc;
  }
  if (next.company.name === "") next.company.name = cutText(textLineOf(wxr.title), 80);
  if (next.company.tagline === "") next.company.tagline = cutText(textLineOf(wxr.description), 160);
  return next;
}

/** Reports lost fields of a page without an entry: all except its text and addresses. */
export function reportFields(item: WxrItem, site: OldSite, report: MoveReport): void {
  const name = site.nameOf(item);
  const addText = (what: string, written: string, why: string) => {
    const text = textLineOf(written);
    if (text !== "") report.add(name, `${what} “${text}”`, why);
  };
  const noTexts = "Built-in pages have texts of their own for search engines";
  addText("title", item.title, "Built-in pages have titles of their own");
  addText("excerpt", item.excerpt, "Built-in pages have no excerpt");
  addText("title for search engines", firstText(item, titleKeys), noTexts);
  addText("description for search engines", firstText(item, descriptionKeys), noTexts);
  if (item.password !== "") report.add(name, "password", "Built-in pages have no password");
  if (item.meta.has("_thumbnail_id")) report.add(name, "featured picture", "Built-in pages have no cover");
  if (item.language !== null)
    report.add(name, `language ${item.language}`, "Built-in pages have no language of their own");
  if (item.translationGroup !== null)
    report.add(name, `translation group “${item.translationGroup}”`, "Built-in pages have none");
  for (const { domain, slug, name: term } of item.terms)
    if (slug !== "uncategorized" && (domain === "category" || domain === "post_tag"))
      addText(domain === "category" ? "category" : "tag", term, "Built-in pages have none");
  reportOtherTerms(item, site, report);
  reportRest(item, site, report);
}

export function reportPages(
  site: OldSite,
  placed: PlacedPage[],
  others: WxrItem[],
  settings: Settings,
  report: MoveReport,
): void {
  for (const { item, path } of placed) {
    const name = site.nameOf(item);
    report.add(
      name,
      "page",
      `Its text is now in the settings, shown at ${path}; its date and author were not imported`,
    );
  }
  for (const item of others) {
    const above = site.items.get(item.parent);
    report.add(
      site.nameOf(item),
      above ? `page below “${textLineOf(above.title)}”` : "page",
      "It is now a post in the category “Pages”; move its text where it belongs",
    );
  }
  const title = textLineOf(site.wxr.title);
  if (settings.company.name !== "" && title !== "")
    report.add("Site", `name “${title}”`, "The settings already have a name");
  if (settings.company.tagline !== "" && site.wxr.description !== "")
    report.add("Site", `tagline “${textLineOf(site.wxr.description)}”`, "The settings already have one");
}
