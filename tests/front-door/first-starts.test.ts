import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { isUntouched } from "#app/ops/sample/sample.ts";
import { migrate } from "#app/platform/database/migrations.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { makeDatabase, testSecret } from "../support/database.ts";
import { findTestPort } from "../support/port.ts";
import { type RunningSite, startSite } from "../support/site.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts the built product twice at once; returns the serving ones and the error output of the others. */
async function startTwo(options: { dataDir: string; env?: Record<string, string> }) {
  const ports = [await findTestPort(), await findTestPort()];
  // As instances of one site, both have the same address.
  const env = { PUBLIC_URL: `http://127.0.0.1:${ports[0]}`, ...options.env };
  const { dataDir } = options;
  const starts = await Promise.allSettled(ports.map((port) => startSite({ port, dataDir, env })));
  const serving = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  for (const site of serving) ends.push(() => site.stop());
  const refused = starts.flatMap((start) => (start.status === "rejected" ? [String(start.reason)] : []));
  return { serving, refused };
}

async function readServices(site: RunningSite): Promise<string[]> {
  const answer = await fetch(`${site.url}/api/services`).catch((cause) => {
    throw new Error(`${site.url} gave no answer:\n${site.output()}`, { cause });
  });
  expect(answer.status).toBe(200);
  const services: { title: string }[] = await answer.json(); // the sample fits on one page
  return services.map(({ title }) => title);
}

test("D2 one of two concurrent first starts serves, the other names it", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-first-"));
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const { serving, refused } = await startTwo({ dataDir, env: { SAMPLE_CONTENT: "off" } });
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatch(/The data folder .* is in use by/);
  expect(refused[0]).not.toMatch(/^\s+at /m);
  const answers = await Promise.all(serving.map(({ url }) => fetch(url)));
  expect(answers.map(({ status }) => status)).toEqual([200]);
}, 600_000);

test("first start with a weak admin password fails before it writes anything", async () => {
  const made = await makeDatabase("sqlite");
  ends.push(made.remove);
  const env = { ADMIN_EMAIL: "owner@kolpona.example", ADMIN_PASSWORD: "short", SAMPLE_CONTENT: "off" };
  const start = (change = {}) => startSite({ dataDir: made.env.dataDir, env: { ...env, ...change } });
  await expect(start()).rejects.toThrow(/ADMIN_PASSWORD: .*at least/);
  const ofCompany = { ADMIN_PASSWORD: "Kolpona2026!!" };
  await expect(start(ofCompany)).rejects.toThrow(/ADMIN_PASSWORD: .*company/);
  const left = await openDatabase(made.env, "a test", () => {});
  try {
    expect(await isUntouched(left.db)).toBe(true);
  } finally {
    await left.close();
  }
  const site = await start({ ADMIN_PASSWORD: "seven green mango crates" });
  ends.push(() => site.stop());
  expect(await readServices(site)).toEqual([]);
}, 600_000);

test("refuses a data folder of version 0.1.0 in one line", async () => {
  const made = await makeDatabase("sqlite");
  ends.push(made.remove);
  const open = await openDatabase(made.env, "a test", () => {});
  await migrate(open.db, { steps: { "0001-content": { up: async () => {} } } });
  await open.close();
  const refused = await startSite({ dataDir: made.env.dataDir }).catch(String);
  expect(refused).toMatch(/This database is from version 0\.1\.0[^\n]*export it with 0\.1\.0[^\n]*import/);
  expect(refused).not.toMatch(/^\s+at /m);
}, 600_000);

test("D2 two concurrent first starts on empty PostgreSQL share one sample content", async () => {
  const made = await makeDatabase("postgres");
  ends.push(made.remove);
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-first-"));
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const { serving, refused } = await startTwo({
    dataDir,
    env: { DATABASE_URL: made.env.databaseUrl ?? "", SECRET: testSecret },
  });
  expect(refused).toEqual([]);
  const [first = [], second = []] = await Promise.all(serving.map(readServices));
  expect(first.length).toBeGreaterThan(3);
  expect(second).toEqual(first);
  await using open = await openDatabase(made.env, "a test", () => {});
  const entries = await open.db.query.selectFrom("entries").select(["kind", "title"]).execute();
  expect(new Set(entries.map(({ kind, title }) => `${kind}: ${title}`)).size).toBe(entries.length);
}, 600_000);
