import { headingIds } from "#app/rich-text/headings.ts";
import { decodeEntities } from "#app/rich-text/html/html-parse.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import type { OldSite } from "./old-site.ts";

/** The ids that links of a text lead to. */
export function fragmentsIn(html: string): string[] {
  return [...html.matchAll(/\bhref\s*=\s*["']?[^"'\s>#]{0,2000}#([^"'\s>]{1,200})/gi)].map(([, id = ""]) =>
    decodeFragment(decodeEntities(id)),
  );
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

const linkedIds = new WeakMap<OldSite, ReadonlySet<string>>();

/** The ids that links anywhere on the site lead to, collected once. */
export function linkedIdsOf(site: OldSite): ReadonlySet<string> {
  const known = linkedIds.get(site);
  if (known) return known;
  const made = new Set(site.wxr.items.flatMap(({ content }) => fragmentsIn(content)));
  linkedIds.set(site, made);
  return made;
}

/** Links to places of the same text that are not in it. */
export function deadJumps(doc: RichText): Set<string> {
  const places = new Set<string>(headingIds(doc).values());
  const jumps = new Map<string, string>();
  JSON.stringify(doc, (_, value) => {
    if (value?.type === "anchor") places.add(value.attrs.id);
    const href: unknown = value?.type === "link" ? value.attrs.href : null;
    if (typeof href === "string" && href.startsWith("#")) jumps.set(href, decodeFragment(href.slice(1)));
    return value;
  });
  const isTop = (id: string) => id === "" || id === "top";
  return new Set([...jumps].flatMap(([href, id]) => (places.has(id) || isTop(id) ? [] : [href])));
}
