import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openTestDatabase } from "#tests/support/database.ts";
import fc from "#tests/support/generated.ts";
import { planAny } from "../import-any.ts";
import { pictureFiles } from "./html.arbitrary.ts";
import { wordPressExport, wordPressItem } from "./wordpress.arbitrary.ts";

/** A place to plan imports of generated exports with their pictures. */
async function openPlanning() {
  const open = await openTestDatabase("sqlite");
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-ledger-"));
  const uploads = join(folder, "uploads");
  for (const path of pictureFiles) {
    mkdirSync(dirname(join(uploads, path)), { recursive: true });
    writeFileSync(join(uploads, path), "");
  }
  return {
    async plan(name: string, content: string) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return planAny(open.db, path, { uploads, now: new Date("2026-03-01T10:00:00Z") });
    },
    async [Symbol.asyncDispose]() {
      await open.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

test("500 generated WordPress posts have no unexplained difference", async () => {
  await using planning = await openPlanning();
  await fc.assert(
    fc.asyncProperty(fc.array(wordPressItem, { minLength: 25, maxLength: 25 }), async (items) => {
      const { report, plan } = await planning.plan("old.xml", wordPressExport(items));
      expect(plan.entries.length).toBeGreaterThanOrEqual(25);
      expect(report?.lines.filter(({ isUnexplained }) => isUnexplained)).toEqual([]);
    }),
    { numRuns: 20, endOnFailure: true },
  );
}, 60_000);
