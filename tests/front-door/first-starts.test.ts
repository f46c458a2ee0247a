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

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts the built product twice at once; returns the serving ones and the error output of the others. */
async function startTwo(options: { dataDir: string; env?: Record<string, string> }) {
  const ports = [await findTestPort(), await findTestPort()];
  // Instances of one site share an address.
  const env = { PUBLIC_URL: `http://127.0.0.1:${ports[0]}`, ...options.env };
  const { dataDir } = options;
  const starts = await Promise.allSettled(ports.map((port) => startSite({ port, dataDir, env })));
  const serving = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  for (const site of serving) cleanups.push(() => site.stop());
  const errors = starts.flatMap((start) => (start.status === "rejected" ? [String(start.reason)] : []));
  return { serving, errors };
}

async function readServices(site: RunningSite): Promise<string[]> {
  const response = await fetch(`${site.url}/api/services`).catch((cause) => {
    throw new Error(`${site.url} did not respond:\n${site.output()}`, { cause });
  });
  expect(response.status).toBe(200);
  const services: { title: string }[] = await response.json(); // the sample fits on one page
  return services.map(({ title }) => title);
}

test("D2 two concurrent first starts: one serves, the other names it", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-first-"));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const { serving, errors } = await startTwo({ dataDir, env: { SAMPLE_CONTENT: "off" } });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(/The data folder .* is in use by/);
  expect(errors[0]).not.toMatch(/^\s+at /m);
  const responses = await Promise.all(serving.map(({ url }) => fetch(url)));
  expect(responses.map(({ status }) => status)).toEqual([200]);
}, 600_000);

test("a first start with a weak admin password writes no data", async () => {
  const database = await makeDatabase("sqlite");
  cleanups.push(database.remove);
  const env = { ADMIN_EMAIL: "owner@kolpona.example", ADMIN_PASSWORD: "short", SAMPLE_CONTENT: "off" };
  const start = (change = {}) => startSite({ dataDir: database.env.dataDir, env: { ...env, ...change } });
  await expect(start()).rejects.toThrow(/ADMIN_PASSWORD: .*at least/);
  const companyPassword = { ADMIN_PASSWORD: "Kolpona2026!!" };
  await expect(start(companyPassword)).rejects.toThrow(/ADMIN_PASSWORD: .*company/);
  const reopened = await openDatabase(database.env, "a test", () => {});
  try {
    expect(await isUntouched(reopened.db)).toBe(true);
  } finally {
    await reopened.close();
  }
  const site = await start({ ADMIN_PASSWORD: "seven green mango crates" });
  cleanups.push(() => site.stop());
  expect(await readServices(site)).toEqual([]);
}, 600_000);

test("rejects a data folder of version 0.1.0 with one line", async () => {
  const database = await makeDatabase("sqlite");
  cleanups.push(database.remove);
  const outdated = await openDatabase(database.env, "a test", () => {});
  await migrate(outdated.db, { steps: { "0001-content": { up: async () => {} } } });
  await outdated.close();
  const error = await startSite({ dataDir: database.env.dataDir }).catch(String);
  expect(error).toMatch(/This database is from version 0\.1\.0[^\n]*export it with 0\.1\.0[^\n]*import/);
  expect(error).not.toMatch(/^\s+at /m);
}, 600_000);

test("D2 two concurrent first starts on PostgreSQL create sample content once", async () => {
  const database = await makeDatabase("postgres");
  cleanups.push(database.remove);
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-first-"));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const { serving, errors } = await startTwo({
    dataDir,
    env: { DATABASE_URL: database.env.databaseUrl ?? "", SECRET: testSecret },
  });
  expect(errors).toEqual([]);
  const [first = [], second = []] = await Promise.all(serving.map(readServices));
  expect(first.length).toBeGreaterThan(3);
  expect(second).toEqual(first);
  await using open = await openDatabase(database.env, "a test", () => {});
  const entries = await open.db.query.selectFrom("entries").select(["kind", "title"]).execute();
  expect(new Set(entries.map(({ kind, title }) => `${kind}: ${title}`)).size).toBe(entries.length);
}, 600_000);
