import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings, saveSettings } from "#app/company/settings.ts";
import { settingsSchema } from "#app/company/settings-schema.ts";
import { blog } from "#app/content/kinds/blog.ts";
import { searchPublished } from "#app/content/search.ts";
import { write } from "#app/database/database.ts";
import { acceptMessage } from "#app/leads/intake/accept-lead.ts";
import { aMessage, someMetadata } from "#app/leads/leads.fixture.ts";
import { engines } from "#tests/support/database.ts";
import { saveVersion } from "#tests/support/entries.ts";
import { openImports, zipOf } from "./import.fixture.ts";
import type { ImportDependencies } from "./import-job.ts";
import { countReport, readReport, removeOldReports } from "./import-report.ts";
import type { ImportFindings } from "./import-work.ts";
import { dropImport, findActiveImport, type ImportRow, tryImportAgain } from "./imports.ts";

const site = (...titles: string[]) => siteOf(titles, "Words");

/** @param words what each post begins with: what says the same already is left untouched */
const siteOf = (titles: readonly string[], words: string) =>
  JSON.stringify({
    blogs: titles.map((title) => ({ title, publishedOn: "2024-02-03", body: `${words} about ${title}.` })),
    redirects: titles.map((title) => ({ from: `/old/${title.length}`, kind: "blog", title })),
  });

test.each(engines)("%s: a site comes in while messages are sent and kept", async (engine) => {
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
    async runApart(...args) {
      let isOver = false;
      const work = imports.runApart(...args).finally(() => {
        isOver = true;
      });
      while (!isOver) {
        sent += 1;
        const message = aMessage({ message: `Message ${sent}`, email: `a${sent}@shapla.example` });
        await acceptMessage(db, message, someMetadata({ address: `2001:db8:${sent}::1` }));
        // The embedded database answers at once: what the other process says must be heard between.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return work;
    },
  });
  expect(sent).toBeGreaterThan(0);
  expect(await db.query.selectFrom("leads").select("id").execute()).toHaveLength(sent);
  expect(await imports.titles()).toEqual(["Kingfisher", "Lily"]);
  // With the embedded database search learns the words afterwards.
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

test.each(engines)("%s: what is stopped in the middle leaves nothing, and says so", async (engine) => {
  await using imports = await openImports(engine);
  await imports.look("site.json", site("Kingfisher"));
  await imports.confirm();
  const stop = new AbortController();
  await imports.step(
    {
      runApart: (apart, order, onProgress) =>
        imports.runApart(apart, order, (...args) => {
          onProgress(...args);
          stop.abort();
        }),
    },
    stop.signal,
  );
  expect(await imports.current()).toMatchObject({ state: "interrupted" });
  expect(await imports.titles()).toEqual([]);
  const { id } = await imports.current();
  // A process that was killed could say nothing: the next one finds it under way with nobody at it.
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

test.each(engines)("%s: nothing comes in of an import that was given up meanwhile", async (engine) => {
  await using imports = await openImports(engine);
  await imports.look("site.json", site("Kingfisher"));
  await imports.confirm();
  await imports.step({
    async runApart(...args) {
      await imports.db.query.updateTable("imports").set({ state: "interrupted" }).execute();
      return imports.runApart(...args);
    },
  });
  expect(await imports.current()).toMatchObject({ state: "interrupted" });
  expect(await imports.titles()).toEqual([]);
});

test.each(engines)(
  "%s: what the site has is named first, and replaced when that is wanted",
  async (engine) => {
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
          first: [{ message: "The site has an entry of this address: “Kingfisher” (post)" }],
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
  },
);

test("sqlite: what somebody saves meanwhile is never overwritten", async () => {
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
    async runApart(...args) {
      const answer = await imports.runApart(...args);
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

test.each(engines)(
  "%s: problems are named with their place; only one import has its turn",
  async (engine) => {
    await using imports = await openImports(engine);
    const wrong = await imports.look(
      "site.json",
      JSON.stringify({ blogs: [{ title: "One", colour: "red" }] }),
    );
    expect(wrong).toMatchObject({ state: "refused", findings: { summary: null, problems: { count: 1 } } });
    expect(wrong.findings.problems.first[0]).toMatchObject({ file: "export.json", field: "colour", line: 1 });
    await imports.look("site.json", site("Kingfisher"));
    await expect(imports.look("site.json", site("Heron"))).rejects.toThrow(/Another import/);
    const { id } = await imports.current();
    await write(imports.db, (tx) => dropImport(tx, id, imports.actionContext()));
    expect(await findActiveImport(imports.db)).toBeNull();
    const people = JSON.stringify({ people: [{ id: "x" }] });
    expect((await imports.look("site.json", people)).state).toBe("refused");
  },
);

test("a folder comes packed as ZIP; what is none is refused in words", async () => {
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
    [Buffer.from("no archive"), /no ZIP/],
    [folder.subarray(0, folder.length - 40), /no ZIP/],
    [zipOf({ "../../out.md": "x" }), /outside/],
    [zipOf({ "one.md": "x" }, { sealed: true }), /password/],
    [zipOf({ "one.md": "x" }, { bytes: 4_100_000_000 }), /too large/],
    [zipOf({ "one.md": "x".repeat(100_000) }, { bytes: 1 }), /broken/],
  ] as const)
    expect(await imports.look("site.zip", bytes)).toMatchObject({
      state: "refused",
      problem: expect.stringMatching(words),
    });
  expect(readdirSync(join(imports.dataDir, "imports"))).toEqual([]);
});

/** Works until it is told to end. */
const endless: ImportDependencies["runApart"] = ({ signal }) =>
  new Promise((_, refuse) => {
    signal?.addEventListener("abort", () => refuse(signal.reason));
  });

test.each(engines)("%s: the first look at an import that is discarded ends", async (engine) => {
  await using imports = await openImports(engine);
  const folder = () => readdirSync(join(imports.dataDir, "imports"));
  let looking: ImportRow | null = null;
  await imports.look("site.json", site("Kingfisher"), {
    async runApart(...args) {
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

test("a first look that takes too long is ended, and says so", async () => {
  await using imports = await openImports("sqlite");
  const answer = await imports.look("site.json", site("Kingfisher"), { runApart: endless, mostLookMs: 50 });
  expect(answer).toMatchObject({ state: "refused", problem: expect.stringMatching(/took too long/) });
});

test("findings are stored within bounds, whatever is told", async () => {
  await using imports = await openImports("sqlite");
  const line = { item: "x".repeat(3000), what: "status", why: "It is not known here" };
  const problem = { file: "x".repeat(3000), line: null, field: "", message: "Odd" };
  const findings: ImportFindings = {
    summary: null,
    problems: { count: 1000, first: Array.from({ length: 1000 }, () => problem) },
    clashes: { count: 0, first: [] },
    report: { count: 1000, first: Array.from({ length: 1000 }, () => line) },
    unexplained: 0,
  };
  const answer = await imports.look("site.json", "{}", { runApart: async () => ({ findings }) });
  expect(answer.findings).toMatchObject({ problems: { count: 1000 }, report: { count: 1000 } });
  expect(answer.findings.problems.first.length).toBeGreaterThan(10);
  expect(JSON.stringify(answer.findings).length).toBeLessThanOrEqual(200_000);
});

test("an export whose texts have no end leaves findings that a screen can show", async () => {
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

test.each(engines)(
  "%s: rules of sign-in, backups and mail stay as they are here, and that is said",
  async (engine) => {
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
  },
);

test.each(engines)(
  "%s: the whole report is kept, also what the screen has no room for, for 30 days",
  async (engine) => {
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
  },
);
