import { redirectKey } from "#app/domain/content/urls/redirect-keys.ts";
import { isAnchorId } from "#app/lib/rich-text/schema/addresses.ts";
import { countNoun } from "#app/lib/text/counts.ts";
import { balanceWords, take, takeAll, tallyOf } from "./balance-words.ts";
import type { ResultFacts } from "./count-result.ts";
import { addCount, type Differences, listWords, noDifferences } from "./differences.ts";
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
  /** Address of the item, the base of relative links. */
  base: string;
  /** Returns the path on this site for a former address; null if it has not moved. */
  placeOf(url: URL): string | null;
  system: "WordPress" | "Ghost" | "Frontdesk";
  files: KnownFiles;
  /** Hosts of the former site, without hosts that served only files. */
  hosts: ReadonlySet<string>;
  /** Ids that are link targets anywhere on the former site. */
  linkedIds: ReadonlySet<string>;
  /** Lines that the import has reported for this item. */
  reported: readonly string[];
}

/** Compares the source text of an item with the text to store. */
export function compareTexts(source: Facts, result: ResultFacts, comparison: Comparison): Differences {
  const differences = noDifferences();
  const lost = comparePictures(source, result, comparison, differences);
  compareAllWords(source, result, lost, comparison, differences);
  compareLinks(source, result, comparison, differences);
  compareTargets(source, result, comparison, differences);
  compareMedia(source, result, comparison, differences);
  return differences;
}

/** Returns the missing pictures. */
function comparePictures(
  source: Facts,
  result: ResultFacts,
  { files, reported }: Comparison,
  { explained, unexplained }: Differences,
): CountedPicture[] {
  const there = openPictures(result.pictures, files);
  const wanted = new Map<string, string[]>();
  const found: string[] = [];
  // Pictures that may be missing come last, so that they do not take the match of a required one.
  const inOrder = source.pictures.toSorted((a, b) => Number(a.excuse !== "") - Number(b.excuse !== ""));
  const missing = inOrder.filter(({ addresses, alt }) => {
    const picture = there.take(addresses, textKey(alt));
    if (!picture) return true;
    found.push(textKey(picture.alt));
    const texts = wanted.get(textKey(alt));
    if (texts) texts.push(alt);
    else wanted.set(textKey(alt), [alt]);
    return false;
  });
  const reasons = Map.groupBy(missing, ({ address, excuse }) => excuse || files.whyMissing(address));
  for (const [reason, pictures] of reasons) {
    if (reason === "") for (const { address } of pictures) unexplained.push(`picture ${address}`);
    else if (!pictures.slice(0, maxLookups).every(({ address }) => isReported(address, reported)))
      explained.push({
        what: `${countNoun(pictures.length, "picture")} ${reason}`,
        why: "Left out of the text",
      });
  }
  for (const { file } of there.rest()) unexplained.push(`picture ${file}, which the source does not have`);
  const alts = tallyOf(found);
  for (const [key, texts] of wanted)
    for (const alt of texts)
      if (key !== "" && !takeAll(alts, [key])) unexplained.push(`alternative text “${alt}”`);
  return missing;
}

type ResultPicture = ResultFacts["pictures"][number];

/** Pictures of a result; each is matched at most once. */
function openPictures(pictures: readonly ResultPicture[], files: KnownFiles) {
  const byFile = Map.groupBy(pictures, ({ file }) => file);
  const stacks = new Map([...byFile].map(([file, list]) => [file, openStack(list)]));
  const byKey = new Map<string, Set<string>>();
  for (const file of stacks.keys())
    for (const key of files.keysOfFile(file)) {
      const same = byKey.get(key);
      if (same) same.add(file);
      else byKey.set(key, new Set([file]));
    }
  return {
    /** Matches a picture at one of the addresses, preferably with this alternative text. */
    take(addresses: readonly string[], alt: string): ResultPicture | undefined {
      for (const address of addresses)
        for (const key of files.keysOfAddress(address))
          for (const file of byKey.get(key) ?? []) {
            const picture = stacks.get(file)?.take(alt);
            if (picture) return picture;
            byKey.get(key)?.delete(file);
          }
      return undefined;
    },
    rest: () => [...stacks.values()].flatMap((stack) => stack.rest()),
  };
}

/** Pictures of one file by their alternative texts. */
function openStack(pictures: readonly ResultPicture[]) {
  const byAlt = Map.groupBy(pictures, ({ alt }) => textKey(alt));
  return {
    take(alt: string): ResultPicture | undefined {
      const key = byAlt.has(alt) ? alt : byAlt.keys().next().value;
      const list = byAlt.get(key ?? "");
      const picture = list?.pop();
      if (list?.length === 0) byAlt.delete(key ?? "");
      return picture;
    },
    rest: () => [...byAlt.values()].flat(),
  };
}

/** Maximum number of lines to search for in the report of an item, since each search reads the whole report. */
const maxLookups = 200;

/** Ghost writes a placeholder instead of the site's address. */
function isReported(address: string, reported: readonly string[]): boolean {
  const written = address.replace(/^__GHOST_URL__/, "").slice(0, 200);
  return reported.some((line) => line.includes(written));
}

/** Normalizes an alternative text. It is stored with at most 1,000 characters, so a word cut there is not compared. */
function textKey(text: string): string {
  const { words } = countText(text.slice(0, 990));
  return (text.length > 990 ? words.slice(0, -1) : words).join(" ");
}

function compareAllWords(
  source: Facts,
  result: ResultFacts,
  lostPictures: readonly CountedPicture[],
  { reported }: Comparison,
  { explained, unexplained, counts }: Differences,
): void {
  const fileLinks = tallyOf(result.fileLinks.map(mediaKey));
  const players = Map.groupBy(source.media, ({ address }) => take(fileLinks, mediaKey(address)));
  const namesOf = (isLink: boolean) =>
    (players.get(isLink) ?? []).flatMap(
      ({ address }) => countText(address.split(/[?#]/)[0]?.split("/").at(-1) ?? "").words,
    );
  const groups = source.groups.filter((group) => group.words.length > 0);
  const { missing, surplus, leftOut } = balanceWords(
    source.words,
    groups,
    result.words,
    namesOf(true),
    namesOf(false),
  );
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
  return reported.some((line) => /beyond the size limit|^all markup: /.test(line));
}

function isEnd({ words }: Facts, count: number, missing: readonly { word: string }[]): boolean {
  const rest = tallyOf(words.slice(-count).map(({ word }) => word));
  return missing.every(({ word }) => takeAll(rest, [word]));
}

/** HTML comments are counted for the whole site; settings that repeat words of the text are not reported. */
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
    else explained.push({ what, why: "Left out completely" });
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

const maxPlaces = 50;

function isInText(words: readonly string[], source: Facts, places: ReadonlyMap<string, number[]>): boolean {
  const starts = places.get(words[0] ?? "")?.slice(0, maxPlaces) ?? [];
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
    if (address !== "" && !isOwn && isRequired(element, address)) unexplained.push(line);
    else if (address !== "" && !reported.some((one) => one.includes(baseName(address))))
      explained.push({ what: line, why: "Only videos of known services and links to files are shown here" });
  }
  const shown = new Set(
    [...result.addresses, ...result.videos, ...result.links].flatMap((one) => [one, mediaKey(one)]),
  );
  for (const address of source.addresses)
    if (!shown.has(address) && !shown.has(mediaKey(address))) unexplained.push(`address ${address}`);
}

/** Whether a player must be imported: videos that pages can show, and files that become links. */
function isRequired(element: string, address: string): boolean {
  if (element === "video" || element === "audio") return /^(?:https?:)?\/\//i.test(address);
  const isService =
    /^(?:https?:)?\/\/(?:www\.|player\.)?(?:youtube(?:-nocookie)?\.com\/embed|vimeo\.com\/video)\//i;
  return (
    isService.test(address) &&
    /^(?:[\w-]{11}|\d{4,12})$/.test(mediaKey(address)) &&
    !address.includes("videoseries")
  );
}

/** Compares links by target; internal links are mapped to their new addresses. */
function compareLinks(
  source: Facts,
  result: ResultFacts,
  comparison: Comparison,
  { explained, unexplained }: Differences,
): void {
  // Imports from Frontdesk create no links.
  const { own, made } =
    comparison.system === "Frontdesk" ? { own: result.links, made: [] } : partLinks(source, result);
  const there = tallyOf(own.map((href) => linkKey(href, comparison)));
  const spare = tallyOf(made.map(mediaKey));
  // Links that may be missing come last, so that they do not take the match of a required one.
  const inOrder = source.links.toSorted(
    (a, b) => Number(excuseOf(a, comparison) !== "") - Number(excuseOf(b, comparison) !== ""),
  );
  const fileLinks = openFileLinks(own, comparison);
  const missing = inOrder.filter(
    ({ href }) =>
      !linkKeysNow(href, fileLinks, comparison).some((key) => take(there, key)) &&
      !take(spare, mediaKey(href)),
  );
  for (const [excuse, links] of Map.groupBy(missing, (link) => excuseOf(link, comparison))) {
    if (excuse === "") for (const { href } of links) unexplained.push(`link to ${href}`);
    else if (
      !links
        .slice(0, maxLookups)
        .every(({ href }) => comparison.reported.some((line) => line.includes(href.slice(0, 100))))
    )
      explained.push({
        what: `${countNoun(links.length, "link")} ${excuse}`,
        why: "The text has no link",
      });
  }
}

/** Separates links that the import may have created from players and plain-text addresses. */
function partLinks({ media, addresses }: Facts, { links }: ResultFacts): { own: string[]; made: string[] } {
  const known = tallyOf([...media.map(({ address }) => address), ...addresses].map(mediaKey));
  const { true: made = [], false: own = [] } = Object.groupBy(
    links,
    (href) => `${take(known, mediaKey(href))}`,
  );
  return { own, made };
}

function linkKey(href: string, comparison: Comparison): string {
  const address = cleanAddress(href);
  if (address.startsWith("#")) return decodeId(address);
  if (/^(?:mailto|tel):/i.test(address)) return address.toLowerCase();
  const url = URL.parse(address, comparison.base);
  if (!url) return address;
  return isOfSite(url, comparison)
    ? `${redirectKey(url.pathname + url.search)}${decodeId(url.hash)}`
    : url.href;
}

function isOfSite({ host }: URL, { hosts }: Comparison): boolean {
  return host === "site.invalid" || hosts.has(host);
}

/** Possible keys of a link in the result: of its new address, of its imported file, and its own. */
function linkKeysNow(href: string, fileLinks: FileLinks, comparison: Comparison): string[] {
  const address = cleanAddress(href);
  const url = /^(?:#|mailto:|tel:)/i.test(address) ? null : URL.parse(address, comparison.base);
  if (!url) return [linkKey(href, comparison)];
  const place = isOfSite(url, comparison) ? comparison.placeOf(url) : null;
  const found = comparison.files.keysOfAddress(url.href).map((key) => fileLinks.get(key));
  return [
    ...(place === null ? [] : [linkKey(`${place}${url.hash}`, comparison)]),
    ...(found.find((links) => links !== undefined) ?? []),
    linkKey(url.href, comparison),
  ];
}

/** Keys of links to files by the keys of the files. */
type FileLinks = ReadonlyMap<string, readonly string[]>;

function openFileLinks(links: readonly string[], comparison: Comparison): FileLinks {
  const found = new Map<string, string[]>();
  for (const link of new Set(links)) {
    if (!link.startsWith("/files/")) continue;
    const file = decodeId(link).replace(/^\/files\/[a-z]+\//, "");
    for (const key of comparison.files.keysOfFile(file)) {
      const same = found.get(key);
      if (same) same.push(linkKey(link, comparison));
      else found.set(key, [linkKey(link, comparison)]);
    }
  }
  return found;
}

function cleanAddress(href: string): string {
  return href
    .trim()
    .replace(/[\t\n\r]/g, "")
    .replace(/^\/\//, "https://")
    .replace(/^__GHOST_URL__/, "");
}

/** Percent-decodes an id in a link; unchanged if it is invalid. */
export function decodeId(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Reason why a link may be missing; empty if it must exist. */
function excuseOf({ href, excuse }: CountedLink, { system, reported }: Comparison): string {
  if (excuse !== "") return excuse;
  const address = cleanAddress(href);
  if (address === "") return "without an address";
  if (/^[a-z][\w+.-]*:/i.test(address) && !/^(?:https?|mailto|tel):/i.test(address))
    return "to addresses that are not of the web";
  if (!URL.canParse(address, "https://site.invalid")) return "to addresses that can't be read";
  if (system !== "Ghost") return "";
  if (/#\/(?:portal|search|share)(?:\/|$|\?)/.test(address)) return "to windows of Ghost";
  const [own, file] =
    /^(?:https:\/\/ghost\.invalid)?\/(content\/(?:images|files|media)\/)?/.exec(address) ?? [];
  const isReported = reported.some((line) => line.startsWith("link to ") && line.includes(address));
  if (own === undefined || !isReported) return "";
  return file === undefined ? "to addresses of another former site" : "to files that were not imported";
}
