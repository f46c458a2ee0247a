import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { emptyDoc } from "#app/lib/rich-text/schema/schema.ts";
import { fixture, openMove } from "#app/ops/transfer/wordpress/move.fixture.ts";
import { openImports } from "./import.fixture.ts";
import type { ImportFindings } from "./import-work.ts";
import { runImport } from "./import-work.ts";

// An import that loses every text.
vi.mock("#app/ops/transfer/wordpress/body.ts", async (original) => ({
  ...(await original<typeof import("#app/ops/transfer/wordpress/body.ts")>()),
  bodyOf: () => emptyDoc,
}));

test("npm run import changes nothing until unexplained differences are accepted", async () => {
  await using site = await openMove("sqlite");
  const titles = () => site.db.query.selectFrom("entries").select("title").execute();
  const error = await site.move().catch((one: Error) => one);
  expect(String(error)).toMatch(/^(?:\w+: )?\d+ differences are unexplained/);
  expect(String(error)).toContain("--accept-losses");
  expect(await titles()).toEqual([]);
  expect(await site.move({ acceptLosses: true })).toMatch(/differences are unexplained/);
  expect(await titles()).not.toEqual([]);
});

test("an import refuses more unexplained differences than were accepted", async () => {
  await using site = await openMove("sqlite");
  const folder = join(site.folder, "received");
  mkdirSync(folder);
  copyFileSync(fixture, join(folder, "export.xml"));
  const work = { folder, replace: false, actor: { id: "asha", requestId: "" }, now: new Date() };
  const hooks = { onProgress() {}, async atEnd() {} };
  await expect(runImport(site.db, site.store, { ...work, acceptedLosses: 1 }, hooks)).rejects.toThrow(
    /unexplained/,
  );
  await runImport(site.db, site.store, { ...work, acceptedLosses: 10_000 }, hooks);
});

test("an import with unexplained differences begins only with consent", async () => {
  await using imports = await openImports("sqlite");
  const none = { count: 0, first: [] };
  const summary = {
    settings: false,
    categories: 0,
    pictures: 0,
    documents: 0,
    entries: {},
    redirects: 0,
    records: {},
    replaced: 0,
  };
  const findings: ImportFindings = { summary, problems: none, clashes: none, report: none, unexplained: 2 };
  const accepted: number[] = [];
  const startWork: typeof imports.runSubprocess = async (_, order) => {
    accepted.push(order.acceptedLosses);
    return { findings };
  };
  await imports.look("old.xml", "<rss/>", { runSubprocess: startWork });
  await expect(imports.confirm()).rejects.toThrow(/unexplained/);
  await imports.confirm(false, true);
  await imports.step({ runSubprocess: startWork });
  expect(accepted).toEqual([0, 2]);
});
