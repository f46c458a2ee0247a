import { redirectKey } from "#app/content/urls/redirect-keys.ts";
import { slugKey, toSlug } from "#app/content/urls/slug.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import { balanceWords } from "./balance-words.ts";
import { type Comparison, compareTexts, decodeId } from "./compare.ts";
import { countResult } from "./count-result.ts";
import { countSource, notesOf, type SourceSite } from "./count-source.ts";
import { addCount, countNoun, type Differences, listWords, noDifferences } from "./differences.ts";
import { countText } from "./facts.ts";
import { HtmlCounter } from "./html-counter.ts";
import { listKnownFiles } from "./known-files.ts";
import { descriptionKeys, openMetaCounter, titleKeys } from "./metadata.ts";
import type { SourceItem } from "./source-item.ts";
import { readToken } from "./tokens.ts";

/** A former site as its export has it. */
export interface LedgerSource {
  system: "WordPress" | "Ghost";
  items: readonly SourceItem[];
  /** Its own addresses. */
  urls: readonly string[];
}

/** The parts of a report that a ledger writes and reads. */
export interface LedgerReport {
  lines: readonly { item: string; what: string }[];
  add(item: string, what: string, why: string): void;
  addUnexplained(item: string, what: string): void;
}

/** An item as it is to be stored: with its fields as an entry, without them as a text of the settings. */
export interface PlannedResult {
  doc: RichText;
  fields: ResultFields | null;
}

/** Compares each item of a source with its result, and writes every difference to a report. */
export interface Ledger {
  /** @param firstLine the line of the report with which those of this item begin */
  compareItem(source: SourceItem, name: string, result: PlannedResult, firstLine: number): void;
  /** Checks that every public address of an item leads somewhere. */
  compareAddresses(source: SourceItem, name: string, redirects: ReadonlySet<string>): void;
  /** Writes what is counted for the whole site. */
  finish(): void;
}

export function openLedger(source: LedgerSource, uploads: string | null, report: LedgerReport): Ledger {
  const { system, items } = source;
  const hosts = hostsOf(source);
  const site = openSource(source);
  const files = listKnownFiles(uploads, hosts);
  const linkedIds = linkedIdsOf(items);
  const counts = new Map<string, number>();
  const meta = openMetaCounter();
  if (system === "WordPress")
    for (const item of items) if (/^(?:post|page|attachment)$/.test(item.type)) meta.add(hiddenFields(item));
  const write = (name: string, differences: Differences) => {
    for (const { what, why } of differences.explained) report.add(name, what, why);
    for (const what of differences.unexplained) report.addUnexplained(name, what);
    for (const [key, count] of differences.counts) addCount(counts, key, count);
  };
  return {
    compareItem(item, name, { doc, fields }, firstLine) {
      const reported = report.lines.slice(firstLine).map(({ what }) => what);
      const comparison: Comparison = { system, files, hosts, linkedIds, reported };
      const differences = compareTexts(countSource(item, site), countResult(doc), comparison);
      if (fields) compareFields(item, fields, reported, system === "Ghost", differences);
      write(name, differences);
    },
    compareAddresses(item, name, redirects) {
      const differences = noDifferences();
      for (const address of addressesOf(item, system, hosts))
        if (!redirects.has(redirectKey(address))) differences.unexplained.push(`address ${address}`);
      write(name, differences);
    },
    finish() {
      for (const [what, count] of counts)
        report.add("Site", `${count} ${what}`, "Readers did not see them, and they are left out");
      for (const field of meta.list("core"))
        report.add("Site", `bookkeeping of WordPress: ${field}`, "WordPress stored it for itself");
      for (const field of meta.list("plugin"))
        report.add("Site", `field of a plugin: ${field}`, "An entry has no such field here");
    },
  };
}

/** The import names the fields that editors of a post see with the post itself. */
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

/** With and without www, as for the addresses of the files. */
function hostsOf({ system, urls, items }: LedgerSource): Set<string> {
  const hosts = urls.flatMap((address) => {
    const host = URL.parse(address)?.host.replace(/^www\./, "");
    return host ? [host, `www.${host}`] : [];
  });
  const ofFiles =
    system === "Ghost" ? [] : items.flatMap(({ attachmentUrl }) => URL.parse(attachmentUrl)?.host ?? []);
  return new Set([...hosts, ...ofFiles]);
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

/** The paths at which the former site answered with an item. */
function addressesOf(
  { id, link }: SourceItem,
  system: LedgerSource["system"],
  hosts: ReadonlySet<string>,
): string[] {
  const url = URL.parse(link, "https://ghost.invalid");
  const isOwn = url && (hosts.has(url.host) || url.host === "ghost.invalid");
  const path = isOwn ? `${url.pathname.replace(/\/{2,}/g, "/")}${url.search}` : "/";
  const numbered = system === "WordPress" && /^\d+$/.test(id) ? [`/?p=${id}`] : [];
  return [...(path === "/" ? [] : [path]), ...numbered];
}

/** The fields of an entry besides its text, as they are to be stored. */
export interface ResultFields {
  title: string;
  summary: string;
  seoTitle: string;
  seoDescription: string;
  categories: readonly string[];
  tags: readonly string[];
  hasCover: boolean;
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
  const firstValue = (keys: readonly string[]) =>
    keys
      .map((key) => source.meta.findLast(([one]) => one === key)?.[1].trim() ?? "")
      .find((one) => one !== "") ?? "";
  const hasPlaceholders = reported.some((line) => line.startsWith("placeholders in the "));
  const cleanSeo = (text: string) => (hasPlaceholders ? text.replace(placeholder, " ") : text);
  compare("title for search engines", cleanSeo(firstValue(titleKeys)), result.seoTitle);
  compare("description for search engines", cleanSeo(firstValue(descriptionKeys)), result.seoDescription);
  compareTerms(source, result, reported, read, differences);
  const cover = source.meta.find(([key]) => key === "_thumbnail_id" || key === "feature_image")?.[1];
  if (cover && !result.hasCover && !reported.some((line) => line.startsWith("featured picture")))
    differences.unexplained.push(`featured picture ${cover}`);
}

/** `%%name%%` of Yoast, `%name%` of Rank Math and `#name` of All in One SEO. */
const placeholder = /%%[\w-]{1,60}%%|%[a-z_]{1,60}(?:\([^)%]{0,200}\))?%|(?<!\S)#[a-z]+_[a-z_]+\b/g;

/** Words of a title or another short text that may hold tags. */
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
  // The word that is cut in two is missing as well.
  return missing.every((word) => end.includes(word));
}

/** Titles that are taken get a number, and those that can't be an address the word title. */
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
