import { slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import { cutText } from "#app/lib/text/cut.ts";
import { textLineOf } from "./html-text.ts";
import { type ChosenTerms, formerLists } from "./list-addresses.ts";
import type { OldSite } from "./old-site.ts";
import type { WxrItem, WxrTerm } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";

/** Imported categories and tags. */
export interface Terms {
  categories: { taxonomy: "blog"; name: string; summary: string }[];
  categoriesOf(item: WxrItem): string[];
  tagsOf(item: WxrItem): string[];
  /** Former addresses of their lists. */
  lists: { from: string; path: string }[];
}

/** Category of pages imported as posts. */
export const pagesCategory = "Pages";

const maxCategories = 100;
const maxTags = 100;

export function planTerms(items: readonly WxrItem[], site: OldSite, report: MoveReport): Terms {
  const uses = new Map<string, number>();
  for (const { terms } of items)
    for (const { domain, slug } of terms)
      uses.set(`${domain} ${slug}`, (uses.get(`${domain} ${slug}`) ?? 0) + 1);
  const known = new Map(site.wxr.categories.map((term) => [term.slug, term]));
  const chosen = new Map(items.map((item) => [item.id, chooseTerms(item, site, uses, report)]));
  const used = new Map<string, { name: string; summary: string }>();
  for (const { categories } of chosen.values())
    for (const { slug, name } of categories)
      if (!used.has(keyOf(name))) used.set(keyOf(name), { name, summary: summaryOf(known.get(slug)) });
  reportCategories(site, used, report);
  for (const { name, description } of site.wxr.tags)
    if (textLineOf(description) !== "")
      report.add(
        `Tag “${textLineOf(name)}”`,
        `description “${textLineOf(description)}”`,
        "A tag has no description here",
      );
  return {
    categories: [...used.values()].map((one) => ({ taxonomy: "blog", ...one })),
    categoriesOf: (item) => [
      ...new Set(
        (chosen.get(item.id)?.categories ?? []).map(({ name }) => used.get(keyOf(name))?.name ?? name),
      ),
    ],
    tagsOf: (item) => chosen.get(item.id)?.tags.map(({ name }) => name) ?? [],
    lists: formerLists(items, [...chosen.values()], uses, site),
  };
}

/** Limits the terms of an item; the most common ones remain. */
function chooseTerms(
  item: WxrItem,
  site: OldSite,
  uses: Map<string, number>,
  report: MoveReport,
): ChosenTerms {
  const usesOf = (domain: string, { slug }: { slug: string }) => uses.get(`${domain} ${slug}`) ?? 0;
  const main = mainCategoryOf(item, site);
  const all = (domain: string, most: number) =>
    item.terms
      .filter((term) => term.domain === domain && term.slug !== "uncategorized")
      .map(({ slug, name }) => ({ slug, name: cutText(textLineOf(name), most).trim() }))
      .filter(({ name }) => name !== "")
      // Ghost keeps the order chosen by authors; WordPress sorts by name.
      .toSorted((a, b) => (site.wxr.system === "Ghost" ? 0 : usesOf(domain, b) - usesOf(domain, a)))
      .toSorted((a, b) => Number(b.slug === main) - Number(a.slug === main));
  const categories = distinct([
    ...(item.type === "page" ? [{ slug: "", name: pagesCategory }] : []),
    ...all("category", 80),
  ]);
  const tags = distinct(all("post_tag", 60));
  const reportLeftOut = (what: string, rest: { name: string }[], most: number) =>
    rest.length > 0 &&
    report.add(
      site.nameOf(item),
      `${what}: ${rest.map(({ name }) => name).join(", ")}`,
      `A post has at most ${most}`,
    );
  reportLeftOut("categories", categories.slice(maxCategories), maxCategories);
  reportLeftOut("tags", tags.slice(maxTags), maxTags);
  reportOtherTerms(item, site, report);
  return { categories: categories.slice(0, maxCategories), tags: tags.slice(0, maxTags) };
}

/** Reports the terms of an item that are neither categories nor tags. */
export function reportOtherTerms(item: WxrItem, site: OldSite, report: MoveReport): void {
  for (const { domain, name } of item.terms.filter(
    (term) => !["category", "post_tag", "nav_menu"].includes(term.domain),
  ))
    report.add(
      site.nameOf(item),
      `${domain.replaceAll("_", " ")}: ${name}`,
      domain === "post_format" ? "All posts have the same layout here" : "This site has no such taxonomy",
    );
}

/** Slug of the primary category set by an SEO plugin; empty for none. */
function mainCategoryOf({ meta }: WxrItem, { wxr }: OldSite): string {
  const id = meta.get("_yoast_wpseo_primary_category") || meta.get("rank_math_primary_category");
  return id ? (wxr.categories.find((term) => term.id === id)?.slug ?? "") : "";
}

/** Reports parts of the category tree that a flat list cannot show. */
function reportCategories(site: OldSite, used: Map<string, unknown>, report: MoveReport): void {
  const names = new Map(site.wxr.categories.map(({ slug, name }) => [slug, textLineOf(name)]));
  for (const { slug, name: written, parent, description } of site.wxr.categories) {
    const name = textLineOf(written);
    const item = `Category “${name}”`;
    if (slug === "uncategorized") report.add(item, "category", "It means “no category”");
    else if (!used.has(keyOf(name))) report.add(item, "category", "No imported post uses it");
    else if (parent !== "")
      report.add(item, `place below “${names.get(parent) ?? parent}”`, "Categories have no hierarchy here");
    if (used.has(keyOf(name)) && textLineOf(description).length > maxSummary)
      report.add(item, "end of its description", `It has at most ${maxSummary} characters`);
  }
}

const maxSummary = 500;

function summaryOf(term: WxrTerm | undefined): string {
  return cutText(textLineOf(term?.description ?? ""), maxSummary).trim();
}

function distinct<Term extends { name: string }>(terms: Term[]): Term[] {
  return [...new Map(terms.toReversed().map((term) => [keyOf(term.name), term])).values()].reverse();
}

function keyOf(name: string): string {
  return slugKey(toSlug(name));
}
