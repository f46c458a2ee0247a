import { redirectKey } from "#app/content/urls/redirect-keys.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import type { PlannedEntry, PlannedNames, PlannedRedirect } from "../bundle/plan.ts";
import { type Ledger, openLedger } from "../ledger/ledger.ts";
import type { OldSite } from "./old-site.ts";
import type { WxrItem } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";

/** A ledger of the items that an export holds. */
export function openSiteLedger({ wxr }: OldSite, uploads: string | null, report: MoveReport): Ledger {
  const items = wxr.items.flatMap(({ source }) => source ?? []);
  return openLedger({ system: wxr.system, items, urls: wxr.urls }, uploads, report);
}

/** Names things as the former site does: what is planned is compared, and not what is stored. */
const sameNames: PlannedNames = {
  picture: (name) => name,
  file: (name) => name,
  category: (_, name) => name,
  entry: (_, title) => title,
};

/** Compares an item with what is planned of it. @param firstLine of the report, of those that planning it added */
export function compareWithSource(
  ledger: Ledger,
  site: OldSite,
  item: WxrItem,
  { doc, entry }: { doc: RichText; entry: PlannedEntry | null },
  firstLine: number,
): void {
  if (!item.source) return;
  const fields = entry && readFields(entry.data(sameNames));
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
  /** Paths that are pages here as they were there. */
  same: readonly string[];
  report: MoveReport;
}

/** Compares the addresses of all items with the planned redirects, and writes the counts of the site. */
export function finishLedger(
  ledger: Ledger,
  site: OldSite,
  items: readonly WxrItem[],
  { redirects, same, report }: PlannedAddresses,
): void {
  const named = report.lines.flatMap(({ item }) => (item.startsWith("Address ") ? [item.slice(8)] : []));
  const keys = new Set([...redirects.map(({ from }) => from), ...same, ...named].map(redirectKey));
  for (const item of items) if (item.source) ledger.compareAddresses(item.source, site.nameOf(item), keys);
  ledger.finish();
}
