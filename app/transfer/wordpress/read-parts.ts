import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { NotImportable } from "../bundle/problems.ts";
import { readWxrFile, type WxrItem, type WxrSite, type WxrTerm } from "./read-wxr.ts";
import { folderOf } from "./site-paths.ts";

/** Reads a WordPress export from all its files as one site; throws NotImportable for other files and for two sites. */
export async function readWxr(paths: readonly [string, ...string[]]): Promise<WxrSite> {
  const [path, ...further] = paths;
  const site = await readWxrFile(path);
  for (const one of further) addPart(site, await readWxrFile(one), basename(one), basename(path));
  return { ...site, items: withUniqueIds(site) };
}

/** Adds what another file of the same export holds. */
function addPart(site: WxrSite, part: WxrSite, file: string, firstFile: string): void {
  if (addressOf(part) !== addressOf(site))
    throw new NotImportable([
      {
        file,
        line: null,
        field: "",
        message: `This is an export of another site than ${firstFile}; import each site by itself`,
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
  for (const item of part.items) site.items.push(item);
  site.strayCharacters += part.strayCharacters;
  site.left.push(...part.left);
}

/** Host and folder of a site, however its address is written. */
function addressOf(site: WxrSite): string {
  const host = URL.parse(site.urls.at(-1) ?? "")?.host.replace(/^www\./, "") ?? "";
  return `${host}${folderOf(site)}`;
}

function onceEach(terms: readonly WxrTerm[]): WxrTerm[] {
  return [...new Map(terms.toReversed().map((term) => [term.slug, term])).values()].reverse();
}

/** The items with one id each: an item that is listed twice counts once, and others that share or lack an id get one. */
function withUniqueIds({ items, left }: WxrSite): WxrItem[] {
  const taken = new Map<string, WxrItem>();
  let repeated = 0;
  const unique = items.flatMap((item) => {
    const other = taken.get(item.id);
    if (other && item.id !== "" && isDeepStrictEqual(item, other)) {
      repeated += 1;
      return [];
    }
    const id = item.id === "" || other ? firstFree(item.id || "without a number", taken) : item.id;
    const one = id === item.id ? item : { ...item, id, source: item.source && { ...item.source, id } };
    taken.set(id, one);
    return [one];
  });
  if (repeated > 0)
    left.push({
      what: `${repeated} repeated ${repeated === 1 ? "item" : "items"}`,
      why: "Each came along once",
    });
  return unique;
}

function firstFree(id: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(id)) return id;
  for (let number = 2; ; number += 1) if (!taken.has(`${id} (${number})`)) return `${id} (${number})`;
}
