import { redirectKey } from "#app/content/urls/redirect-keys.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import { type Comparison, compareTexts } from "./compare.ts";
import { compareFields, type ResultFields } from "./compare-fields.ts";
import { countResult } from "./count-result.ts";
import { countSource, notesOf, type SourceSite } from "./count-source.ts";
import { addCount, type Differences, noDifferences } from "./differences.ts";
import { listKnownFiles } from "./known-files.ts";
import { openMetaCounter } from "./metadata.ts";
import type { SourceItem } from "./source-item.ts";

/** A former site as its export has it. */
export interface LedgerSource {
  system: "WordPress" | "Ghost";
  items: readonly SourceItem[];
  /** Its own addresses. */
  urls: readonly string[];
}

/** The parts of a report that a ledger writes and reads. */
export interface LedgerReport {
  lines: readonly { item: string; what: string }[];
  add(item: string, what: string, why: string): void;
  addUnexplained(item: string, what: string): void;
}

/** An item as it is to be stored: with its fields as an entry, without them as a text of the settings. */
export interface PlannedResult {
  doc: RichText;
  fields: ResultFields | null;
}

/** Compares each item of a source with its result, and writes every difference to a report. */
export interface Ledger {
  /** @param firstLine the line of the report with which those of this item begin */
  compareItem(source: SourceItem, name: string, result: PlannedResult, firstLine: number): void;
  /** Checks that every public address of an item leads somewhere. */
  compareAddresses(source: SourceItem, name: string, redirects: ReadonlySet<string>): void;
  /** Writes what is counted for the whole site. */
  finish(): void;
}

export function openLedger(source: LedgerSource, uploads: string | null, report: LedgerReport): Ledger {
  const { system, items } = source;
  const hosts = hostsOf(source);
  const site = openSource(source);
  const files = listKnownFiles(uploads, hosts);
  const linkedIds = linkedIdsOf(items);
  const counts = new Map<string, number>();
  const meta = openMetaCounter();
  if (system === "WordPress")
    for (const item of items) if (/^(?:post|page|attachment)$/.test(item.type)) meta.add(hiddenFields(item));
  const write = (name: string, differences: Differences) => {
    for (const { what, why } of differences.explained) report.add(name, what, why);
    for (const what of differences.unexplained) report.addUnexplained(name, what);
    for (const [key, count] of differences.counts) addCount(counts, key, count);
  };
  return {
    compareItem(item, name, { doc, fields }, firstLine) {
      const reported = report.lines.slice(firstLine).map(({ what }) => what);
      const comparison: Comparison = { system, files, hosts, linkedIds, reported };
      const differences = compareTexts(countSource(item, site), countResult(doc), comparison);
      if (fields) compareFields(item, fields, reported, system === "Ghost", differences);
      write(name, differences);
    },
    compareAddresses(item, name, redirects) {
      const differences = noDifferences();
      for (const address of addressesOf(item, system, hosts))
        if (!redirects.has(redirectKey(address))) differences.unexplained.push(`address ${address}`);
      write(name, differences);
    },
    finish() {
      for (const [what, count] of counts)
        report.add("Site", `${count} ${what}`, "Readers did not see them, and they are left out");
      for (const field of meta.list("core"))
        report.add("Site", `bookkeeping of WordPress: ${field}`, "WordPress stored it for itself");
      for (const field of meta.list("plugin"))
        report.add("Site", `field of a plugin: ${field}`, "An entry has no such field here");
    },
  };
}

/** The import names the fields that editors of a post see with the post itself. */
function hiddenFields({ type, meta }: SourceItem): SourceItem["meta"] {
  return type === "attachment" ? meta : meta.filter(([key]) => /^(?:_|rank_math_)/.test(key));
}

function openSource({ system, items }: LedgerSource): SourceSite {
  const byId = new Map(items.map((item) => [item.id, item]));
  const byParent = Map.groupBy(
    items.filter(({ type }) => type === "attachment"),
    ({ parent }) => parent,
  );
  return {
    system,
    find: (id) => byId.get(id),
    attachmentsOf: (id) => byParent.get(id) ?? [],
  };
}

/** With and without www, as for the addresses of the files. */
function hostsOf({ system, urls, items }: LedgerSource): Set<string> {
  const hosts = urls.flatMap((address) => {
    const host = URL.parse(address)?.host.replace(/^www\./, "");
    return host ? [host, `www.${host}`] : [];
  });
  const ofFiles =
    system === "Ghost" ? [] : items.flatMap(({ attachmentUrl }) => URL.parse(attachmentUrl)?.host ?? []);
  return new Set([...hosts, ...ofFiles]);
}

const fragment = /\bhref\s{0,9}=\s{0,9}["']?[^"'\s>#]{0,2000}#([^"'\s>]{1,200})/gi;

function linkedIdsOf(items: readonly SourceItem[]): Set<string> {
  const ids = new Set<string>();
  for (const item of items)
    for (const html of [item.content, ...notesOf(item)])
      for (const [, id = ""] of html.matchAll(fragment)) {
        ids.add(id);
        ids.add(decodeId(id));
      }
  return ids;
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** The paths at which the former site answered with an item. */
function addressesOf(
  { id, link }: SourceItem,
  system: LedgerSource["system"],
  hosts: ReadonlySet<string>,
): string[] {
  const url = URL.parse(link, "https://ghost.invalid");
  const isOwn = url && (hosts.has(url.host) || url.host === "ghost.invalid");
  const path = isOwn ? `${url.pathname.replace(/\/{2,}/g, "/")}${url.search}` : "/";
  const numbered = system === "WordPress" && /^\d+$/.test(id) ? [`/?p=${id}`] : [];
  return [...(path === "/" ? [] : [path]), ...numbered];
}
