import { toSlug } from "#app/domain/content/urls/slug.ts";
import type { RichText } from "#app/lib/rich-text/schema/schema.ts";
import { isRecord } from "../bundle/problems.ts";
import { type Comparison, compareTexts } from "./compare.ts";
import { countMarkdown } from "./count-markdown.ts";
import { countResult, type ResultFacts } from "./count-result.ts";
import { addCount, type Differences, noDifferences } from "./differences.ts";
import { countText, emptyFacts, pictureName } from "./facts.ts";

/** Fields by name. */
export type OwnFields = Readonly<Record<string, unknown>>;

/**
 * Compares each field of an entry in a Frontdesk export with the value to store. Pictures, categories and
 * entries have their names on both sides; `defaults` are the values of fields that the export leaves out.
 */
export function compareOwnEntry(written: OwnFields, stored: OwnFields, defaults: OwnFields): Differences {
  const differences = noDifferences();
  for (const name of new Set([...Object.keys(written), ...Object.keys(stored)])) {
    if (written[name] != null || !isSame(stored[name], defaults[name]))
      compareValue(name, written[name], stored[name], differences);
  }
  return differences;
}

/** Compares a value recursively. Stored parts that the export leaves out are defaults, so they are not compared. */
export function compareValue(
  name: string,
  written: unknown,
  stored: unknown,
  differences: Differences,
): void {
  if (isSame(written, stored) || isSameMoment(written, stored) || isSameSlug(name, written, stored)) return;
  if (isDoc(stored)) compareDoc(name, String(written ?? ""), stored, differences);
  else if (isRecord(written) && isRecord(stored))
    for (const key of Object.keys(written))
      compareValue(`${name}.${key}`, written[key], stored[key], differences);
  else if (Array.isArray(written) && written.some(isRecord)) {
    const items: unknown[] = Array.isArray(stored) ? stored : [];
    for (const at of Array.from({ length: Math.max(written.length, items.length) }).keys())
      compareValue(`${name}.${at}`, written[at], items[at], differences);
  } else compareWords(name, wordsOf(withoutRepetition(name, written)), wordsOf(stored), differences);
}

function isSame(written: unknown, stored: unknown): boolean {
  if (written === stored) return true;
  if (typeof written !== "object" || typeof stored !== "object") return false;
  return JSON.stringify(written) === JSON.stringify(stored);
}

/** Compares times; an export may leave out the time of day or the zone. */
function isSameMoment(written: unknown, stored: unknown): boolean {
  if (typeof written !== "string" || typeof stored !== "string" || !/Z$/.test(stored)) return false;
  const hasZone = /T.*(?:Z|[+-]\d\d:\d\d)$|^\d{4}-\d\d-\d\d$/.test(written);
  const moment = new Date(hasZone ? written : `${written.replace(" ", "T")}Z`);
  return moment.getTime() === new Date(stored).getTime();
}

/** Compares addresses in their stored form. */
function isSameSlug(name: string, written: unknown, stored: unknown): boolean {
  return (
    name === "customSlug" &&
    typeof written === "string" &&
    typeof stored === "string" &&
    toSlug(written) === toSlug(stored)
  );
}

/** Removes duplicate tags and categories, which are stored once. */
function withoutRepetition(name: string, written: unknown): unknown {
  if (!Array.isArray(written) || !/^(?:tags|categories)$/.test(name)) return written;
  return [...new Map(written.map((one) => [wordsOf(one).join(" "), one])).values()];
}

function isDoc(value: unknown): value is RichText {
  return isRecord(value) && value.type === "doc" && Array.isArray(value.content);
}

function compareWords(
  name: string,
  written: readonly string[],
  stored: readonly string[],
  differences: Differences,
): void {
  if (written.join(" ") === stored.join(" ")) return;
  const source = { ...emptyFacts(), words: written.map((word) => ({ word, element: "text" })) };
  const result = { ...countResult({ type: "doc", content: [] }), words: [...stored] };
  add(name, compareTexts(source, result, comparisonOf(new Set())), differences);
}

function compareDoc(name: string, markdown: string, doc: RichText, differences: Differences): void {
  const source = countMarkdown(markdown);
  const facts = countResult(doc);
  const result: ResultFacts = { ...facts, links: [...facts.links, ...splitLinks(doc)] };
  const ids = new Set(source.targets.map(({ id }) => id));
  add(name, compareTexts(source, result, comparisonOf(ids)), differences);
}

function add(name: string, { explained, unexplained, counts }: Differences, all: Differences): void {
  for (const { what, why } of explained) all.explained.push({ what: `${name}: ${what}`, why });
  for (const what of unexplained) all.unexplained.push(`${name}: ${what}`);
  for (const [what, count] of counts) addCount(all.counts, what, count);
}

function comparisonOf(linkedIds: ReadonlySet<string>): Comparison {
  return {
    system: "Frontdesk",
    base: "https://site.invalid/",
    placeOf: () => null,
    files: {
      whyMissing: () => "",
      keysOfAddress: (address) => [pictureName(address)],
      keysOfFile: (file) => [pictureName(file)],
    },
    hosts: new Set(),
    linkedIds,
    reported: [],
  };
}

/** Links that Markdown splits in two, since an anchor or a new tab begins or ends within their text. */
function splitLinks(part: LinkedPart): string[] {
  const parts = part.content ?? [];
  return parts.flatMap((one, at) => {
    const [own, before] = [one, parts[at - 1]].map((each) => markOf("link", each));
    const isSplit =
      own?.href === before?.href &&
      (own?.newTab !== before?.newTab || markOf("anchor", one)?.id !== markOf("anchor", parts[at - 1])?.id);
    return [...(isSplit && typeof own?.href === "string" ? [own.href] : []), ...splitLinks(one)];
  });
}

interface LinkedPart {
  type?: unknown;
  marks?: readonly { type: string; attrs?: object }[] | undefined;
  content?: readonly LinkedPart[] | undefined;
}

function markOf(wanted: string, part: LinkedPart | undefined): Record<string, unknown> | undefined {
  const attrs = part?.marks?.find(({ type }) => type === wanted)?.attrs;
  return attrs && { ...attrs };
}

/** The words of all texts in a value; numbers and `true` count as words. */
function wordsOf(value: unknown): string[] {
  if (typeof value === "string") return countText(value.replaceAll("://", ": //")).words;
  if (typeof value === "number" || value === true) return [String(value)];
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  return isRecord(value) ? Object.values(value).flatMap(wordsOf) : [];
}
