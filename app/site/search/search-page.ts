import { readSettings } from "#app/company/settings.ts";
import { type Kind, partsOfData } from "#app/content/kind.ts";
import { readPublished } from "#app/content/published/read-published.ts";
import { type SearchResult, searchPublished } from "#app/content/search/search.ts";
import type { Database } from "#app/database/database.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { toText } from "#app/rich-text/text.ts";
import { langAttribute } from "#app/site/parts/language.ts";
import { readWord } from "#app/site/parts/paging.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { countShown, extractAround, type MarkedPart, markWords } from "#app/text/mark-words.ts";
import { wordsOfQuery } from "#app/text/words.ts";
import { readSuggestions } from "./suggestions.ts";

/** A row of `/search`, with the words that were looked for marked in both of its texts. */
export interface ResultRow {
  id: string;
  kind: string;
  path: string;
  title: MarkedText;
  /** Its summary, or the part of its text that holds what the summary does not. */
  extract: MarkedText;
}

export interface MarkedText {
  lang: "bn" | undefined;
  parts: MarkedPart[];
}

/** Everything `/search` shows for a query. */
export async function readSearchPage({ db, clock, publicUrl }: PageContext, search: URLSearchParams) {
  const query = readWord(search, "q");
  const found = await searchPublished(db, query);
  const texts = await readTexts(db, found, query);
  const settings = await readSettings(db);
  const today = clock.now().toISOString().slice(0, 10);
  return {
    query,
    results: found.map(({ kind, card }) =>
      presentResult({ ...card, kind, summary: card.data.summary }, texts.get(card.id) ?? [], query),
    ),
    suggestions:
      found.length > 0
        ? []
        : (await readSuggestions(db, query, today)).map((entry) => presentResult(entry, [], query)),
    ...describeSearch(query),
    site: siteFacts(settings, publicUrl),
  };
}

interface Found {
  id: string;
  kind: Kind;
  title: string;
  path: string;
  summary: string;
}

function presentResult(
  { id, kind, title, path, summary }: Found,
  texts: readonly string[],
  query: string,
): ResultRow {
  const extract = extractAround([summary, ...texts], query) || summary;
  return {
    id,
    kind: kind.label.one,
    path,
    title: mark(title, query),
    extract: mark(texts.length > 0 ? extract : summary, query),
  };
}

function mark(text: string, query: string): MarkedText {
  return { lang: langAttribute(text), parts: markWords(text, query) };
}

/** The texts of those entries whose title and summary do not say by themselves why they were found, line by line. */
async function readTexts(db: Database, found: readonly SearchResult[], query: string) {
  const wanted = wordsOfQuery(query).length;
  const unclear = found.filter(
    ({ card: { title, data } }) => countShown(`${title}\n${data.summary}`, query) < wanted,
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
    // A word by itself, such as a tag, is only understood with the name of its field.
    return [
      part.text.length < 40
        ? `${kind.fields[field as keyof typeof kind.fields].label}: ${part.text}`
        : part.text,
    ];
  });
}

function describeSearch(query: string): { title: string; description: string } {
  if (query === "") return { title: "Search", description: all };
  return {
    title: `Search: ${query}`,
    description: `What we have published about “${query}”: services, case studies, clients, news and posts.`,
  };
}

const all =
  "Search everything we have published: services, case studies, clients, news and posts, in Bangla and in English.";
