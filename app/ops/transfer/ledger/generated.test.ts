import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { RichText } from "#app/lib/rich-text/schema/schema.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import fc from "#tests/support/generated.ts";
import { planAny } from "../import-any.ts";
import { readWxr } from "../wordpress/read-parts.ts";
import { countUnexplained } from "../wordpress/report.ts";
import { ghostExport, ghostPost } from "./ghost.arbitrary.ts";
import { pictureFiles } from "./html.arbitrary.ts";
import { type LedgerReport, openLedger } from "./ledger.ts";
import { findRemovals } from "./remove-part.fixture.ts";
import type { SourceItem } from "./source-item.ts";
import { wordPressExport, wordPressItem } from "./wordpress.arbitrary.ts";

const fixtures = join(import.meta.dirname, "../../../../tests/fixtures");

/** Opens a database and a folder of pictures to plan imports of generated exports. */
async function openPlanning() {
  const open = await openTestDatabase("sqlite");
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-ledger-"));
  const uploads = join(folder, "uploads");
  for (const path of pictureFiles) {
    mkdirSync(dirname(join(uploads, path)), { recursive: true });
    writeFileSync(join(uploads, path), "");
  }
  const planFile = (path: string) =>
    planAny(open.db, path, { uploads, now: new Date("2026-03-01T10:00:00Z") });
  return {
    uploads,
    planFile,
    async plan(name: string, content: string) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return { path, ...(await planFile(path)) };
    },
    async [Symbol.asyncDispose]() {
      await open.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs of 25 posts each. */
const runs = { numRuns: 20, endOnFailure: true };
const twentyFive = { minLength: 25, maxLength: 25 };

test("500 generated WordPress posts have no unexplained difference", { timeout: 60_000 }, async () => {
  await using planning = await openPlanning();
  await fc.assert(
    fc.asyncProperty(fc.array(wordPressItem, twentyFive), async (items) => {
      const { report, plan } = await planning.plan("old.xml", wordPressExport(items));
      expect(plan.entries).toHaveLength(items.length);
      expect(report?.lines.filter(({ isUnexplained }) => isUnexplained)).toEqual([]);
    }),
    runs,
  );
});

test("500 generated Ghost posts have no unexplained difference", { timeout: 60_000 }, async () => {
  await using planning = await openPlanning();
  await fc.assert(
    fc.asyncProperty(fc.array(ghostPost, twentyFive), async (posts) => {
      const { report, plan } = await planning.plan("ghost.json", ghostExport(posts));
      expect(plan.entries).toHaveLength(posts.length);
      expect(report?.lines.filter(({ isUnexplained }) => isUnexplained)).toEqual([]);
    }),
    runs,
  );
});

test.each(["wordpress/wordpress-7.1-cases.xml", "wordpress/river-lamps.xml", "ghost/delta-kites.json"])(
  "%s has no unexplained difference",
  async (name) => {
    await using planning = await openPlanning();
    const { report } = await planning.planFile(join(fixtures, name));
    expect(report?.lines.filter(({ isUnexplained }) => isUnexplained)).toEqual([]);
  },
);

test("500 of 500 removed words, pictures, links and ids are reported", { timeout: 60_000 }, async () => {
  await using planning = await openPlanning();
  const { path, plan, report } = await planning.plan(
    "old.xml",
    wordPressExport(fc.sample(wordPressItem, { numRuns: 100, seed: 20_261_128 })),
  );
  const { items } = await readWxr([path]);
  const sources = items.flatMap(({ source }) => source ?? []);
  let current = openLines([]);
  const shared: LedgerReport = {
    get lines() {
      return current.lines;
    },
    add: (...line) => current.add(...line),
    addUnexplained: (...line) => current.addUnexplained(...line),
  };
  const urls = ["https://old.example"];
  const ledger = openLedger({ system: "WordPress", items: sources, urls }, planning.uploads, shared);
  const names = {
    picture: (name: string) => name,
    file: (name: string) => name,
    category: () => null,
    entry: () => null,
  };
  const linked = new Set(
    items.flatMap(({ content }) => [...content.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)),
  );
  const removals = plan.entries.flatMap((entry, at) => {
    const source = sources[at];
    const name = `Post ${at + 1} “Post ${at + 1}”`;
    const known = report?.lines.filter(({ item }) => item === name) ?? [];
    // The data of a post has its text as body.
    const body = entry.data(names).body as RichText;
    return findRemovals(body, (id) => id.startsWith("id-") && linked.has(id)).map((removal) => ({
      ...removal,
      source,
      name,
      known,
    }));
  });
  const kinds = ["word", "picture", "link", "id"] as const;
  const chosen = kinds.flatMap((kind) => {
    const all = removals.filter((one) => one.kind === kind);
    return Array.from({ length: 125 }, (_, at) => all[Math.floor((at * all.length) / 125)]);
  });
  const missed = chosen.flatMap((removal) => {
    if (!removal?.source) return ["nothing to remove"];
    current = openLines(removal.known);
    ledger.compareItem(textOf(removal.source), removal.name, { doc: removal.remove(), fields: null }, 0);
    return countUnexplained(current) > 0 ? [] : [`${removal.name}: ${removal.kind} ${removal.part}`];
  });
  expect(chosen).toHaveLength(500);
  expect(missed).toEqual([]);
});

/** The item with only its text. */
function textOf(source: SourceItem): SourceItem {
  const meta = source.meta.filter(([key]) => key === "footnotes");
  return { ...source, title: "", excerpt: "", terms: [], meta };
}

function openLines(known: readonly { item: string; what: string; why: string }[]) {
  const lines: { item: string; what: string; why: string; isUnexplained?: boolean }[] = [...known];
  return {
    lines,
    add: (item: string, what: string, why: string) => void lines.push({ item, what, why }),
    addUnexplained: (item: string, what: string) =>
      void lines.push({ item, what, why: "", isUnexplained: true }),
  };
}
