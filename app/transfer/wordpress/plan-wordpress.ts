import { readSettings } from "#app/company/settings.ts";
import { settingsSchema } from "#app/company/settings-schema.ts";
import { blog } from "#app/content/kinds/blog.ts";
import type { Database } from "#app/database/database.ts";
import type { Plan, PlannedRedirect } from "../plan.ts";
import { wholeFile } from "../problem.ts";
import { type AddressBook, openAddressBook } from "./address-book.ts";
import { bodyOf, filesOf, withFiles } from "./body.ts";
import { openOldSite } from "./old-site.ts";
import { planItem } from "./plan-items.ts";
import { placePages, reportPages, settingsWith } from "./plan-pages.ts";
import { planPictures } from "./plan-pictures.ts";
import { openReport, type Report } from "./report.ts";
import { reportRest } from "./report-rest.ts";
import { planTerms } from "./terms.ts";
import { chooseTitles } from "./titles.ts";
import { openUploads } from "./uploads.ts";
import type { WxrItem, WxrSite } from "./wxr.ts";

/** What becomes of a WordPress site here, and the report of all that does not come along as it was. */
export async function planWordPress(
  db: Database,
  wxr: WxrSite,
  uploads: string | null,
): Promise<{ plan: Plan; report: Report }> {
  const report = openReport();
  const settings = await readSettings(db);
  const placed = await placePages(db, wxr, settings);
  const placedItems = new Set(placed.map(({ item }) => item));
  const coming = wxr.items.filter((item) => isKept(item) && !placedItems.has(item));
  const site = openOldSite(wxr, chooseTitles(coming, report), openUploads(uploads));
  const terms = planTerms(coming, site, report);
  const book = openAddressBook(site, new Map(placed.map(({ item, path }) => [item.id, path])), terms.lists);
  const items = coming.map((item) => planItem(item, site, terms, book, report));
  const texts = placed.map((page) => ({ page, doc: bodyOf(page.item, site, book, report) }));
  reportPages(
    site,
    placed,
    coming.filter(({ type }) => type === "page"),
    settings,
    report,
  );
  const docs = [...items.map(({ doc }) => doc), ...texts.map(({ doc }) => doc)];
  const shown = [...docs.flatMap(filesOf), ...items.flatMap(({ cover }) => cover ?? [])];
  const next = settingsWith(settings, texts, wxr);
  const plan: Plan = {
    settings:
      JSON.stringify(next) === JSON.stringify(settings)
        ? null
        : (names) =>
            settingsSchema.parse(
              settingsWith(
                settings,
                texts.map(({ page, doc }) => ({ page, doc: withFiles(doc, names) })),
                wxr,
              ),
            ),
    categories: terms.categories,
    ...planPictures(site, shown, report),
    entries: items.map(({ entry }) => entry),
    redirects: planRedirects(book, site.titles, report),
    pictureBytes: 40_000_000,
    leavePicture: ({ name, key }, why) =>
      key.startsWith("documents/")
        ? report.add(`Document ${name}`, "document", why)
        : report.add(`Picture ${name}`, "picture", why),
  };
  reportRest(
    site,
    wxr.items.filter(
      (item) => !isKept(item) && !["attachment", "nav_menu_item", "wp_block"].includes(item.type),
    ),
    report,
  );
  return { plan, report };
}

/** Posts and pages, but for those in the trash and those that were opened and never saved. */
function isKept({ type, status }: WxrItem): boolean {
  return (type === "post" || type === "page") && !["trash", "auto-draft", "inherit"].includes(status);
}

/** Addresses of this site can't lead elsewhere. */
const taken =
  /^\/(|about|services|media|clients|portfolio|blog|contact|calltoaction|newsletter|search|terms|privacy|login|registration|myprofile|dashboard|setup|api)$/;

function planRedirects(book: AddressBook, titles: Map<string, string>, report: Report): PlannedRedirect[] {
  return [...book].flatMap(([key, { from, to }]): PlannedRedirect[] => {
    const place = wholeFile(from);
    const isOwn = "path" in to && to.path === key;
    if (taken.test(key)) {
      if (!isOwn) report.add(`Address ${from}`, "former address", "This site has a page of its own there");
      return [];
    }
    return "path" in to || "file" in to
      ? [{ from, to, place }]
      : [{ from, to: { kind: blog, title: titles.get(to.item.id) ?? "" }, place }];
  });
}
