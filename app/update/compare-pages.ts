import { parse, serialize, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { wordsOf } from "#app/text/words.ts";
import { readerText, textLineOf } from "#app/transfer/wordpress/html-text.ts";

/** What a reader and a search engine would miss if it were gone. */
export interface PageFacts {
  status: number;
  title: string;
  heading: string;
  /** Of what stands between header and footer, in order. */
  words: string[];
  /** Where its links lead. */
  links: string[];
  /** Addresses of all pictures of the library that it shows, in every size. */
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

/** Each value once, in order. */
function listAttributes(root: Tree.Node, wanted: RegExp): string[] {
  const values = new Set<string>();
  walk(root, ({ attrs }) => {
    for (const { name, value } of attrs) if (wanted.test(name)) values.add(value);
  });
  return [...values];
}

/** Other releases may write other markup; of the words of a page nine in ten must still be there. */
const leastKept = 0.9;

/** What of a page is not as it was, a line each; none when it still says what it said. */
export function comparePages(before: PageFacts, after: PageFacts): string[] {
  if (after.status !== before.status) return [`answers ${after.status} instead of ${before.status}`];
  const lines: string[] = [];
  for (const part of ["title", "heading"] as const)
    if (after[part] !== before[part])
      lines.push(`its ${part} is “${after[part]}” instead of “${before[part]}”`);
  const kept = countKept(before.words, after.words);
  if (kept < before.words.length * leastKept)
    lines.push(`${before.words.length - kept} of its ${before.words.length} words are gone`);
  return lines;
}

function countKept(before: readonly string[], after: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of after) left.set(word, (left.get(word) ?? 0) + 1);
  let kept = 0;
  for (const word of before) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    kept += 1;
  }
  return kept;
}

function find(node: Tree.Node, name: string): Tree.Element | null {
  let found: Tree.Element | null = null;
  walk(node, (element) => {
    if (element.tagName === name) found ??= element;
  });
  return found;
}

/** Every element, as they stand in the document. */
function walk(node: Tree.Node, look: (element: Tree.Element) => void): void {
  const waiting: Tree.Node[] = [node];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if ("tagName" in at) look(at);
    if ("childNodes" in at) waiting.push(...at.childNodes.toReversed());
  }
}

/** The addresses in a sitemap, or in the list of its parts, without their origin. */
export function pathsInSitemap(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => {
    const { pathname, search } = new URL(textLineOf(address));
    return pathname + search;
  });
}

/** So many pages are compared. */
const mostCompared = 50;

/** Never in the list of pages, and what a visitor must be able to do. */
const always = ["/", "/contact", "/search?q=a", "/login", "/blog/feed.xml", "/sitemap.xml"];

/**
 * Of the addresses in a sitemap those that are compared: some of each area, as evenly as there are any, and what every visitor
 * needs.
 * @param paths of the pages, such as `/blog/a-title`
 */
export function choosePages(paths: readonly string[]): string[] {
  const areas = [...Map.groupBy(paths, (path) => path.split("/")[1] ?? "").values()];
  const longest = Math.max(0, ...areas.map(({ length }) => length));
  // The first of each area, the second of each, and so on.
  const evenly = Array.from({ length: longest }, (_, at) => areas.flatMap((area) => area[at] ?? [])).flat();
  return [...new Set([...always, ...evenly])].slice(0, mostCompared);
}
