import { timeZoneOf } from "#app/domain/company/company-time.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import type { Settings } from "#app/domain/company/settings-schema.ts";
import { type Kind, partsOfData } from "#app/domain/content/kind.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import { findPublished, listPublished, readPublished } from "#app/domain/content/published/entries.ts";
import { type SearchResult, searchNear, searchPublished } from "#app/domain/content/search.ts";
import { termsOf, wordsOfTerms } from "#app/domain/content/search-terms.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { readMostRead } from "#app/domain/visits/read-visits.ts";
import { isEmptyDoc } from "#app/lib/rich-text/schema/schema.ts";
import { toText } from "#app/lib/rich-text/text.ts";
import { cutText } from "#app/lib/text/cut.ts";
import { addDays } from "#app/lib/text/days.ts";
import { dayOf } from "#app/lib/text/moments.ts";
import { findWords, matchesWord, type TextWord, wordsOf, wordsOfQuery } from "#app/lib/text/words.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { SearchTerm } from "#app/platform/database/engines/engine.ts";
import { nameForVisitors } from "#app/site/parts/kind-name.ts";
import { langAttribute } from "#app/site/parts/prose.ts";
import { readWord, slugParam } from "#app/site/parts/url-params.ts";
import { siteFacts } from "#app/site/seo/head.ts";

/** A row of `/search`, with matches marked in both texts. */
export interface ResultRow {
  id: string;
  kind: string;
  path: string;
  title: MarkedText;
  /** Its summary, or the part of its text with words missing from the summary. */
  extract: MarkedText;
}

export interface MarkedText {
  lang: "bn" | undefined;
  parts: MarkedPart[];
}

/** Data of `/search` for a query. */
export async function readSearchPage({ db, clock, publicUrl }: PageContext, search: URLSearchParams) {
  const query = readWord(search, "q");
  const settings = await readSettings(db);
  const { entries, pages, sought, isPartial } = await findResults(db, query, settings);
  const texts = await readTexts(db, entries, sought);
  const today = dayOf(clock.now(), timeZoneOf(settings));
  const rows = entries.map(({ kind, card }) =>
    presentResult({ ...card, kind, summary: card.data.summary }, texts.get(card.id) ?? [], sought),
  );
  const firstOther = entries.findIndex(({ kind }) => kind !== service);
  const services = firstOther === -1 ? rows.length : firstOther;
  return {
    query,
    isCut: entries.length === maxResults,
    isPartial,
    results: [
      ...rows.slice(0, services),
      ...pages.map((page) => presentPage(page, sought)),
      ...rows.slice(services),
    ],
    suggestions:
      entries.length + pages.length > 0
        ? []
        : (await readSuggestions(db, query, today)).map((entry) => presentResult(entry, [], sought)),
    ...describeSearch(query),
    site: siteFacts(settings, publicUrl),
  };
}

/** Entries and pages with all words of a query, or else some. */
async function findResults(db: Database, query: string, settings: Settings) {
  const { synonyms } = settings.search;
  for (const match of ["all", "any"] as const) {
    const terms = termsOf(query, synonyms, match);
    const entries = await searchPublished(db, query, { limit: maxResults, synonyms, match });
    const pages = findPages(terms, match, settings);
    if (entries.length + pages.length > 0)
      return { entries, pages, sought: wordsOfTerms(terms), isPartial: match === "any" };
  }
  return { entries: [], pages: [], sought: wordsOfQuery(query), isPartial: false };
}

/** Maximum number of entries in a search. */
const maxResults = 30;

interface SearchablePage {
  path: string;
  title: string;
  summary: string;
  /** Additional search words. */
  keywords: string;
}

/** Pages that are not entries, the most important first. */
const searchablePages: readonly SearchablePage[] = [
  {
    path: "/contact",
    title: "Contact us",
    summary: "Write to us: who answers, when, and where our offices are.",
    keywords:
      "e-mail email phone address office message price cost quote estimate hire যোগাযোগ ফোন ঠিকানা দাম খরচ",
  },
  {
    path: "/calltoaction",
    title: "Request a call",
    summary: "Leave your number, and one of us calls you.",
    keywords: "phone telephone callback",
  },
  {
    path: "/about",
    title: "About us",
    summary: "Who we are, how we work and where our offices are.",
    keywords: "company team people",
  },
  {
    path: "/newsletter",
    title: "Newsletter",
    summary: "What we publish, by e-mail. Unsubscribe with one click.",
    keywords: "subscribe unsubscribe mail",
  },
  {
    path: "/terms",
    title: "Terms and conditions",
    summary: "What you and we can rely on when you use this site and our services.",
    keywords: "legal law",
  },
  {
    path: "/privacy",
    title: "Privacy",
    summary: "Which data we keep about you, why, and for how long.",
    keywords: "policy legal law data cookies gdpr",
  },
];

/** Pages with all terms, or any of them, in title or keywords; without empty legal texts. */
function findPages(
  terms: readonly SearchTerm[],
  match: "all" | "any",
  { legal }: Settings,
): SearchablePage[] {
  if (terms.length === 0) return [];
  return searchablePages.filter(({ path, title, keywords }) => {
    if (path === "/terms" && isEmptyDoc(legal.terms)) return false;
    if (path === "/privacy" && isEmptyDoc(legal.privacy)) return false;
    const own = wordsOf(`${title} ${keywords}`);
    const holds = (term: SearchTerm) =>
      term.some((words) => words.every((word) => own.some((one) => matchesWord(one, word))));
    return match === "all" ? terms.every(holds) : terms.some(holds);
  });
}

function presentPage({ path, title, summary }: SearchablePage, sought: readonly string[]): ResultRow {
  return { id: path, kind: "Page", path, title: mark(title, sought), extract: mark(summary, sought) };
}

interface SearchEntry {
  id: string;
  kind: Kind;
  title: string;
  path: string;
  summary: string;
}

function presentResult(
  { id, kind, title, path, summary }: SearchEntry,
  texts: readonly string[],
  sought: readonly string[],
): ResultRow {
  const extract = extractAround([summary, ...texts], sought) || summary;
  return {
    id,
    kind: nameForVisitors(kind),
    path,
    title: mark(title, sought),
    extract: mark(texts.length > 0 ? extract : summary, sought),
  };
}

function mark(text: string, sought: readonly string[]): MarkedText {
  return { lang: langAttribute(text), parts: markWords(text, sought) };
}

/** Lines of text of the entries with words missing from title and summary. */
async function readTexts(db: Database, found: readonly SearchResult[], sought: readonly string[]) {
  const unclear = found.filter(
    ({ card: { title, data } }) => countShown(`${title}\n${data.summary}`, sought) < sought.length,
  );
  const texts = new Map<string, string[]>();
  for (const kind of new Set(unclear.map((result) => result.kind))) {
    const ids = unclear.filter((result) => result.kind === kind).map(({ card }) => card.id);
    for (const entry of await readPublished(db, kind, ids)) texts.set(entry.id, linesOf(kind, entry.data));
  }
  return texts;
}

function linesOf(kind: Kind, data: Parameters<typeof partsOfData>[1]): string[] {
  return partsOfData(kind, data).flatMap(({ field, part }) => {
    if (field === "title" || field === "summary" || field === "seo") return [];
    if (part.is === "richText") return toText(part.doc).split("\n");
    if (part.is !== "text") return [];
    // A short text, such as a tag, needs the label of its field.
    return [
      part.text.length < 40
        ? `${kind.fields[field as keyof typeof kind.fields].label}: ${part.text}`
        : part.text,
    ];
  });
}

function describeSearch(query: string): { title: string; description: string } {
  if (query === "") return { title: "Search", description: searchDescription };
  return {
    title: `Search: ${query}`,
    description: `What we have published about “${query}”: services, case studies, clients, news and posts.`,
  };
}

const searchDescription =
  "Search everything we have published: services, case studies, clients, news and posts, in Bangla and in English.";

const maxSuggestions = 3;

/** Suggestions without results or query: similar entries, or else popular ones and the first of each list. */
async function readSuggestions(db: Database, query: string, today: string): Promise<SearchEntry[]> {
  const near = (await searchNear(db, query, maxSuggestions)).map(({ kind, card }) => ({
    id: card.id,
    kind,
    title: card.title,
    path: card.path,
    summary: card.data.summary,
  }));
  if (near.length > 0) return near;
  const all = [...(await readPopular(db, today)), ...(await readFirst(db))];
  return [...new Map(all.map((entry) => [entry.path, entry])).values()].slice(0, maxSuggestions);
}

/** Entries with most page views in the last seven days. */
async function readPopular(db: Database, today: string): Promise<SearchEntry[]> {
  const read = await readMostRead(db, { from: addDays(today, -6), to: today }, 30);
  const popular: SearchEntry[] = [];
  for (const { path } of read) {
    if (popular.length === maxSuggestions) break;
    const entry = await findByPath(db, path);
    if (entry) popular.push(entry);
  }
  return popular;
}

async function findByPath(db: Database, path: string): Promise<SearchEntry | null> {
  const kind = kinds.find((one) => one.hasPage && path.startsWith(`${one.path}/`));
  if (!kind) return null;
  const found = await findPublished(db, kind, slugParam(new URL(path, "http://localhost")));
  if (!found || !("entry" in found)) return null;
  const { id, title, data } = found.entry;
  return { id, kind, title, path: found.entry.path, summary: data.summary };
}

async function readFirst(db: Database): Promise<SearchEntry[]> {
  const first: SearchEntry[] = [];
  for (const kind of [service, portfolio, blog]) {
    const { cards } = await listPublished<Kind>(db, kind, { limit: 1 });
    for (const { id, title, path, data } of cards)
      first.push({ id, kind, title, path, summary: data.summary });
  }
  return first;
}

interface MarkedPart {
  /** Its index in the text. */
  at: number;
  part: string;
  isHit: boolean;
}

/** Splits a text at the words that match. */
export function markWords(text: string, sought: readonly string[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const { at, part } of findHits(text, sought)) {
    if (at > end) parts.push({ at: end, part: text.slice(end, at), isHit: false });
    parts.push({ at, part, isHit: true });
    end = at + part.length;
  }
  return end < text.length ? [...parts, { at: end, part: text.slice(end), isHit: false }] : parts;
}

/**
 * The part of the texts with most of the sought words, about `length` characters with dots at a cut; empty without a
 * match. The first of equals is used.
 */
export function extractAround(texts: readonly string[], sought: readonly string[], length = 170): string {
  const best = texts
    .map((text) => ({ text, shown: countShown(text, sought) }))
    .reduce((one, other) => (other.shown > one.shown ? other : one), { text: "", shown: 0 });
  const [first] = findHits(best.text, sought);
  return first ? cutAround(best.text, first.at, length) : "";
}

function findHits(text: string, sought: readonly string[]): TextWord[] {
  return findWords(text).filter(({ folded }) => sought.some((one) => matchesWord(folded, one)));
}

/** Number of sought words that match in the text. */
function countShown(text: string, sought: readonly string[]): number {
  const words = findWords(text);
  return sought.filter((one) => words.some(({ folded }) => matchesWord(folded, one))).length;
}

/** Cuts around a match, with a third of the length before it for context. */
function cutAround(text: string, at: number, length: number): string {
  if (text.length <= length * 1.2) return text;
  const wanted = Math.max(0, Math.min(at - length / 3, text.length - length));
  const from = wanted === 0 ? 0 : text.indexOf(" ", wanted) + 1;
  const start = from > at ? at : from;
  const last = start + length >= text.length ? text.length : text.lastIndexOf(" ", start + length);
  const end = last <= at ? start + cutText(text.slice(start), length).length : last;
  return `${start > 0 ? "…\u00a0" : ""}${text.slice(start, end).trim()}${end < text.length ? "\u00a0…" : ""}`;
}
