import { parse, serialize, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { wordsOf } from "#app/lib/text/words.ts";
import { readerText, textLineOf } from "#app/ops/transfer/wordpress/html-text.ts";

/** Content of a page that matters to readers and search engines. */
export interface PageFacts {
  status: number;
  title: string;
  heading: string;
  /** Words between header and footer, in order. */
  words: string[];
  /** Targets of its links. */
  links: string[];
  /** URLs of its library pictures in every size. */
  pictures: string[];
}

export function readPageFacts(status: number, html: string): PageFacts {
  const document = parse(html);
  const text = (name: string) => {
    const element = find(document, name);
    return element ? readerText(serialize(element)).replace(/\s+/g, " ").trim() : "";
  };
  const main = find(document, "main") ?? document;
  return {
    status,
    title: text("title"),
    heading: text("h1"),
    words: wordsOf(text("main")),
    links: listAttributes(main, /^href$/),
    pictures: listAttributes(main, /^src(?:set)?$/)
      .flatMap((value) => value.split(/,\s+/))
      .map((source) => source.split(/\s/)[0] ?? "")
      .filter((address) => address.startsWith("/files/")),
  };
}

/** Lists the unique values of attributes, in order. */
function listAttributes(root: Tree.Node, wanted: RegExp): string[] {
  const values = new Set<string>();
  walk(root, ({ attrs }) => {
    for (const { name, value } of attrs) if (wanted.test(name)) values.add(value);
  });
  return [...values];
}

/** Minimum share of words that a page must retain, since another release may use other markup. */
const minRetainedShare = 0.9;

/** Lists the differences of a page, one in each line. */
export function comparePages(before: PageFacts, after: PageFacts): string[] {
  if (after.status !== before.status) return [`returns status ${after.status} instead of ${before.status}`];
  const lines: string[] = [];
  for (const part of ["title", "heading"] as const)
    if (after[part] !== before[part])
      lines.push(`its ${part} is “${after[part]}” instead of “${before[part]}”`);
  const retained = countRetained(before.words, after.words);
  if (retained < before.words.length * minRetainedShare)
    lines.push(`${before.words.length - retained} of its ${before.words.length} words are missing`);
  return lines;
}

function countRetained(before: readonly string[], after: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of after) left.set(word, (left.get(word) ?? 0) + 1);
  let retained = 0;
  for (const word of before) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    retained += 1;
  }
  return retained;
}

function find(node: Tree.Node, name: string): Tree.Element | null {
  let found: Tree.Element | null = null;
  walk(node, (element) => {
    if (element.tagName === name) found ??= element;
  });
  return found;
}

/** Visits every element in document order. */
function walk(node: Tree.Node, visit: (element: Tree.Element) => void): void {
  const waiting: Tree.Node[] = [node];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if ("tagName" in at) visit(at);
    if ("childNodes" in at) waiting.push(...at.childNodes.toReversed());
  }
}

/** Lists the paths in a sitemap or sitemap index. */
export function pathsInSitemap(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => {
    const { pathname, search } = new URL(textLineOf(address));
    return pathname + search;
  });
}

/** Maximum number of compared pages. */
const maxPages = 50;

/** Important pages that a sitemap may not list. */
const requiredPaths = ["/", "/contact", "/search?q=a", "/login", "/blog/feed.xml", "/sitemap.xml"];

/**
 * Chooses the pages to compare: the required ones, and an even share of each area.
 * @param paths paths of a sitemap, such as `/blog/a-title`
 */
export function choosePages(paths: readonly string[]): string[] {
  const areas = [...Map.groupBy(paths, (path) => path.split("/")[1] ?? "").values()];
  const longest = Math.max(0, ...areas.map(({ length }) => length));
  // The first page of each area, then the second, and so on.
  const evenly = Array.from({ length: longest }, (_, at) => areas.flatMap((area) => area[at] ?? [])).flat();
  return [...new Set([...requiredPaths, ...evenly])].slice(0, maxPages);
}
