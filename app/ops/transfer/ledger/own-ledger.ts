import type { Kind } from "#app/domain/content/kind.ts";
import { countNoun } from "#app/lib/text/counts.ts";
import type { ImportBundle } from "../bundle/bundle.ts";
import { addressByName } from "../bundle/file-links.ts";
import type { ComparedEntry, Plan, PlannedFile, PlannedNames, PlannedRedirect } from "../bundle/plan.ts";
import { isRecord } from "../bundle/problems.ts";
import { type Differences, noDifferences } from "./differences.ts";
import type { LedgerReport } from "./ledger.ts";
import { compareOwnEntry, compareValue, type OwnFields } from "./own-entry.ts";

export type OwnPlan = Pick<
  Plan,
  "entries" | "settings" | "categories" | "pictures" | "documents" | "redirects"
>;

/** Compares a Frontdesk export, except people and newsletters, with the plan of its import. */
export interface OwnLedger {
  /** Replaces the ids in a plan with placeholders that the ledger maps back to names. */
  traceNames(names: PlannedNames): PlannedNames;
  /** Compares an entry, its newest version or an old one. */
  compareEntry(entry: ComparedEntry): void;
  /** Compares everything except entries. */
  finish(bundle: ImportBundle, plan: OwnPlan): void;
}

export function openOwnLedger(report: LedgerReport): OwnLedger {
  const { traceNames, restoreNames, names } = openNames();
  const defaultsOf = openDefaults();
  const write = (item: string, { explained, unexplained }: Differences) => {
    for (const { what, why } of explained) report.add(item, what, why);
    for (const what of unexplained) report.addUnexplained(item, what);
  };
  const compareRows = (item: string, rows: unknown, stored: ReadonlyMap<string, OwnFields>) => {
    for (const row of Array.isArray(rows) ? rows.filter(isRecord) : []) {
      const differences = noDifferences();
      const name = String(row.from ?? row.file ?? row.name);
      const planned = stored.get(name);
      for (const key of Object.keys(row)) compareValue(key, row[key], planned?.[key], differences);
      write(`${item} ${name}`, differences);
    }
  };
  return {
    traceNames,
    compareEntry({ name, kind, written, data, life }) {
      // Fields for the state, dates and addresses of an entry.
      const shown = Object.keys(written).filter((field) => !Object.hasOwn(kind.fields, field));
      const stored = {
        ...recordOf(restoreNames(data)),
        ...Object.fromEntries(shown.map((field) => [field, life[field]])),
      };
      write(name, compareOwnEntry(written, stored, defaultsOf(kind)));
    },
    finish(bundle, plan) {
      const missing = bundle.entries.length - plan.entries.length;
      if (missing > 0) report.addUnexplained("Site", countNoun(missing, "entry", "entries"));
      const differences = noDifferences();
      const settings = plan.settings ? recordOf(restoreNames(plan.settings(names))) : {};
      for (const [section, value] of Object.entries(recordOf(bundle.settings?.value)))
        compareValue(section, value, settings[section], differences);
      write("Settings", differences);
      for (const [taxonomy, rows] of Object.entries(recordOf(bundle.categories?.value))) {
        const own = plan.categories.filter((one) => one.taxonomy === taxonomy);
        compareRows("Category", rows, new Map(own.map((one) => [one.name, { ...one }])));
      }
      compareRows("Picture", bundle.pictures?.value, filesByName(plan.pictures));
      compareRows("Document", bundle.documents?.value, filesByName(plan.documents));
      compareRows("Address", bundle.redirects?.value, redirectsByAddress(plan.redirects));
    },
  };
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Maps names in a plan to placeholder ids and back. */
function openNames() {
  const idsByName = new Map<string, string>();
  const namesById = new Map<string, string>();
  const idOf = (group: string, name: string) => {
    const key = `${group} ${name}`;
    const id = idsByName.get(key) ?? `expected-${idsByName.size}`;
    idsByName.set(key, id);
    namesById.set(id, name);
    return id;
  };
  const names: PlannedNames = {
    picture: (name) => idOf("picture", name),
    file: (name) => idOf("file", name),
    category: idOf,
    entry: idOf,
  };
  const traceNames = (known: PlannedNames): PlannedNames => ({
    picture: (name) => known.picture(name) && names.picture(name),
    file: (name) => known.file(name) && names.file(name),
    category: (taxonomy, name) => known.category(taxonomy, name) && names.category(taxonomy, name),
    entry: (kind, title) => known.entry(kind, title) && names.entry(kind, title),
  });
  const nameOf = (text: string) => {
    const link = /^\/files\/(expected-\d+)$/.exec(text)?.[1];
    if (link === undefined) return namesById.get(text) ?? text;
    return addressByName(namesById.get(link) ?? "");
  };
  /** Replaces ids in a value with names; unchanged parts are not copied. */
  const restoreNames = (value: unknown): unknown => {
    if (typeof value === "string") return /expected-\d/.test(value) ? nameOf(value) : value;
    if (typeof value !== "object" || value === null) return value;
    const changed = Object.entries(value).flatMap(([key, part]) => {
      const restored = restoreNames(part);
      return restored === part ? [] : [[key, restored] as const];
    });
    if (changed.length === 0) return value;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    return Object.assign(copy, Object.fromEntries(changed));
  };
  return { names, traceNames, restoreNames };
}

/** The values of fields that an export leaves out, by kind. */
function openDefaults(): (kind: Kind) => OwnFields {
  const known = new Map<string, OwnFields>();
  return (kind) => {
    const found = known.get(kind.name) ?? { ...kind.schema.parse({ title: "Untitled" }) };
    known.set(kind.name, found);
    return found;
  };
}

function filesByName(files: readonly PlannedFile[]): Map<string, OwnFields> {
  return new Map(files.map((file) => [file.name, { ...file, file: file.name }]));
}

function redirectsByAddress(redirects: readonly PlannedRedirect[]): Map<string, OwnFields> {
  const fieldsOf = ({ from, to, site }: PlannedRedirect): OwnFields => {
    if ("kind" in to) return { from, site, kind: to.kind.name, title: to.title };
    return { from, site, to: "file" in to ? addressByName(to.file) : "path" in to ? to.path : to.url };
  };
  return new Map(redirects.map((redirect) => [redirect.from, fieldsOf(redirect)]));
}
