import { slugKey, toSlug } from "#app/content/urls/slug.ts";
import { balanceWords } from "./balance-words.ts";
import { countNoun, type Differences, listWords } from "./differences.ts";
import { countText } from "./facts.ts";
import { HtmlCounter } from "./html-counter.ts";
import { descriptionKeys, titleKeys } from "./metadata.ts";
import type { SourceItem } from "./source-item.ts";
import { readToken } from "./tokens.ts";

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
export function compareFields(
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
