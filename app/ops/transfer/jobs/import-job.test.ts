import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readSettings, saveSettings } from "#app/domain/company/settings.ts";
import { settingsSchema } from "#app/domain/company/settings-schema.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { searchPublished } from "#app/domain/content/search.ts";
import { acceptMessage } from "#app/domain/leads/intake/accept-lead.ts";
import { aMessage, someMetadata } from "#app/domain/leads/leads.fixture.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { engines } from "#tests/support/database.ts";
import { saveVersion } from "#tests/support/entries.ts";
import { openImports, zipOf } from "./import.fixture.ts";
import type { ImportDependencies } from "./import-job.ts";
import { countReport, readReport, removeOldReports } from "./import-report.ts";
import type { ImportFindings } from "./import-work.ts";
import { dropImport, findActiveImport, type ImportRow, tryImportAgain } from "./imports.ts";

const site = (...titles: string[]) => siteOf(titles, "Words");

/** @param words beginning of each post; an import skips posts with unchanged text */
const siteOf = (titles: readonly string[], words: string) =>
  JSON.stringify({
    blogs: titles.map((title) => ({ title, publishedOn: "2024-02-03", body: `${words} about ${title}.` })),
    redirects: titles.map((title) => ({ from: `/old/${title.length}`, kind: "blog", title })),
  });

test.each(engines)("%s: imports a site while messages arrive and are stored", async (engine) => {
  await using imports = await openImports(engine);
  const { db } = imports;
  const looked = await imports.look("site.json", site("Kingfisher", "Lily"));
  expect(looked).toMatchObject({
    state: "ready",
    findings: { summary: { entries: { blog: 2 }, redirects: 2 } },
  });
  expect(await imports.titles()).toEqual([]);
  await imports.confirm();
  let sent = 0;
  await imports.step({
    async runSubprocess(...args) {
      let isOver = false;
      const work = imports.runSubprocess(...args).finally(() => {
        isOver = true;
      });
      while (!isOver) {
        sent += 1;
        const message = aMessage({ message: `Message ${sent}`, email: `a${sent}@shapla.example` });
        await acceptMessage(db, message, someMetadata({ address: `2001:db8:${sent}::1` }));
        // SQLite queries are synchronous; the pause lets output of the subprocess arrive.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return work;
    },
  });
  expect(sent).toBeGreaterThan(0);
  expect(await db.query.selectFrom("leads").select("id").execute()).toHaveLength(sent);
  expect(await imports.titles()).toEqual(["Kingfisher", "Lily"]);
  // SQLite indexes the words for search in a second step.
  await imports.step();
  const row = await imports.current();
  expect(row).toMatchObject({ state: "done", problem: "" });
  expect(JSON.parse(row.outcome)).toMatchObject({
    summary: { entries: { blog: 2 } },
    examples: [{ title: "Kingfisher" }, { title: "Lily" }],
    redirects: { count: 2, first: [{ from: "/old/10", to: "/blog/Kingfisher" }, { to: "/blog/Lily" }] },
  });
  expect(await searchPublished(db, "lily")).toHaveLength(1);
  expect(existsSync(join(imports.dataDir, "imports", row.id))).toBe(false);
});

/** Stops a subprocess before it changes PostgreSQL; with SQLite, only this process changes the database. */
async function lockEntries(db: Database): Promise<() => void> {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  void write(db, async ({ query }) => {
    await sql`lock table entries in share mode`.execute(query);
    locked.resolve();
    await released.promise;
  }).catch(locked.reject);
  await locked.promise;
  return released.resolve;
}

test.each(engines)("%s: an aborted import changes nothing and is marked as interrupted", async (engine) => {
  await using imports = await openImports(engine);
  await imports.look("site.json", site("Kingfisher"));
  await imports.confirm();
  const stop = new AbortController();
  const unlock = engine === "postgres" ? await lockEntries(imports.db) : () => {};
  await imports.step(
    {
      runSubprocess: (options, order, onProgress) =>
        imports.runSubprocess(options, order, (...args) => {
          onProgress(...args);
          stop.abort();
          unlock();
        }),
    },
    stop.signal,
  );
  expect(await imports.current()).toMatchObject({ state: "interrupted" });
  expect(await imports.titles()).toEqual([]);
  const { id } = await imports.current();
  // A killed process leaves the state unchanged; the next process detects the orphaned import.
  await imports.db.query.updateTable("imports").set({ state: "importing" }).execute();
  await imports.step();
  expect(await imports.current()).toMatchObject({ state: "interrupted" });
  await write(imports.db, (tx) => tryImportAgain(tx, id, imports.actionContext()));
  await imports.step();
  await imports.confirm();
  await imports.step();
  await imports.step();
  expect(await imports.titles()).toEqual(["Kingfisher"]);
});

test.each(engines)("%s: imports nothing if the import was interrupted meanwhile", async (engine) => {
  await using imports = await openImports(engine);
  await imports.look("site.json", site("Kingfisher"));
  await imports.confirm();
  await imports.step({
    async runSubprocess(...args) {
      await imports.db.query.updateTable("imports").set({ state: "interrupted" }).execute();
      return imports.runSubprocess(...args);
    },
  });
  expect(await imports.current()).toMatchObject({ state: "interrupted" });
  expect(await imports.titles()).toEqual([]);
});

test.each(engines)("%s: reports existing entries first, and replaces them on request", async (engine) => {
  await using imports = await openImports(engine);
  const bring = async (replaces: boolean) => {
    await imports.confirm(replaces);
    await imports.step();
    await imports.step();
  };
  await imports.look("site.json", site("Kingfisher"));
  await bring(false);
  const again = await imports.look("site.json", site("Kingfisher", "Heron"));
  expect(again).toMatchObject({
    state: "ready",
    findings: {
      summary: { entries: { blog: 2 } },
      clashes: {
        count: 1,
        first: [{ message: "The site already has an entry with this address: “Kingfisher” (post)" }],
      },
    },
  });
  await bring(false);
  expect(await imports.current()).toMatchObject({ state: "failed" });
  expect(await imports.titles()).toEqual(["Kingfisher"]);
  await imports.look("site.json", siteOf(["Kingfisher", "Heron"], "New words"));
  await bring(true);
  expect(JSON.parse((await imports.current()).outcome).summary.replaced).toBe(1);
  expect(await imports.titles()).toEqual(["Heron", "Kingfisher"]);
});

test("sqlite: never overwrites concurrent changes", async () => {
  await using imports = await openImports("sqlite");
  const { db } = imports;
  await imports.look("site.json", site("Kingfisher"));
  await imports.confirm();
  await imports.step();
  await imports.step();
  const { id } = await db.query.selectFrom("entries").select("id").executeTakeFirstOrThrow();
  await imports.look("site.json", siteOf(["Kingfisher", "Heron"], "New words"));
  await imports.confirm(true);
  let tries = 0;
  await imports.step({
    async runSubprocess(...args) {
      const answer = await imports.runSubprocess(...args);
      tries += 1;
      const { latest_version } = await db.query
        .selectFrom("entries")
        .select("latest_version")
        .executeTakeFirstOrThrow();
      const data = { title: "Kingfisher", summary: `By hand ${tries}` };
      await write(db, (tx) => saveVersion(tx, blog, id, latest_version, data, imports.actionContext()));
      return answer;
    },
  });
  expect(tries).toBe(3);
  expect(await imports.current()).toMatchObject({
    state: "failed",
    problem: expect.stringMatching(/three times/),
  });
  expect(await imports.titles()).toEqual(["Kingfisher"]);
  const versions = await db.query.selectFrom("entry_versions").select("number").execute();
  expect(versions).toHaveLength(4);
});

test.each(engines)("%s: reports problems with location, runs one import at a time", async (engine) => {
  await using imports = await openImports(engine);
  const wrong = await imports.look("site.json", JSON.stringify({ blogs: [{ title: "One", colour: "red" }] }));
  expect(wrong).toMatchObject({ state: "refused", findings: { summary: null, problems: { count: 1 } } });
  expect(wrong.findings.problems.first[0]).toMatchObject({ file: "export.json", field: "colour", line: 1 });
  await imports.look("site.json", site("Kingfisher"));
  await expect(imports.look("site.json", site("Heron"))).rejects.toThrow(/Another import/);
  const { id } = await imports.current();
  await write(imports.db, (tx) => dropImport(tx, id, imports.actionContext()));
  expect(await findActiveImport(imports.db)).toBeNull();
  const people = JSON.stringify({ people: [{ id: "x" }] });
  expect((await imports.look("site.json", people)).state).toBe("refused");
});

test("imports a folder in a ZIP file, and rejects invalid ZIP files", async () => {
  await using imports = await openImports("sqlite");
  const folder = zipOf({
    "site/blogs/one.md": "---\ntitle: One\n---\n\nText.\n",
    "__MACOSX/site/._one.md": "x",
    "site/.DS_Store": "x",
  });
  expect(await imports.look("site.zip", folder)).toMatchObject({ state: "ready" });
  await imports.confirm();
  await imports.step();
  await imports.step();
  expect(await imports.titles()).toEqual(["One"]);
  for (const [bytes, words] of [
    [Buffer.from("no archive"), /not a ZIP/],
    [folder.subarray(0, folder.length - 40), /not a ZIP/],
    [zipOf({ "../../out.md": "x" }), /outside/],
    [zipOf({ "one.md": "x" }, { sealed: true }), /password/],
    [zipOf({ "one.md": "x" }, { bytes: 4_100_000_000 }), /too large/],
    [zipOf({ "one.md": "x".repeat(100_000) }, { bytes: 1 }), /damaged/],
  ] as const)
    expect(await imports.look("site.zip", bytes)).toMatchObject({
      state: "refused",
      problem: expect.stringMatching(words),
    });
  expect(readdirSync(join(imports.dataDir, "imports"))).toEqual([]);
});

/** Runs until it is aborted. */
const endless: ImportDependencies["runSubprocess"] = ({ signal }) =>
  new Promise((_, refuse) => {
    signal?.addEventListener("abort", () => refuse(signal.reason));
  });

test.each(engines)("%s: ends the dry run of a discarded import", async (engine) => {
  await using imports = await openImports(engine);
  const folder = () => readdirSync(join(imports.dataDir, "imports"));
  let looking: ImportRow | null = null;
  await imports.look("site.json", site("Kingfisher"), {
    async runSubprocess(...args) {
      looking = await imports.current();
      expect(folder()).toEqual([looking.id]);
      const { id } = looking;
      await write(imports.db, (tx) => dropImport(tx, id, imports.actionContext()));
      return endless(...args);
    },
  });
  expect(looking).toMatchObject({ state: "checking" });
  expect(await findActiveImport(imports.db)).toBeNull();
  expect(folder()).toEqual([]);
});

test("ends a dry run that takes too long, and reports it", async () => {
  await using imports = await openImports("sqlite");
  const answer = await imports.look("site.json", site("Kingfisher"), {
    runSubprocess: endless,
    maxDryRunMs: 50,
  });
  expect(answer).toMatchObject({ state: "refused", problem: expect.stringMatching(/took too long/) });
});

test("limits the size of stored findings", async () => {
  await using imports = await openImports("sqlite");
  const line = { item: "x".repeat(3000), what: "status", why: "It is unknown" };
  const problem = { file: "x".repeat(3000), line: null, field: "", message: "Odd" };
  const findings: ImportFindings = {
    summary: null,
    problems: { count: 1000, first: Array.from({ length: 1000 }, () => problem) },
    clashes: { count: 0, first: [] },
    report: { count: 1000, first: Array.from({ length: 1000 }, () => line) },
    unexplained: 0,
  };
  const answer = await imports.look("site.json", "{}", { runSubprocess: async () => ({ findings }) });
  expect(answer.findings).toMatchObject({ problems: { count: 1000 }, report: { count: 1000 } });
  expect(answer.findings.problems.first.length).toBeGreaterThan(10);
  expect(JSON.stringify(answer.findings).length).toBeLessThanOrEqual(200_000);
});

test("limits the findings of an export with huge texts", async () => {
  await using imports = await openImports("sqlite");
  const status = "x".repeat(2_000_000);
  const items = Array.from(
    { length: 60 },
    (_, at) => `<item><title>Post ${at}</title><wp:post_id>${at + 1}</wp:post_id>
      <wp:post_type>post</wp:post_type><wp:status>${at === 0 ? status : "y".repeat(2000)}</wp:status></item>`,
  );
  const xml = `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>
    <wp:wxr_version>1.2</wp:wxr_version>${items.join("")}</channel></rss>`;
  const answer = await imports.look("site.zip", zipOf({ "site.xml": xml }));
  expect(answer).toMatchObject({ state: "ready" });
  expect(answer.findings.report.count).toBeGreaterThanOrEqual(60);
  expect(JSON.stringify(answer.findings.report).length).toBeLessThan(61_000);
});

test.each(engines)("%s: keeps settings of sign-in, backups and mail, and reports it", async (engine) => {
  await using imports = await openImports(engine);
  const { db } = imports;
  const ours = settingsSchema.parse({
    company: { name: "Kingfisher" },
    accounts: { secondStepGraceDays: 0 },
    backups: { everyHours: 6 },
    mail: { newslettersPerMinute: 30 },
  });
  await write(db, (tx) => saveSettings(tx, ours, imports.actionContext()));
  const theirs = {
    company: { name: "Heron" },
    accounts: { secondStepGraceDays: 90 },
    backups: { everyHours: 168 },
    mail: { newslettersPerMinute: 3000 },
  };
  const looked = await imports.look("site.json", JSON.stringify({ settings: theirs }));
  expect(looked.findings.report).toMatchObject({
    count: 1,
    first: [{ item: "Settings", what: "accounts, backups and mail" }],
  });
  await imports.confirm(true);
  await imports.step();
  await imports.step();
  const row = await imports.current();
  expect(row).toMatchObject({ state: "done", problem: "" });
  expect(JSON.parse(row.outcome)).toMatchObject({ summary: { settings: true }, report: { count: 1 } });
  const { company, accounts, backups, mail } = await readSettings(db);
  expect(company.name).toBe("Heron");
  expect({ accounts, backups, mail }).toEqual({
    accounts: ours.accounts,
    backups: ours.backups,
    mail: ours.mail,
  });
});

test.each(engines)("%s: stores the whole report for 30 days", async (engine) => {
  await using imports = await openImports(engine);
  const blogs = Array.from({ length: 450 }, (_, at) => ({ title: `Kingfisher ${at}`, colour: "blue" }));
  const row = await imports.look("site.json", JSON.stringify({ blogs }));
  expect(row.findings).toMatchObject({ problems: { count: 450 } });
  expect(await countReport(imports.db, row.id)).toBe(450);
  const lines = await readReport(imports.db, row.id, { after: 448, limit: 100 });
  expect(lines).toMatchObject([
    { number: 449, part: "problem" },
    { number: 450, part: "problem", place: "export.json, line 1, colour" },
  ]);
  await removeOldReports(imports.db, new Date(Date.parse(row.created_at) + 29 * 86_400_000));
  expect(await countReport(imports.db, row.id)).toBe(450);
  await removeOldReports(imports.db, new Date(Date.parse(row.created_at) + 31 * 86_400_000));
  expect(await countReport(imports.db, row.id)).toBe(0);
});
