import { createHash } from "node:crypto";
import { basename } from "node:path";
import { NotImportable } from "../bundle/problems.ts";
import { siteAddress } from "./former-sites.ts";
import { textLineOf } from "./html-text.ts";
import { withLanguages } from "./languages.ts";
import { readWxrFile, type WxrItem, type WxrSite, type WxrTerm } from "./read-wxr.ts";

/** Reads a WordPress export from all its files as one site; throws NotImportable for other files and for two sites. */
export async function readWxr(paths: readonly [string, ...string[]]): Promise<WxrSite> {
  const [path, ...further] = paths;
  const site = await readWxrFile(path);
  for (const one of further) addPart(site, await readWxrFile(one), basename(one), basename(path));
  const items = withUniqueIds(site).map((item) => withWholeLink(item, site));
  return { ...site, items: withLanguages({ ...site, items }) };
}

/** Some converters write item links as paths. */
function withWholeLink(item: WxrItem, { urls }: WxrSite): WxrItem {
  const whole = /^\/(?!\/)/.test(item.link) ? URL.parse(item.link, urls[0])?.href : undefined;
  return whole === undefined ? item : { ...item, link: whole };
}

/** Adds the content of another file of the same export. */
function addPart(site: WxrSite, part: WxrSite, file: string, firstFile: string): void {
  if (siteAddress(part) !== siteAddress(site))
    throw new NotImportable([
      {
        file,
        line: null,
        field: "",
        message: `This export is from another site than ${firstFile}; import each site separately`,
      },
    ]);
  site.title ||= part.title;
  site.description ||= part.description;
  site.urls = [...new Set([...part.urls, ...site.urls])];
  for (const [login, name] of part.authors) if (!site.authors.get(login)) site.authors.set(login, name);
  for (const [id, login] of part.authorIds) site.authorIds.set(id, login);
  site.categories = onceEach([...site.categories, ...part.categories]);
  site.tags = onceEach([...site.tags, ...part.tags]);
  site.menus = [...new Set([...site.menus, ...part.menus])];
  for (const [slug, locale] of part.locales) site.locales.set(slug, locale);
  for (const slug of part.termGroups) site.termGroups.add(slug);
  for (const item of part.items) site.items.push(item);
  site.strayCharacters += part.strayCharacters;
  for (const one of part.left) site.left.push(one);
}

function onceEach(terms: readonly WxrTerm[]): WxrTerm[] {
  return [...new Map(terms.toReversed().map((term) => [term.slug, term])).values()].reverse();
}

/** Removes repeated items, and gives a new id to items with a duplicate or missing one. */
function withUniqueIds({ items, left }: WxrSite): WxrItem[] {
  const counts = new Map<string, number>();
  for (const { id } of items) counts.set(id, (counts.get(id) ?? 0) + 1);
  const taken = new Set<string>(counts.keys());
  const used = new Set<string>();
  const nextNumbers = new Map<string, number>();
  const contents = new Set<string>();
  let repeated = 0;
  const unique = items.flatMap((item) => {
    if (item.id !== "" && counts.get(item.id) !== 1) {
      const content = contentKey(item);
      if (contents.has(content)) {
        repeated += 1;
        return [];
      }
      contents.add(content);
    }
    if (item.id !== "" && !used.has(item.id)) {
      used.add(item.id);
      return [item];
    }
    const id = freeId(item.id || "without a number", taken, nextNumbers);
    taken.add(id);
    left.push({
      what: `${item.type} “${textLineOf(item.title)}”: ${item.id === "" ? "no number" : `number ${item.id}`}`,
      why: item.id === "" ? `It got the id ${id}` : `Another item has it; this one got the id ${id}`,
    });
    return [{ ...item, id, source: item.source && { ...item.source, id } }];
  });
  if (repeated > 0)
    left.push({
      what: `${repeated} repeated ${repeated === 1 ? "item" : "items"}`,
      why: "Each was imported once",
    });
  return unique;
}

/** Equal for items with the same content. */
function contentKey(item: WxrItem): string {
  const text = JSON.stringify(item, (_, value: unknown) => (value instanceof Map ? [...value] : value));
  return createHash("sha256").update(text).digest("base64");
}

/** @param nextNumbers first number to try, by id; lower ones are taken */
function freeId(id: string, taken: ReadonlySet<string>, nextNumbers: Map<string, number>): string {
  if (!taken.has(id)) return id;
  for (let number = nextNumbers.get(id) ?? 2; ; number += 1) {
    const free = `${id} (${number})`;
    if (taken.has(free)) continue;
    nextNumbers.set(id, number + 1);
    return free;
  }
}
