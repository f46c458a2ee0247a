import { isAnchorId } from "#app/rich-text/schema/addresses.ts";
import { balanceWords, take, takeAll, tallyOf } from "./balance-words.ts";
import type { ResultFacts } from "./count-result.ts";
import { addCount, countNoun, type Differences, listWords, noDifferences } from "./differences.ts";
import {
  baseName,
  type CountedLink,
  type CountedPicture,
  countText,
  type Facts,
  mediaKey,
  type WordGroup,
} from "./facts.ts";
import type { KnownFiles } from "./known-files.ts";

/** Facts of the former site that a comparison needs. */
export interface Comparison {
  system: "WordPress" | "Ghost";
  files: KnownFiles;
  /** Hosts of the former site and its files. */
  hosts: ReadonlySet<string>;
  /** The ids that links anywhere on the former site lead to. */
  linkedIds: ReadonlySet<string>;
  /** Lines of the import's own report on this item. */
  reported: readonly string[];
}

/** Compares the text of an item with the text that is to be stored. */
export function compareTexts(source: Facts, result: ResultFacts, comparison: Comparison): Differences {
  const differences = noDifferences();
  const lost = comparePictures(source, result, comparison, differences);
  compareAllWords(source, result, lost, comparison, differences);
  compareLinks(source, result, comparison, differences);
  compareTargets(source, result, comparison, differences);
  compareMedia(source, result, comparison, differences);
  return differences;
}

/** The pictures that are missing. */
function comparePictures(
  source: Facts,
  result: ResultFacts,
  { files, reported }: Comparison,
  { explained, unexplained }: Differences,
): CountedPicture[] {
  const there = new Map<string, string[]>();
  for (const { names, alt } of result.pictures)
    for (const name of names) there.set(name, [...(there.get(name) ?? []), alt]);
  const wanted = new Map<string, string[]>();
  const found: string[] = [];
  // A picture that may be absent is counted last, so that its absence is not taken for that of another.
  const inOrder = source.pictures.toSorted((a, b) => Number(a.excuse !== "") - Number(b.excuse !== ""));
  const missing = inOrder.filter(({ names, alt }) => {
    const alts = names.map((name) => there.get(name)).find((one) => one !== undefined && one.length > 0);
    if (!alts) return true;
    const same = alts.findIndex((one) => sameText(one, alt));
    found.push(...alts.splice(Math.max(0, same), 1).map(textKey));
    wanted.set(textKey(alt), [...(wanted.get(textKey(alt)) ?? []), alt]);
    return false;
  });
  const reasons = Map.groupBy(missing, ({ address, excuse }) => excuse || files.whyMissing(address));
  for (const [reason, pictures] of reasons) {
    if (reason === "") for (const { address } of pictures) unexplained.push(`picture ${address}`);
    else if (!pictures.slice(0, mostLookedUp).every(({ address }) => isReported(address, reported)))
      explained.push({
        what: `${countNoun(pictures.length, "picture")} ${reason}`,
        why: "Left out of the text",
      });
  }
  const surplus = [...there].flatMap(([name, alts]) => alts.map(() => name));
  for (const name of surplus) unexplained.push(`picture ${name}, which the source does not have`);
  const alts = tallyOf(found);
  for (const [key, texts] of wanted)
    for (const alt of texts)
      if (key !== "" && !takeAll(alts, [key])) unexplained.push(`alternative text “${alt}”`);
  return missing;
}

/** Lines that are looked for in what the import reports of an item; of more, each would take longer. */
const mostLookedUp = 200;

/** Ghost writes a word of its own in the place of the site's address. */
function isReported(address: string, reported: readonly string[]): boolean {
  const written = address.replace(/^__GHOST_URL__/, "").slice(0, 200);
  return reported.some((line) => line.includes(written));
}

/** An alternative text has at most 1,000 characters here; the word that is cut there is not compared. */
function textKey(text: string): string {
  const { words } = countText(text.slice(0, 990));
  return (text.length > 990 ? words.slice(0, -1) : words).join(" ");
}

function sameText(one: string, other: string): boolean {
  return textKey(one) === textKey(other);
}

function compareAllWords(
  source: Facts,
  result: ResultFacts,
  lostPictures: readonly CountedPicture[],
  { reported }: Comparison,
  { explained, unexplained, counts }: Differences,
): void {
  const players = source.media.flatMap(
    ({ address }) => countText(address.split(/[?#]/)[0]?.split("/").at(-1) ?? "").words,
  );
  const groups = source.groups.filter((group) => group.words.length > 0);
  const { missing, surplus, leftOut } = balanceWords(source.words, groups, result.words, players);
  const rest = tallyOf(missing.map(({ word }) => word));
  let captions = 0;
  for (const { captionAt } of lostPictures) {
    const words = captionAt ? source.words.slice(...captionAt).map(({ word }) => word) : [];
    if (words.length > 0 && takeAll(rest, words)) captions += words.length;
  }
  if (captions > 0)
    explained.push({
      what: `${countNoun(captions, "word")} in captions of pictures that were left out`,
      why: "They belong to these pictures",
    });
  const unexplainedWords = missing.filter(({ word }) => takeAll(rest, [word]));
  if (
    unexplainedWords.length > 0 &&
    isCut(reported) &&
    isEnd(source, unexplainedWords.length, unexplainedWords)
  )
    explained.push({
      what: `${countNoun(unexplainedWords.length, "word")} at the end: ${listWords(unexplainedWords.map(({ word }) => word))}`,
      why: "The text is larger than can be stored",
    });
  else
    for (const [element, words] of Map.groupBy(unexplainedWords, (one) => one.element))
      unexplained.push(
        `${countNoun(words.length, "word")} in ${element}: ${listWords(words.map(({ word }) => word))}`,
      );
  if (surplus.length > 0)
    unexplained.push(
      `${countNoun(surplus.length, "word")} that the source does not have: ${listWords(surplus)}`,
    );
  explainGroups(leftOut, source, explained, counts);
}

/** Whether the import reports that it cut the text. */
function isCut(reported: readonly string[]): boolean {
  return reported.some((line) => /beyond the size that can be kept|^all markup: /.test(line));
}

function isEnd({ words }: Facts, count: number, missing: readonly { word: string }[]): boolean {
  const rest = tallyOf(words.slice(-count).map(({ word }) => word));
  return missing.every(({ word }) => takeAll(rest, [word]));
}

/** Comments are counted for the whole site, and a setting that repeats words of the text is no loss. */
function explainGroups(
  leftOut: readonly WordGroup[],
  source: Facts,
  explained: Differences["explained"],
  counts: Map<string, number>,
): void {
  let places: Map<string, number[]> | null = null;
  const shown = leftOut.filter(({ isMarkup, element, words }) => {
    if (isMarkup) return false;
    if (!element.startsWith("settings ")) return true;
    places ??= placesOf(source);
    return !isInText(words, source, places);
  });
  for (const [element, groups] of Map.groupBy(shown, (group) => group.element)) {
    const count = groups.reduce((sum, { words }) => sum + words.length, 0);
    const what = `${countNoun(count, "word")} in ${element}${groups.length > 1 ? ` (${groups.length} times)` : ""}`;
    if (element === "HTML comments") addCount(counts, "words in HTML comments", count);
    else explained.push({ what, why: "Left out as a whole" });
  }
}

function placesOf({ words }: Facts): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { word }] of words.entries()) {
    const list = places.get(word);
    if (list) list.push(at);
    else places.set(word, [at]);
  }
  return places;
}

const mostPlaces = 50;

function isInText(words: readonly string[], source: Facts, places: ReadonlyMap<string, number[]>): boolean {
  const starts = places.get(words[0] ?? "")?.slice(0, mostPlaces) ?? [];
  return starts.some((start) => words.every((word, at) => source.words[start + at]?.word === word));
}

function compareTargets(
  source: Facts,
  result: ResultFacts,
  { linkedIds, reported }: Comparison,
  { unexplained, explained, counts }: Differences,
): void {
  const missing = new Map(
    source.targets.filter(({ id }) => !result.targets.has(id)).map((one) => [one.id, one]),
  );
  for (const { id, isHeading } of missing.values()) {
    if (!isHeading && !linkedIds.has(id)) addCount(counts, "ids that no link leads to", 1);
    else if (!isAnchorId(id))
      explained.push({ what: `id “${id}”`, why: "An id here has no spaces and at most 200 characters" });
    else if (!reported.some((line) => line.includes(`place #${id},`))) unexplained.push(`id “${id}”`);
  }
}

function compareMedia(
  source: Facts,
  result: ResultFacts,
  { system, reported }: Comparison,
  { unexplained, explained }: Differences,
): void {
  const there = new Set([...result.videos, ...result.links, ...result.addresses].map(mediaKey));
  for (const { element, address } of source.media) {
    if (address !== "" && there.has(mediaKey(address))) continue;
    const line = `${element} ${address}`.trim();
    const isOwn = system === "Ghost" && /\/content\/(?:media|files)\//.test(address);
    if (address !== "" && !isOwn && mustStay(element, address)) unexplained.push(line);
    else if (address !== "" && !reported.some((one) => one.includes(baseName(address))))
      explained.push({ what: line, why: "Only videos of known services and links to files are shown here" });
  }
  const shown = new Set(
    [...result.addresses, ...result.videos, ...result.links].flatMap((one) => [one, mediaKey(one)]),
  );
  for (const address of source.addresses)
    if (!shown.has(address) && !shown.has(mediaKey(address))) unexplained.push(`address ${address}`);
}

/** Players of videos that pages here show, and files that become links. */
function mustStay(element: string, address: string): boolean {
  if (element === "video" || element === "audio") return /^(?:https?:)?\/\//i.test(address);
  const isService =
    /^(?:https?:)?\/\/(?:www\.|player\.)?(?:youtube(?:-nocookie)?\.com\/embed|vimeo\.com\/video)\//i;
  return (
    isService.test(address) &&
    /^(?:[\w-]{11}|\d{4,12})$/.test(mediaKey(address)) &&
    !address.includes("videoseries")
  );
}

/** Compares links by where they lead; those within the former site lead to other addresses now and are counted together. */
function compareLinks(
  source: Facts,
  result: ResultFacts,
  comparison: Comparison,
  { explained, unexplained }: Differences,
): void {
  const { own, made } = partLinks(source, result);
  const there = tallyOf(own.map((href) => linkKey(href, comparison)));
  const spare = tallyOf(made.map(mediaKey));
  // A link that may be absent is counted last, so that its absence is not taken for that of another.
  const inOrder = source.links.toSorted(
    (a, b) => Number(excuseOf(a, comparison) !== "") - Number(excuseOf(b, comparison) !== ""),
  );
  const missing = inOrder.filter(
    ({ href }) => !take(there, linkKey(href, comparison)) && !take(spare, mediaKey(href)),
  );
  for (const [excuse, links] of Map.groupBy(missing, (link) => excuseOf(link, comparison))) {
    if (excuse === "") for (const { href } of links) unexplained.push(`link to ${href}`);
    else if (
      !links
        .slice(0, mostLookedUp)
        .every(({ href }) => comparison.reported.some((line) => line.includes(href.slice(0, 100))))
    )
      explained.push({
        what: `${countNoun(links.length, "link")} ${excuse}`,
        why: "The words stand without a link",
      });
  }
}

/** Separates the links that the import may have made of players and of addresses written out. */
function partLinks({ media, addresses }: Facts, { links }: ResultFacts): { own: string[]; made: string[] } {
  const known = tallyOf([...media.map(({ address }) => address), ...addresses].map(mediaKey));
  const { true: made = [], false: own = [] } = Object.groupBy(
    links,
    (href) => `${take(known, mediaKey(href))}`,
  );
  return { own, made };
}

function linkKey(href: string, { hosts }: Pick<Comparison, "hosts">): string {
  const address = cleanAddress(href);
  if (address.startsWith("#")) return decodeId(address);
  if (/^(?:mailto|tel):/i.test(address)) return address.toLowerCase();
  const url = URL.parse(address, "https://site.invalid");
  if (!url) return address;
  return url.host === "site.invalid" || hosts.has(url.host) ? "a page of the former site" : url.href;
}

function cleanAddress(href: string): string {
  return href
    .trim()
    .replace(/[\t\n\r]/g, "")
    .replace(/^\/\//, "https://")
    .replace(/^__GHOST_URL__/, "");
}

/** An id as a link writes it, percent-decoded; as it is where it can't be. */
export function decodeId(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Why a link may be absent; empty where it may not. */
function excuseOf({ href, excuse }: CountedLink, { system, reported }: Comparison): string {
  if (excuse !== "") return excuse;
  const address = cleanAddress(href);
  if (address === "") return "without an address";
  if (/^[a-z][\w+.-]*:/i.test(address) && !/^(?:https?|mailto|tel):/i.test(address))
    return "to addresses that are not of the web";
  if (!URL.canParse(address, "https://site.invalid")) return "to addresses that can't be read";
  if (system !== "Ghost") return "";
  if (/#\/(?:portal|search|share)(?:\/|$|\?)/.test(address)) return "to windows of Ghost";
  const isFile = /^(?:https:\/\/ghost\.invalid)?\/content\/(?:images|files|media)\//.test(address);
  return isFile && reported.some((line) => line.startsWith("link to ") && line.includes(address))
    ? "to files that did not come along"
    : "";
}
