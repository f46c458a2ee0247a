import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeDatabase } from "#tests/support/database.ts";
import type { MigrationStep } from "./migrations/steps.ts";
import { lockDataFolder } from "./open.ts";
import { openUpToDate } from "./open-up-to-date.ts";
import { findCopyBefore, findUserChanges, lockStoppedSite, restoreCopy } from "./restore-copy.ts";

const first: MigrationStep = {
  async up(query) {
    await sql`create table visitors (name text not null)`.execute(query);
    await sql`create table leases (holder text)`.execute(query);
    await sql`insert into visitors values ('Rahima')`.execute(query);
  },
};

const second: MigrationStep = {
  async up(query) {
    await sql`alter table visitors rename column name to full_name`.execute(query);
  },
};

/** Creates a database updated by a destructive step, the copy from before it, and that copy updated in another folder. */
async function createUpdated() {
  const made = await makeDatabase("sqlite");
  const again = await makeDatabase("sqlite");
  const open = async (env: typeof made.env, steps: Record<string, MigrationStep>, withCopy = true) =>
    (await openUpToDate(env, { holder: "a test", steps, withCopy })).close();
  await open(made.env, { "0001-one": first });
  await open(made.env, { "0001-one": first, "0002-two": second });
  const copy = (await findCopyBefore(made.env.dataDir, ["0001-one"])) ?? "";
  const updatedCopy = join(again.env.dataDir, "frontdesk.sqlite");
  mkdirSync(again.env.dataDir, { recursive: true });
  renameSync(copy, updatedCopy);
  await open(again.env, { "0001-one": first, "0002-two": second });
  renameSync(
    join(again.env.dataDir, "backups", readdirSync(join(again.env.dataDir, "backups"))[0] ?? ""),
    copy,
  );
  return {
    dataDir: made.env.dataDir,
    copy,
    updatedCopy,
    [Symbol.asyncDispose]: async () => void (await Promise.all([made.remove(), again.remove()])),
  };
}

function change(dataDir: string, statement: string) {
  const file = new DatabaseSync(join(dataDir, "frontdesk.sqlite"));
  file.exec(statement);
  file.close();
}

function readAll(path: string, statement: string) {
  const file = new DatabaseSync(path, { readOnly: true });
  const rows = file.prepare(statement).all();
  file.close();
  return rows;
}

test("finds only rows that people added, removed or changed", async () => {
  await using site = await createUpdated();
  expect(await findUserChanges(site.dataDir, site.updatedCopy)).toEqual([]);
  change(site.dataDir, "insert into leases values ('this instance')");
  expect(await findUserChanges(site.dataDir, site.updatedCopy)).toEqual([]);
  change(site.dataDir, "insert into visitors values ('Nadia'), ('Tithi')");
  expect(await findUserChanges(site.dataDir, site.updatedCopy)).toEqual([{ table: "visitors", rows: 2 }]);
  change(site.dataDir, "delete from visitors");
  expect(await findUserChanges(site.dataDir, site.updatedCopy)).toEqual([{ table: "visitors", rows: 1 }]);
});

test("restores a copy and retains the replaced database, both private", async () => {
  await using site = await createUpdated();
  const path = join(site.dataDir, "frontdesk.sqlite");
  change(site.dataDir, "insert into visitors values ('Nadia')");
  const replaced = await restoreCopy(site.dataDir, site.copy);
  expect(readAll(path, "select name from visitors")).toEqual([{ name: "Rahima" }]);
  expect(readAll(replaced, "select full_name from visitors")).toEqual([
    { full_name: "Rahima" },
    { full_name: "Nadia" },
  ]);
  expect([path, replaced].map((file) => statSync(file).mode & 0o077)).toEqual([0, 0]);
  expect(existsSync(`${path}.restoring`)).toBe(false);
  expect(existsSync(site.copy)).toBe(true);
});

test("refuses an invalid copy, and a database in use by a reader", async () => {
  await using site = await createUpdated();
  const path = join(site.dataDir, "frontdesk.sqlite");
  const isPlain = { isPlain: true };
  await expect(restoreCopy(site.dataDir, join(site.dataDir, "none.sqlite"))).rejects.toMatchObject(isPlain);
  await expect(restoreCopy(site.dataDir, join(site.dataDir, "lock.json"))).rejects.toMatchObject(isPlain);
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec("begin; select * from visitors");
  change(site.dataDir, "insert into visitors values ('Nadia')");
  await expect(restoreCopy(site.dataDir, site.copy)).rejects.toMatchObject(isPlain);
  expect(readdirSync(join(site.dataDir, "backups"))).toHaveLength(1);
  reader.close();
  expect(readAll(path, "select full_name from visitors")).toHaveLength(2);
});

test("refuses a folder and a database without a site", async () => {
  await using site = await createUpdated();
  const empty = join(site.dataDir, "empty.sqlite");
  writeFileSync(empty, "");
  await expect(restoreCopy(site.dataDir, empty)).rejects.toThrow(/it contains no site/);
  await expect(restoreCopy(site.dataDir, site.dataDir)).rejects.toThrow(/There is no file/);
  expect(readAll(join(site.dataDir, "frontdesk.sqlite"), "select full_name from visitors")).toHaveLength(1);
});

test("retains two databases replaced at the same time", async () => {
  await using site = await createUpdated();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T10:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const replaced = [await restoreCopy(site.dataDir, site.copy), await restoreCopy(site.dataDir, site.copy)];
  expect(readAll(replaced[0] ?? "", "select full_name from visitors")).toHaveLength(1);
  expect(readAll(replaced[1] ?? "", "select name from visitors")).toHaveLength(1);
});

test("explains a missing database and creates none", async () => {
  await using site = await createUpdated();
  const none = join(site.dataDir, "none");
  await expect(lockStoppedSite(none, "a test")).rejects.toThrow(/There is no database in .*correct DATA_DIR/);
  expect(existsSync(none)).toBe(false);
  rmSync(join(site.dataDir, "frontdesk.sqlite"));
  await expect(lockStoppedSite(site.dataDir, "a test")).rejects.toMatchObject({ isPlain: true });
});

test("ignores copies with other steps", async () => {
  await using site = await createUpdated();
  expect(await findCopyBefore(site.dataDir, ["0001-one", "0002-two"])).toBe(null);
  expect(await findCopyBefore(site.dataDir, ["0001-one"])).toBe(site.copy);
});

test("waits for the data folder of a stopping site", async () => {
  await using site = await createUpdated();
  const siteLock = lockDataFolder(site.dataDir, "a site");
  const lock = lockStoppedSite(site.dataDir, "a test");
  let isLocked = false;
  lock.then(() => (isLocked = true));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(isLocked).toBe(false);
  siteLock.release();
  (await lock).release();
});
