import type { Comparison } from "./compare.ts";
import { take, tallyOf } from "./compare-words.ts";
import type { ResultFacts } from "./count-result.ts";
import { countOf, type Differences } from "./differences.ts";
import { type CountedLink, type Facts, mediaKey } from "./facts.ts";

const mostLookedUp = 200;

/** Compares links by where they lead; those within the former site lead to other addresses now and are counted together. */
export function compareLinks(
  source: Facts,
  result: ResultFacts,
  comparison: Comparison,
  { explained, unexplained }: Differences,
): void {
  const { own, made } = partLinks(source, result);
  const there = tallyOf(own.map((href) => linkKey(href, comparison)));
  const spare = tallyOf(made.map(mediaKey));
  // A link that may be absent is counted last, so that its absence is not taken for that of another.
  const inOrder = source.links.toSorted(
    (a, b) => Number(excuseOf(a, comparison) !== "") - Number(excuseOf(b, comparison) !== ""),
  );
  const missing = inOrder.filter(
    ({ href }) => !take(there, linkKey(href, comparison)) && !take(spare, mediaKey(href)),
  );
  for (const [excuse, links] of Map.groupBy(missing, (link) => excuseOf(link, comparison))) {
    if (excuse === "") for (const { href } of links) unexplained.push(`link to ${href}`);
    else if (
      !links
        .slice(0, mostLookedUp)
        .every(({ href }) => comparison.reported.some((line) => line.includes(href.slice(0, 100))))
    )
      explained.push({
        what: `${countOf(links.length, "link")} ${excuse}`,
        why: "The words stand without a link",
      });
  }
}

/** Sets those links of a result apart that the import may have made of players and of addresses written out. */
function partLinks({ media, addresses }: Facts, { links }: ResultFacts): { own: string[]; made: string[] } {
  const known = tallyOf([...media.map(({ address }) => address), ...addresses].map(mediaKey));
  const { true: made = [], false: own = [] } = Object.groupBy(
    links,
    (href) => `${take(known, mediaKey(href))}`,
  );
  return { own, made };
}

function linkKey(href: string, { hosts }: Pick<Comparison, "hosts">): string {
  const address = cleanAddress(href);
  if (address.startsWith("#")) return decodeId(address);
  if (/^(?:mailto|tel):/i.test(address)) return address.toLowerCase();
  const url = URL.parse(address, "https://site.invalid");
  if (!url) return address;
  return url.host === "site.invalid" || hosts.has(url.host) ? "a page of the former site" : url.href;
}

function cleanAddress(href: string): string {
  return href
    .trim()
    .replace(/[\t\n\r]/g, "")
    .replace(/^\/\//, "https://")
    .replace(/^__GHOST_URL__/, "");
}

function decodeId(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Why a link may be absent; empty where it may not. */
function excuseOf({ href, excuse }: CountedLink, { system, reported }: Comparison): string {
  if (excuse !== "") return excuse;
  const address = cleanAddress(href);
  if (address === "") return "without an address";
  if (/^[a-z][\w+.-]*:/i.test(address) && !/^(?:https?|mailto|tel):/i.test(address))
    return "to addresses that are not of the web";
  if (!URL.canParse(address, "https://site.invalid")) return "to addresses that can't be read";
  if (system !== "Ghost") return "";
  if (/#\/(?:portal|search|share)(?:\/|$|\?)/.test(address)) return "to windows of Ghost";
  const isFile = /^(?:https:\/\/ghost\.invalid)?\/content\/(?:images|files|media)\//.test(address);
  return isFile && reported.some((line) => line.startsWith("link to ") && line.includes(address))
    ? "to files that did not come along"
    : "";
}
