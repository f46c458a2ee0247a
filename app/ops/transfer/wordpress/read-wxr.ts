import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { SaxesParser } from "saxes";
import { countNoun } from "#app/lib/text/counts.ts";
import { NotImportable } from "../bundle/problems.ts";
import { type SourceItem, sourceOfElement } from "../ledger/source-item.ts";
import { textLineOf } from "./html-text.ts";

/** Reads one file of a WordPress export, whose items may repeat or share a number; throws NotImportable for any other file. */
export async function readWxrFile(path: string): Promise<WxrSite> {
  const file = basename(path);
  const site = emptySite("WordPress");
  let isExport = false;
  const terms = openTermCounter();
  const { strayCharacters, textBefore } = await readXml(path, file, "channel", (element) => {
    isExport ||= element.name === "wp:wxr_version";
    takeElement(site, element);
    terms.add(element);
  });
  if (!isExport)
    throw new NotImportable([
      {
        file,
        line: null,
        field: "",
        message:
          "This is not a WordPress export (WXR); create one in the WordPress dashboard under Tools, Export",
      },
    ]);
  if (textBefore !== "")
    site.left.push({ what: `text before the export: “${textBefore}”`, why: "A plugin or PHP printed it" });
  for (const one of terms.list()) site.left.push(one);
  return { ...site, strayCharacters };
}

/** Taxonomies of Polylang, and of menus, which the import reads or reports elsewhere. */
const knownTaxonomies = /^(?:nav_menu|language|term_language|(?:post|term)_translations)$/;

/** Collects content of terms that the import does not read. */
function openTermCounter(): { add(element: XmlElement): void; list(): LeftBehind[] } {
  const fields = new Map<string, number>();
  const names = new Map<string, string[]>();
  const descriptions: LeftBehind[] = [];
  const why = "This site has no such taxonomy";
  return {
    add(element) {
      if (!/^wp:(?:category|tag|term)$/.test(element.name)) return;
      for (const field of childrenNamed(element, "wp:termmeta")) {
        const key = childText(field, "wp:meta_key");
        fields.set(key, (fields.get(key) ?? 0) + 1);
      }
      const taxonomy = childText(element, "wp:term_taxonomy");
      const description = childText(element, "wp:term_description");
      // Polylang serialises its settings in PHP: a:3:{s:6:"locale";…
      const isKnown = knownTaxonomies.test(taxonomy) && /^(?:$|a:\d)/.test(description);
      if (element.name !== "wp:term" || isKnown) return;
      const name = textLineOf(childText(element, "wp:term_name"));
      const list = names.get(taxonomy) ?? [];
      list.push(`“${name}”`);
      names.set(taxonomy, list);
      if (description !== "")
        descriptions.push({
          what: `description of the term “${name}” of ${taxonomy}: “${textLineOf(description)}”`,
          why,
        });
    },
    list() {
      const count = [...fields.values()].reduce((sum, one) => sum + one, 0);
      const keys = [...fields].map(([key, times]) => `${key} (${times})`).join(", ");
      return [
        ...(count > 0
          ? [
              {
                what: `${countNoun(count, "field")} of terms (wp:termmeta): ${keys}`,
                why: "Terms have no such fields here",
              },
            ]
          : []),
        ...[...names].map(([taxonomy, list]) => ({
          what: `${countNoun(list.length, "term")} of the taxonomy ${taxonomy} (wp:term): ${list.join(", ")}`,
          why,
        })),
        ...descriptions,
      ];
    },
  };
}

function takeElement(site: WxrSite, element: XmlElement): void {
  const text = element.text.trim();
  const take: Record<string, () => unknown> = {
    title: () => (site.title ||= text),
    description: () => (site.description ||= text),
    link: () => site.urls.push(text),
    "wp:base_blog_url": () => site.urls.push(text),
    "wp:author": () => takeAuthor(site, element),
    "wp:category": () => site.categories.push(readTerm(element)),
    "wp:tag": () => site.tags.push(readTag(element)),
    "wp:term": () => takeTerm(site, element),
    item: () => site.items.push(readItem(element)),
  };
  if (Object.hasOwn(take, element.name)) take[element.name]?.();
}

function readTerm(element: XmlElement): WxrTerm {
  return {
    id: childText(element, "wp:term_id"),
    slug: childText(element, "wp:category_nicename"),
    name: childText(element, "wp:cat_name"),
    parent: childText(element, "wp:category_parent"),
    description: childText(element, "wp:category_description"),
  };
}

function readTag(element: XmlElement): WxrTerm {
  return {
    id: childText(element, "wp:term_id"),
    slug: childText(element, "wp:tag_slug"),
    name: childText(element, "wp:tag_name"),
    parent: "",
    description: childText(element, "wp:tag_description"),
  };
}

function takeAuthor({ authors, authorIds }: WxrSite, element: XmlElement): void {
  const login = childText(element, "wp:author_login");
  authors.set(login, childText(element, "wp:author_display_name"));
  const id = childText(element, "wp:author_id");
  if (id !== "") authorIds.set(id, login);
}

function takeTerm(site: WxrSite, element: XmlElement): void {
  const taxonomy = childText(element, "wp:term_taxonomy");
  const slug = childText(element, "wp:term_slug");
  if (taxonomy === "nav_menu") site.menus.push(childText(element, "wp:term_name"));
  else if (taxonomy === "term_translations") site.termGroups.add(slug);
  else if (taxonomy === "language") {
    // Polylang serialises its settings in PHP: s:6:"locale";s:5:"bn_BD";
    const settings = childText(element, "wp:term_description");
    const locale = /"locale";s:\d{1,3}:"([\w-]{2,40})"/.exec(settings)?.[1];
    if (locale !== undefined) site.locales.set(slug, locale);
  }
}

function readItem(element: XmlElement): WxrItem {
  const text = (name: string) => childText(element, name);
  const raw = (name: string) => element.children.find((child) => child.name === name)?.text ?? "";
  const meta = childrenNamed(element, "wp:postmeta").map(
    (one) => [childText(one, "wp:meta_key"), childText(one, "wp:meta_value")] as const,
  );
  const valuesOf = (wanted: string) =>
    meta.flatMap(([key, value]) => (key === wanted && value !== "" ? [value] : []));
  return {
    id: text("wp:post_id"),
    type: text("wp:post_type"),
    status: text("wp:status"),
    title: text("title"),
    link: text("link"),
    otherLinks: [],
    left: [],
    slug: text("wp:post_name"),
    guid: text("guid").slice(0, 1000),
    parent: text("wp:post_parent"),
    author: text("dc:creator"),
    date: text("wp:post_date"),
    dateGmt: text("wp:post_date_gmt"),
    modifiedGmt: text("wp:post_modified_gmt"),
    createdGmt: "",
    content: raw("content:encoded"),
    excerpt: text("excerpt:encoded"),
    password: text("wp:post_password"),
    isSticky: text("wp:is_sticky") === "1",
    terms: readTerms(childrenNamed(element, "category")),
    language: null,
    languageCode: "",
    translationGroup: null,
    meta: new Map(meta),
    formerSlugs: valuesOf("_wp_old_slug"),
    formerDates: valuesOf("_wp_old_date"),
    attachmentUrl: text("wp:attachment_url"),
    comments: childrenNamed(element, "wp:comment").filter(
      (one) => childText(one, "wp:comment_approved") !== "spam",
    ).length,
    source: sourceOfElement(element),
  };
}

/** WXR 1.0 calls tags `tag`, and repeats each term without a grouping. */
function readTerms(elements: readonly XmlElement[]): WxrItem["terms"] {
  const terms = elements.map(({ attributes, text }) => ({
    domain: attributes.domain === "tag" ? "post_tag" : (attributes.domain ?? ""),
    slug: attributes.nicename ?? "",
    name: text.trim(),
  }));
  const named = new Set(terms.filter(({ domain }) => domain !== "").map(({ name }) => name));
  const all = terms.flatMap((term) => {
    if (term.domain !== "") return [term];
    return named.has(term.name)
      ? []
      : [{ ...term, domain: "category", slug: term.slug || term.name.toLowerCase() }];
  });
  return [...new Map(all.map((term) => [`${term.domain} ${term.slug} ${term.name}`, term])).values()];
}

/** Largest element held in memory; an export holds each post in one. */
const maxCharacters = 50_000_000;
const maxDepth = 30;

/** Characters that are invalid in XML 1.0 but that WordPress writes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them on purpose
const stray = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Reads an XML file in chunks and passes on each complete child of `parent`; entities that it defines are never resolved.
 * @returns the number of characters left out
 * @throws NotImportable for a file that is not XML
 */
async function readXml(
  path: string,
  file: string,
  parent: string,
  take: (element: XmlElement) => void,
): Promise<{ strayCharacters: number; textBefore: string }> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let strayCharacters = 0;
  const write = (parser: SaxesParser, text: string) => {
    parser.write(
      text.replace(stray, () => {
        strayCharacters += 1;
        return "";
      }),
    );
  };
  const reading: { before: string; parser: SaxesParser | null; textBefore: string } = {
    before: "",
    parser: null,
    textBefore: "",
  };
  const feed = (text: string, isLast = false) => {
    if (reading.parser) return write(reading.parser, text);
    const known = reading.before + text;
    const start = known.search(/<\?xml\b|<rss\b/);
    reading.before = known;
    if (start === -1 && known.length < maxPrefix && !isLast) return;
    const skipped = known.slice(0, Math.max(0, start));
    reading.textBefore = skipped.replace(/[\p{Cc}\s]+/gu, " ").trim();
    reading.parser = openParser(file, parent, take, skipped.split("\n").length - 1);
    write(reading.parser, known.slice(skipped.length));
  };
  for await (const chunk of createReadStream(path)) feed(decode(decoder, chunk, file));
  feed(decode(decoder, undefined, file), true);
  reading.parser?.close();
  return { strayCharacters, textBefore: reading.textBefore };
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined, file: string): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw refuse(file, null, "This file is not UTF-8 text; export it again");
  }
}

/** Maximum characters before the start of an export. */
const maxPrefix = 100_000;

function openParser(file: string, parent: string, take: (element: XmlElement) => void, linesBefore: number) {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const stack: XmlElement[] = [];
  let size = 0;
  const fail = (message: string) => {
    throw refuse(file, linesBefore + parser.line, message);
  };
  const addText = (text: string) => {
    const element = stack.at(-1);
    if (element && stack.length > 2) element.text += text;
    size += text.length;
    if (size > maxCharacters) fail("One entry of this export is too large to be read");
  };
  parser.on("error", (error) => fail(`This is not valid XML: ${error.message.replace(/^\d+:\d+: /, "")}`));
  parser.on("doctype", () => fail("An export has no document type of its own; this file is not one"));
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("opentag", ({ name, attributes }) => {
    if (stack.length >= maxDepth) fail("This is nested too deeply for an export");
    const element: XmlElement = { name, attributes, children: [], text: "" };
    if (stack.length > 2) stack.at(-1)?.children.push(element);
    stack.push(element);
  });
  parser.on("closetag", () => {
    const element = stack.pop();
    if (!element || stack.length !== 2 || stack.at(-1)?.name !== parent) return;
    take(element);
    size = 0;
  });
  return parser;
}

function refuse(file: string, line: number | null, message: string): NotImportable {
  return new NotImportable([{ file, line, field: "", message }]);
}

/** One element of an export with its descendants. */
interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

/** Text of a child; empty if there is no such child. */
function childText({ children }: XmlElement, name: string): string {
  return children.find((child) => child.name === name)?.text.trim() ?? "";
}

function childrenNamed({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name);
}

/** Content of an export of WordPress or Ghost in one form: texts are raw HTML, moments are "YYYY-MM-DD hh:mm:ss". */
export interface WxrSite {
  system: "WordPress" | "Ghost";
  title: string;
  description: string;
  /** Addresses of the site. */
  urls: string[];
  /** Identifies a Ghost site, since its export has no address; empty if unknown, null for WordPress. */
  installation: string | null;
  /** Display name by login. */
  authors: Map<string, string>;
  /** Logins by number. */
  authorIds: Map<string, string>;
  categories: WxrTerm[];
  tags: WxrTerm[];
  /** Menus and other groupings by their name. */
  menus: string[];
  /** Locales of Polylang by the slug of their language. */
  locales: Map<string, string>;
  /** Slugs of translation groups of categories or tags in Polylang. */
  termGroups: Set<string>;
  items: WxrItem[];
  /** Control characters that XML does not allow and that were left out. */
  strayCharacters: number;
  left: LeftBehind[];
}

/** Content that is not imported, with the reason. */
export interface LeftBehind {
  what: string;
  why: string;
}

export interface WxrTerm {
  id: string;
  slug: string;
  name: string;
  /** Slug of the category above. */
  parent: string;
  description: string;
}

export interface WxrItem {
  id: string;
  /** post, page, attachment, nav_menu_item, … */
  type: string;
  /** publish, future, draft, pending, private, trash, inherit, … */
  status: string;
  title: string;
  link: string;
  /** Further paths of the item, other than those derived from its number and name. */
  otherLinks: string[];
  /** Last part of its address, percent-encoded. */
  slug: string;
  /** Its id in feeds; empty if unknown. */
  guid: string;
  parent: string;
  author: string;
  /** In the time zone of the site. */
  date: string;
  dateGmt: string;
  /** When it was last changed, in UTC. */
  modifiedGmt: string;
  /** When it was created, in UTC; empty if unknown. */
  createdGmt: string;
  content: string;
  excerpt: string;
  password: string;
  isSticky: boolean;
  terms: { domain: string; slug: string; name: string }[];
  /** BCP 47 tag set by a plugin. */
  language: string | null;
  /** The language as the export writes it; empty for none. */
  languageCode: string;
  /** Shared by translations of one item. */
  translationGroup: string | null;
  meta: Map<string, string>;
  /** Former last parts of its address, and former days (YYYY-MM-DD). */
  formerSlugs: string[];
  formerDates: string[];
  attachmentUrl: string;
  comments: number;
  left: LeftBehind[];
  /** The item as exported, for the ledger; null for items derived from others. */
  source: SourceItem | null;
}

/** An empty site. */
export function emptySite(system: WxrSite["system"]): WxrSite {
  return {
    system,
    title: "",
    description: "",
    urls: [],
    installation: system === "Ghost" ? "" : null,
    authors: new Map(),
    authorIds: new Map(),
    categories: [],
    tags: [],
    menus: [],
    locales: new Map(),
    termGroups: new Set(),
    items: [],
    strayCharacters: 0,
    left: [],
  };
}

/** An empty item. */
export const emptyItem: Omit<WxrItem, "id" | "type" | "status"> = {
  title: "",
  link: "",
  otherLinks: [],
  left: [],
  slug: "",
  guid: "",
  parent: "0",
  author: "",
  date: "",
  dateGmt: "",
  modifiedGmt: "",
  createdGmt: "",
  content: "",
  excerpt: "",
  password: "",
  isSticky: false,
  terms: [],
  language: null,
  languageCode: "",
  translationGroup: null,
  meta: new Map(),
  formerSlugs: [],
  formerDates: [],
  attachmentUrl: "",
  comments: 0,
  source: null,
};
