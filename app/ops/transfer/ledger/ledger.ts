import { redirectKey } from "#app/domain/content/urls/redirect-keys.ts";
import { slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import type { RichText } from "#app/lib/rich-text/schema/schema.ts";
import { countNoun } from "#app/lib/text/counts.ts";
import { balanceWords } from "./balance-words.ts";
import { type Comparison, compareTexts, decodeId } from "./compare.ts";
import { countResult } from "./count-result.ts";
import { countSource, notesOf, type SourceSite } from "./count-source.ts";
import { addCount, type Differences, listWords, noDifferences } from "./differences.ts";
import { countText } from "./facts.ts";
import { HtmlCounter } from "./html-counter.ts";
import { listKnownFiles } from "./known-files.ts";
import { descriptionKeys, openMetaCounter, titleKeys, unusedColumns } from "./metadata.ts";
import type { SourceItem } from "./source-item.ts";
import { readToken } from "./tokens.ts";

/** A former site as exported. */
export interface LedgerSource {
  system: "WordPress" | "Ghost";
  items: readonly SourceItem[];
  /** Its own addresses. */
  urls: readonly string[];
  /** Returns the path on this site for a former address; null if it has not moved. */
  placeOf?(url: URL): string | null;
}

/** The parts of a report that a ledger uses. */
export interface LedgerReport {
  lines: readonly { item: string; what: string }[];
  add(item: string, what: string, why: string): void;
  addUnexplained(item: string, what: string): void;
}

/** The content to store for an item; `fields` is null if only its text is stored. */
export interface PlannedResult {
  doc: RichText;
  fields: ResultFields | null;
}

/** Targets of former addresses by redirect key; null for addresses that the report lists. */
export type RedirectTargets = ReadonlyMap<string, string | null>;

/** Compares each item of a source with its result, and writes every difference to a report. */
export interface Ledger {
  /** @param firstLine index of the first report line of this item */
  compareItem(source: SourceItem, name: string, result: PlannedResult, firstLine: number): void;
  /** Checks that every public address of an item redirects to `place`. */
  compareAddresses(source: SourceItem, name: string, place: string, redirects: RedirectTargets): void;
  /** Reports the counts of the whole site. */
  finish(): void;
}

export function openLedger(source: LedgerSource, uploads: string | null, report: LedgerReport): Ledger {
  const { system, items, urls, placeOf = () => null } = source;
  const hosts = hostsOf(urls);
  const site = openSource(source);
  const files = listKnownFiles(uploads, new Set([...hosts, ...fileHostsOf(source)]), source);
  const linkedIds = linkedIdsOf(items);
  let owners: Map<string, number> | undefined;
  const counts = new Map<string, number>();
  const meta = openMetaCounter();
  if (system === "WordPress")
    for (const item of items) if (/^(?:post|page|attachment)$/.test(item.type)) meta.add(hiddenFields(item));
  const columns = openMetaCounter();
  if (system === "Ghost") for (const item of items) columns.add(unusedColumns(item.meta));
  const write = (name: string, differences: Differences) => {
    for (const { what, why } of differences.explained) report.add(name, what, why);
    for (const what of differences.unexplained) report.addUnexplained(name, what);
    for (const [key, count] of differences.counts) addCount(counts, key, count);
  };
  return {
    compareItem(item, name, { doc, fields }, firstLine) {
      const reported = report.lines.slice(firstLine).map(({ what }) => what);
      const base = URL.parse(item.link, urls[0] ?? "https://site.invalid")?.href ?? "https://site.invalid";
      const comparison: Comparison = { base, placeOf, system, files, hosts, linkedIds, reported };
      const differences = compareTexts(countSource(item, site), countResult(doc), comparison);
      if (fields) compareFields(item, fields, reported, system === "Ghost", differences);
      else findLostFields(item, reported, system, differences);
      write(name, differences);
    },
    compareAddresses(item, name, place, redirects) {
      const differences = noDifferences();
      const { own, other } = addressesOf(item, system, hosts);
      for (const address of own) {
        const target = redirects.get(redirectKey(address));
        if (target === undefined) differences.unexplained.push(`address ${address}`);
        else if (target !== null && target !== place) {
          // Few imports need it.
          owners ??= countOwners(items, system, hosts);
          const count = owners.get(redirectKey(address)) ?? 0;
          if (count > 1)
            differences.explained.push({
              what: `address ${address}`,
              why: `${count} items of the export have the same address here; it leads to ${target}`,
            });
          else differences.unexplained.push(`address ${address}, which leads to ${target}`);
        }
      }
      if (other !== null)
        differences.explained.push({
          what: `address ${other}`,
          why: `The export does not name this host; redirect it to ${place} there`,
        });
      write(name, differences);
    },
    finish() {
      for (const [what, count] of counts)
        report.add("Site", `${count} ${what}`, "They were invisible to readers and are left out");
      for (const field of meta.list("core"))
        report.add("Site", `bookkeeping of WordPress: ${field}`, "Internal data of WordPress");
      for (const field of meta.list("plugin"))
        report.add("Site", `field of a plugin: ${field}`, "An entry has no such field here");
      const isNamed = openColumnNames(report);
      for (const field of [...columns.list("plugin"), ...columns.list("used"), ...columns.list("core")])
        if (!isNamed(field.replace(/ \(\d+ entr(?:y|ies)\)$/, "")))
          report.addUnexplained("Site", `column ${field}`);
    },
  };
}

/** Returns a function that checks whether a report line on the whole site mentions a column. */
function openColumnNames({ lines }: LedgerReport): (column: string) => boolean {
  const texts = lines.flatMap(({ item, what }) =>
    item === "Site" && !what.startsWith("setting ") ? [what] : [],
  );
  const words = new Set(texts.flatMap((what) => what.split(/[^\p{L}\p{M}\p{N}_]+/u)));
  return (column) => words.has(column) || texts.some((what) => what.startsWith(`column ${column} of `));
}

/** Fields that the editor of a post does not show; the import reports the others with the post. */
function hiddenFields({ type, meta }: SourceItem): SourceItem["meta"] {
  return type === "attachment" ? meta : meta.filter(([key]) => /^(?:_|rank_math_)/.test(key));
}

function openSource({ system, items }: LedgerSource): SourceSite {
  const byId = new Map(items.map((item) => [item.id, item]));
  const byParent = Map.groupBy(
    items.filter(({ type }) => type === "attachment"),
    ({ parent }) => parent,
  );
  return {
    system,
    find: (id) => byId.get(id),
    attachmentsOf: (id) => byParent.get(id) ?? [],
  };
}

/** Hosts with and without www, as for the addresses of the files. */
function hostsOf(urls: readonly string[]): Set<string> {
  const hosts = urls.flatMap((address) => {
    const host = URL.parse(address)?.host.replace(/^www\./, "");
    return host ? [host, `www.${host}`] : [];
  });
  return new Set(hosts);
}

/** Pictures of a Ghost site may be on any host, such as a picture agency. */
function fileHostsOf({ system, items }: LedgerSource): string[] {
  return system === "Ghost" ? [] : items.flatMap(({ attachmentUrl }) => URL.parse(attachmentUrl)?.host ?? []);
}

const fragment = /\bhref\s{0,9}=\s{0,9}["']?[^"'\s>#]{0,2000}#([^"'\s>]{1,200})/gi;

function linkedIdsOf(items: readonly SourceItem[]): Set<string> {
  const ids = new Set<string>();
  for (const item of items)
    for (const html of [item.content, ...notesOf(item)])
      for (const [, id = ""] of html.matchAll(fragment)) {
        ids.add(id);
        ids.add(decodeId(id));
      }
  return ids;
}

/** Number of items for each address, by redirect key. */
function countOwners(
  items: readonly SourceItem[],
  system: LedgerSource["system"],
  hosts: ReadonlySet<string>,
): Map<string, number> {
  const owners = new Map<string, number>();
  for (const item of items)
    for (const key of new Set(addressesOf(item, system, hosts).own.map(redirectKey)))
      addCount(owners, key, 1);
  return owners;
}

/** The former paths of an item, and its link if that is on another host. */
function addressesOf(
  { id, link }: SourceItem,
  system: LedgerSource["system"],
  hosts: ReadonlySet<string>,
): { own: string[]; other: string | null } {
  const url = URL.parse(link, "https://ghost.invalid");
  const isOwn = url !== null && (hosts.has(url.host) || url.host === "ghost.invalid");
  const path = isOwn ? `${url.pathname.replace(/\/{2,}/g, "/")}${url.search}` : "/";
  const numbered = system === "WordPress" && /^\d+$/.test(id) ? [`/?p=${id}`] : [];
  return {
    own: [...(path === "/" ? [] : [path]), ...numbered],
    other: isOwn || url === null || url.host === "" ? null : url.href,
  };
}

/** The fields of an entry to store, without its text. */
export interface ResultFields {
  title: string;
  summary: string;
  seoTitle: string;
  seoDescription: string;
  categories: readonly string[];
  tags: readonly string[];
  hasCover: boolean;
  language: string | null;
  translationGroup: string | null;
}

/** Compares title, excerpt, texts for search engines, categories, tags and featured picture. */
function compareFields(
  source: SourceItem,
  result: ResultFields,
  reported: readonly string[],
  isPlain: boolean,
  differences: Differences,
): void {
  const read = (text: string) => (isPlain ? countText(text).words : wordsOfHtml(text));
  const compare = (name: string, written: string, stored: string, isMade = written.trim() === "") => {
    if (isMade) return;
    const words = read(written);
    const { missing, surplus } = balanceWords(
      words.map((word) => ({ word, element: name })),
      [],
      countText(stored).words,
    );
    const isCut =
      missing.length > 0 &&
      isEnd(
        words,
        missing.map(({ word }) => word),
      );
    if (
      isCut &&
      reported.some((line) => line.startsWith(`end of the ${name}`) || line.startsWith(`${name} “`))
    )
      differences.explained.push({
        what: `${countNoun(missing.length, "word")} at the end of the ${name}`,
        why: "The field is shorter here",
      });
    else if (missing.length > 0)
      differences.unexplained.push(
        `${countNoun(missing.length, "word")} in the ${name}: ${listWords(missing.map(({ word }) => word))}`,
      );
    if (surplus.length > 0 && !isNumbered(name, surplus))
      differences.unexplained.push(
        `${countNoun(surplus.length, "word")} in the ${name} that the source does not have: ${listWords(surplus)}`,
      );
  };
  compare("title", source.title, result.title, read(source.title).length === 0);
  compare("excerpt", source.excerpt, result.summary, read(source.excerpt).length === 0);
  const hasPlaceholders = reported.some((line) => line.startsWith("placeholders in the "));
  const cleanSeo = (text: string) => (hasPlaceholders ? text.replace(placeholder, " ") : text);
  compare("title for search engines", cleanSeo(firstValue(source, titleKeys)), result.seoTitle);
  compare(
    "description for search engines",
    cleanSeo(firstValue(source, descriptionKeys)),
    result.seoDescription,
  );
  compareTerms(source, result, reported, read, differences);
  compareLanguage(source, result, reported, differences);
  const cover = coverOf(source);
  if (cover && !result.hasCover && !reported.some((line) => line.startsWith("featured picture")))
    differences.unexplained.push(`featured picture ${cover}`);
}

/** Compares the language and the translations of Polylang or WPML. */
function compareLanguage(
  source: SourceItem,
  { language, translationGroup }: ResultFields,
  reported: readonly string[],
  { unexplained }: Differences,
): void {
  const { code, group } = languageOf(source);
  const isReported = reported.some((line) => line.startsWith("language “"));
  if (code !== "" && language === null && !isReported) unexplained.push(`language “${code}”`);
  if (group !== "" && !translationGroup?.endsWith(` ${group}`))
    unexplained.push(`translation group “${group}”`);
}

/** Language code and translation group from Polylang or WPML; empty for none. */
function languageOf({ terms, meta }: SourceItem): { code: string; group: string } {
  const find = (wanted: string, key: string) =>
    terms.find(({ domain }) => domain === wanted)?.slug ?? meta.findLast(([one]) => one === key)?.[1] ?? "";
  const code = find("language", "_wpml_import_language_code");
  const group = find("post_translations", "_wpml_import_translation_group").slice(0, 200);
  // Another taxonomy of this name has terms other than language codes.
  const isCode = group !== "" || /^[a-z]{2,3}(?:[_-]|$)/i.test(code);
  return { code: isCode ? code : "", group };
}

function firstValue({ meta }: SourceItem, keys: readonly string[]): string {
  return (
    keys.map((key) => meta.findLast(([one]) => one === key)?.[1].trim() ?? "").find((one) => one !== "") ?? ""
  );
}

function coverOf({ meta }: SourceItem): string | undefined {
  return meta.find(([key]) => /^(?:_thumbnail_id|feature_image|image)$/.test(key))?.[1];
}

/** Finds the fields of an item without an entry that no report line mentions. */
function findLostFields(
  source: SourceItem,
  reported: readonly string[],
  system: LedgerSource["system"],
  { unexplained }: Differences,
): void {
  const wordsOf = (text: string) => countText(text).words.join(" ");
  const read = (text: string) => (system === "Ghost" ? wordsOf(text) : wordsOfHtml(text).join(" "));
  const starts = (start: string) => reported.some((line) => line.startsWith(start));
  const texts: [name: string, text: string][] = [
    ["title", source.title],
    ["excerpt", source.excerpt],
    ["title for search engines", firstValue(source, titleKeys)],
    ["description for search engines", firstValue(source, descriptionKeys)],
  ];
  for (const [name, text] of texts)
    if (read(text) !== "" && !starts(`${name} “`)) unexplained.push(`${name} “${text}”`);
  for (const { domain, slug, name } of source.terms) {
    const noun = { category: "category", post_tag: "tag", tag: "tag" }[domain];
    if (noun === undefined || slug === "uncategorized" || read(name) === "") continue;
    const isNamed = reported.some((line) => wordsOf(line) === wordsOf(`${noun} ${read(name)}`));
    if (!isNamed) unexplained.push(`${noun} “${name}”`);
  }
  const { code, group } = languageOf(source);
  if (code !== "" && !starts("language ")) unexplained.push(`language “${code}”`);
  if (group !== "" && !starts("translation group “")) unexplained.push(`translation group “${group}”`);
  const cover = coverOf(source);
  if (cover && !starts("featured picture")) unexplained.push(`featured picture ${cover}`);
  const own = source.meta.filter(([key]) => system === "WordPress" && isOwnField(key)).map(([key]) => key);
  if (own.length > 0 && !starts("fields of its own: "))
    unexplained.push(`fields of its own: ${own.join(", ")}`);
}

/** Whether the editor of a post shows a field. */
function isOwnField(key: string): boolean {
  return !/^_|^enclosure$|^footnotes$|^rank_math_/.test(key);
}

/** `%%name%%` of Yoast, `%name%` of Rank Math and `#name` of All in One SEO. */
const placeholder = /%%[\w-]{1,60}%%|%[a-z_]{1,60}(?:\([^)%]{0,200}\))?%|(?<!\S)#[a-z]+_[a-z_]+\b/g;

/** Words of a title or another short text that may contain tags. */
function wordsOfHtml(html: string): string[] {
  if (!html.includes("<") && !html.includes("&")) return countText(html).words;
  const counter = new HtmlCounter();
  for (let at = 0; at < html.length; ) {
    const found = html.indexOf("<", at);
    counter.addText(html.slice(at, found === -1 ? undefined : found));
    if (found === -1) break;
    const tag = readToken(html, found);
    if (!tag) counter.addText("<");
    else if (tag.token.kind === "start") counter.startTag(tag.token);
    else if (tag.token.kind === "end") counter.endTag(tag.token.name);
    at = tag?.end ?? found + 1;
  }
  counter.finish();
  return counter.facts.words.map(({ word }) => word);
}

function isEnd(words: readonly string[], missing: readonly string[]): boolean {
  const end = words.slice(-missing.length);
  // A word cut in two counts as missing too.
  return missing.every((word) => end.includes(word));
}

/** Duplicate titles get a number; titles that can't form an address get the word "title". */
function isNumbered(name: string, surplus: readonly string[]): boolean {
  return name === "title" && surplus.length === 1 && /^(?:\d+|title)$/.test(surplus[0] ?? "");
}

function compareTerms(
  source: SourceItem,
  result: ResultFields,
  reported: readonly string[],
  read: (text: string) => string[],
  { unexplained }: Differences,
): void {
  const stored = { category: result.categories, post_tag: result.tags };
  for (const [domain, names] of Object.entries(stored)) {
    const noun = domain === "category" ? "category" : "tag";
    const there = new Set(names.map((name) => countText(name).words.join(" ")));
    const keys = new Set(names.map((name) => slugKey(toSlug(name))));
    for (const { domain: own, slug, name } of source.terms) {
      const isTag = own === "tag" ? "post_tag" : own;
      if (isTag !== domain || slug === "uncategorized" || name === "") continue;
      const words = read(name).join(" ");
      const isLong = words.length > (domain === "category" ? 70 : 50);
      const isThere = there.has(words) || keys.has(slugKey(toSlug(name)));
      if (!isThere && !isLong && words !== "" && !reported.some((line) => line.includes(name)))
        unexplained.push(`${noun} “${name}”`);
    }
  }
}
