import type { Settings } from "#app/company/settings-schema.ts";
import { isEmptyDoc, type RichText } from "#app/content/rich-text/schema/schema.ts";
import { findRedirect } from "#app/content/urls/redirects.ts";
import type { Database } from "#app/database/database.ts";
import { textLineOf } from "./html-text.ts";
import type { OldSite } from "./old-site.ts";
import type { MoveReport } from "./report.ts";
import type { WxrItem, WxrSite } from "./wxr.ts";

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

/** Pages that have a place of their own here, as long as nothing stands in it yet, or nothing but what was brought from there before. */
export async function placePages(db: Database, wxr: WxrSite, settings: Settings): Promise<PlacedPage[]> {
  const pages = wxr.items.filter(
    ({ type, status, parent, password }) =>
      type === "page" && status === "publish" && parent === "0" && password === "",
  );
  const placed: PlacedPage[] = [];
  for (const { names, group, field, path } of places) {
    const item = pages.find(({ slug }) => names.test(slug.toLowerCase()));
    const text = group === "about" ? settings.about.story : settings.legal[field];
    if (item && (isEmptyDoc(text) || (await findRedirect(db, `/?page_id=${item.id}`)) === path))
      placed.push({ item, group, field, path });
  }
  return placed;
}

/** The settings with the texts of placed pages, and with the site's name where the company has none yet. */
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
  if (next.company.name === "") next.company.name = textLineOf(wxr.title).slice(0, 80);
  if (next.company.tagline === "") next.company.tagline = textLineOf(wxr.description).slice(0, 160);
  return next;
}

export function reportPages(
  site: OldSite,
  placed: PlacedPage[],
  others: WxrItem[],
  settings: Settings,
  report: MoveReport,
): void {
  for (const { item, path } of placed)
    report.add(
      site.nameOf(item),
      "page",
      `Its text stands at ${path} now, in the settings; its title, day and author did not come along`,
    );
  for (const item of others) {
    const above = site.items.get(item.parent);
    report.add(
      site.nameOf(item),
      above ? `page below “${textLineOf(above.title)}”` : "page",
      "It is a post in the category “Pages” now, so that nothing of it is lost; move its text to where it belongs",
    );
  }
  const title = textLineOf(site.wxr.title);
  if (settings.company.name !== "" && title !== "")
    report.add("Site", `name “${title}”`, "The settings have a name already");
  if (settings.company.tagline !== "" && site.wxr.description !== "")
    report.add("Site", `tagline “${textLineOf(site.wxr.description)}”`, "The settings have one already");
}
