import { countNoun } from "#app/lib/text/counts.ts";
import { languageTag } from "#app/lib/text/language-tag.ts";
import type { WxrItem, WxrSite } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";

/** Adds language and translation group from Polylang or WPML to items, and removes their Polylang terms. */
export function withLanguages({ items, locales, urls }: WxrSite): WxrItem[] {
  const host = URL.parse(urls.at(-1) ?? "")?.host.replace(/^www\./, "") ?? "";
  return items.map((item) => {
    const { terms, meta } = item;
    const term = terms.find(({ domain }) => domain === "language");
    const slug = term?.slug ?? "";
    const code = meta.get("_wpml_import_language_code") ?? "";
    const language = languageTag(locales.get(slug) ?? "") ?? languageTag(slug) ?? languageTag(code);
    const pair = terms.find(({ domain }) => domain === "post_translations");
    const group = (pair?.slug ?? meta.get("_wpml_import_translation_group") ?? "").slice(0, maxGroupLength);
    // Another taxonomy of this name has terms other than language codes.
    const isCode = language !== null || group !== "" || /^[a-z]{2,3}(?:[_-]|$)/i.test(slug);
    const isLanguage = (domain: string) => domain === "language" && isCode;
    return {
      ...item,
      language,
      languageCode: (isCode ? slug : "") || code,
      translationGroup: group === "" ? null : `${host} ${group}`,
      terms: terms.filter(({ domain }) => !isLanguage(domain) && domain !== "post_translations"),
    };
  });
}

/** Maximum characters of a group; its host prefix separates equal ids of two sites. */
const maxGroupLength = 200;

/** Reports the languages and translation groups of imported entries, categories, tags and files. */
export function reportLanguages(entries: readonly WxrItem[], site: WxrSite, report: MoveReport): void {
  const add = (count: number, one: string, many: string, why: string) => {
    if (count > 0) report.add("Site", countNoun(count, one, many), why);
  };
  const why = "Stored with the entries; entries of all languages are listed together";
  const languages = entries.flatMap(({ language }) => language ?? []);
  for (const [tag, { length }] of Map.groupBy(languages.sort(), (one) => one))
    add(length, `entry in the language ${tag}`, `entries in the language ${tag}`, why);
  const groups = Map.groupBy(
    entries.flatMap(({ translationGroup }) => translationGroup ?? []),
    (one) => one,
  );
  // WPML also numbers entries without a translation.
  const count = [...groups.values()].filter(({ length }) => length > 1).length;
  add(count, "translation group", "translation groups", why);
  add(
    site.termGroups.size,
    "group of translated categories or tags",
    "groups of translated categories or tags",
    "Categories and tags of all languages are listed together",
  );
  const files = site.items.filter(({ type, language }) => type === "attachment" && language !== null);
  add(files.length, "file with a language", "files with a language", "A file has no language here");
}
