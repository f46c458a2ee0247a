import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findKind } from "#app/domain/content/kinds.ts";
import { slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import type { RichText } from "#app/lib/rich-text/schema/schema.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import fc from "#tests/support/generated.ts";
import { asItem, writeFrontMatter } from "../bundle/front-matter.ts";
import type { ComparedEntry, PlannedNames } from "../bundle/plan.ts";
import { planAny } from "../import-any.ts";
import { type AnyEntry, anySite } from "../site.arbitrary.ts";
import { openReport } from "../wordpress/report.ts";
import { openOwnLedger } from "./own-ledger.ts";
import { findRemovals } from "./remove-part.fixture.ts";

const pictures = ["শহর.webp", "a-b.webp"];
const categories = ["এক", "two"];
/** Ids of pictures and categories, by the names that an export gives them. */
const ids = new Map([...pictures, ...categories].map((name, at) => [name, `picture-or-category-${at}`]));
const idOf = (name: string) => ids.get(name) ?? null;
const names: PlannedNames = {
  picture: idOf,
  file: () => null,
  category: (_, name) => idOf(name),
  entry: () => null,
};

/** An entry as an export writes it, with the plural of its kind. */
function exportEntry({ kind: name, data }: AnyEntry): { plural: string; item: Record<string, unknown> } {
  const kind = findKind(name);
  if (!kind) throw new Error(`There is no kind ${name}.`);
  const idsByName = new Map([
    ["picture:0", idOf("শহর.webp")],
    ["picture:1", idOf("a-b.webp")],
    ["category:0", idOf("এক")],
    ["category:1", idOf("two")],
  ]);
  const text = JSON.stringify(data, (key, value) => {
    if (key === "file") return idOf("শহর.webp");
    if (typeof value !== "string") return value;
    return value.startsWith("entry:") ? `another-entry-${value.at(-1)}` : (idsByName.get(value) ?? value);
  });
  const named = (id: string) => [...ids].find(([, one]) => one === id)?.[0] ?? null;
  const sheet = writeFrontMatter(
    kind,
    kind.schema.parse(JSON.parse(text)),
    { state: "draft" },
    {
      picture: named,
      file: () => null,
      category: named,
      entry: () => null,
    },
  );
  return { plural: kind.plural, item: asItem(sheet, null) };
}

/** Stored data with names instead of ids. */
function withNames<Data extends object>(data: Data): Data {
  const nameOf = new Map([...ids].map(([name, id]) => [id, name]));
  return JSON.parse(JSON.stringify(data), (_, value) => nameOf.get(value) ?? value);
}

let planned: ReturnType<typeof planEntries> | undefined;

/** Both tests share one plan, since generating its entries takes long. */
function openPlan(): ReturnType<typeof planEntries> {
  planned ??= planEntries();
  return planned;
}

/** The planned entries of an import of 500 generated entries, each with its fields in the export, and the report. */
async function planEntries() {
  await using stack = new AsyncDisposableStack();
  const open = stack.adopt(await openTestDatabase("sqlite"), (one) => one.close());
  const folder = stack.adopt(mkdtempSync(join(tmpdir(), "frontdesk-own-")), (path) =>
    rmSync(path, { recursive: true, force: true }),
  );
  const entries = fc.sample(anySite(), { numRuns: 240, seed: 20_261_128 }).flatMap((site) => site.entries);
  const unique = new Map(
    entries.map((one) => [`${one.kind} ${slugKey(toSlug(String(one.data.title)))}`, one]),
  );
  const exported = [...unique.values()].slice(0, 500).map(exportEntry);
  const lists = Map.groupBy(exported, ({ plural }) => plural);
  const path = join(folder, "site.json");
  const site = {
    categories: {
      blog: categories.map((name) => ({ name })),
      portfolio: categories.map((name) => ({ name })),
    },
    pictures: pictures.map((file) => ({ file, alt: "", data: "" })),
    ...Object.fromEntries([...lists].map(([plural, list]) => [plural, list.map(({ item }) => item)])),
  };
  writeFileSync(path, JSON.stringify(site));
  const { plan, report } = await planAny(open.db, path, {
    uploads: null,
    now: new Date("2026-03-01T10:00:00Z"),
  });
  const compared = plan.entries.map(({ kind, title, data, state }) => {
    const found = exported.find(({ plural, item }) => plural === kind.plural && item.title === title);
    return {
      kind,
      name: title,
      written: found?.item ?? {},
      data: withNames(kind.schema.parse(data(names))),
      life: { state },
    };
  });
  return { compared, report };
}

test("500 generated entries of a Frontdesk export have no unexplained difference", async () => {
  const { compared, report } = await openPlan();
  expect(compared).toHaveLength(500);
  expect(report.lines).toEqual([]);
});

/** Whether a text contains an id only once; links to a duplicate still work after one is removed. */
function isOnce(id: string, doc: RichText): boolean {
  return JSON.stringify(doc).split(`"attrs":{"id":${JSON.stringify(id)}}`).length === 2;
}

/** Returns the differences of one entry. */
function compareOne(entry: ComparedEntry): string[] {
  const report = openReport();
  openOwnLedger(report).compareEntry(entry);
  return report.lines.map(({ what }) => what);
}

test("500 of 500 parts removed from a Frontdesk export are reported", async () => {
  const { compared } = await openPlan();
  expect(compared.flatMap(compareOne)).toEqual([]);
  const removals = compared.flatMap((entry) =>
    ["body", "challenge", "solution", "result"].flatMap((field) => {
      // A field of this name is a rich text.
      const doc = Reflect.get(entry.data, field) as RichText | undefined;
      return doc
        ? findRemovals(doc, (id) => isOnce(id, doc)).map((removal) => ({ ...removal, entry, field }))
        : [];
    }),
  );
  const chosen = (["word", "picture", "link", "id"] as const).flatMap((kind) => {
    const all = removals.filter((one) => one.kind === kind);
    return Array.from({ length: 125 }, (_, at) => all[Math.floor((at * all.length) / 125)]);
  });
  const missed = chosen.flatMap((removal) => {
    if (!removal) return ["nothing to remove"];
    const { entry, field, kind, part, remove } = removal;
    const lines = compareOne({ ...entry, data: { ...entry.data, [field]: remove() } });
    return lines.length > 0 ? [] : [`${entry.name}, ${field}: ${kind} ${part}`];
  });
  expect(chosen).toHaveLength(500);
  expect(missed).toEqual([]);
});
