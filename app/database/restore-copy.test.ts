import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeDatabase } from "#tests/support/database.ts";
import type { MigrationStep } from "./migrations/steps.ts";
import { lockFolder } from "./open.ts";
import { openUpToDate } from "./open-up-to-date.ts";
import { findCopyBefore, findWritten, lockStoppedSite, putCopyBack } from "./restore-copy.ts";

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

/** A database that was updated by a step that takes away, and the copy from before it, brought up to date in a place of its own. */
async function updated() {
  const made = await makeDatabase("sqlite");
  const again = await makeDatabase("sqlite");
  const open = async (env: typeof made.env, steps: Record<string, MigrationStep>, withCopy = true) =>
    (await openUpToDate(env, { holder: "a test", steps, withCopy })).close();
  await open(made.env, { "0001-one": first });
  await open(made.env, { "0001-one": first, "0002-two": second });
  const copy = (await findCopyBefore(made.env.dataDir, ["0001-one"])) ?? "";
  const twice = join(again.env.dataDir, "frontdesk.sqlite");
  mkdirSync(again.env.dataDir, { recursive: true });
  renameSync(copy, twice);
  await open(again.env, { "0001-one": first, "0002-two": second });
  renameSync(
    join(again.env.dataDir, "backups", readdirSync(join(again.env.dataDir, "backups"))[0] ?? ""),
    copy,
  );
  return {
    dataDir: made.env.dataDir,
    copy,
    twice,
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

test("nothing counts as written to an updated database but what people wrote: rows that came, went or changed", async () => {
  await using site = await updated();
  expect(await findWritten(site.dataDir, site.twice)).toEqual([]);
  change(site.dataDir, "insert into leases values ('this instance')");
  expect(await findWritten(site.dataDir, site.twice)).toEqual([]);
  change(site.dataDir, "insert into visitors values ('Nadia'), ('Tithi')");
  expect(await findWritten(site.dataDir, site.twice)).toEqual([{ table: "visitors", rows: 2 }]);
  change(site.dataDir, "delete from visitors");
  expect(await findWritten(site.dataDir, site.twice)).toEqual([{ table: "visitors", rows: 1 }]);
});

test("a copy from before an update takes the place of the database, which is kept, both for their owner alone", async () => {
  await using site = await updated();
  const path = join(site.dataDir, "frontdesk.sqlite");
  change(site.dataDir, "insert into visitors values ('Nadia')");
  const kept = await putCopyBack(site.dataDir, site.copy);
  expect(readAll(path, "select name from visitors")).toEqual([{ name: "Rahima" }]);
  expect(readAll(kept, "select full_name from visitors")).toEqual([
    { full_name: "Rahima" },
    { full_name: "Nadia" },
  ]);
  expect([path, kept].map((file) => statSync(file).mode & 0o077)).toEqual([0, 0]);
  expect(existsSync(`${path}.restoring`)).toBe(false);
  expect(existsSync(site.copy)).toBe(true);
});

test("no copy is put back that is none, or while somebody reads the database and its log can't be emptied", async () => {
  await using site = await updated();
  const path = join(site.dataDir, "frontdesk.sqlite");
  const isPlain = { isPlain: true };
  await expect(putCopyBack(site.dataDir, join(site.dataDir, "none.sqlite"))).rejects.toMatchObject(isPlain);
  await expect(putCopyBack(site.dataDir, join(site.dataDir, "lock.json"))).rejects.toMatchObject(isPlain);
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec("begin; select * from visitors");
  change(site.dataDir, "insert into visitors values ('Nadia')");
  await expect(putCopyBack(site.dataDir, site.copy)).rejects.toMatchObject(isPlain);
  expect(readdirSync(join(site.dataDir, "backups"))).toHaveLength(1);
  reader.close();
  expect(readAll(path, "select full_name from visitors")).toHaveLength(2);
});

test("a file without a site in it, and a folder, are put in no place", async () => {
  await using site = await updated();
  const empty = join(site.dataDir, "empty.sqlite");
  writeFileSync(empty, "");
  await expect(putCopyBack(site.dataDir, empty)).rejects.toThrow(/there is no site in it/);
  await expect(putCopyBack(site.dataDir, site.dataDir)).rejects.toThrow(/There is no file/);
  expect(readAll(join(site.dataDir, "frontdesk.sqlite"), "select full_name from visitors")).toHaveLength(1);
});

test("what is kept of a database takes the place of none that was kept in the same moment", async () => {
  await using site = await updated();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T10:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const kept = [await putCopyBack(site.dataDir, site.copy), await putCopyBack(site.dataDir, site.copy)];
  expect(readAll(kept[0] ?? "", "select full_name from visitors")).toHaveLength(1);
  expect(readAll(kept[1] ?? "", "select name from visitors")).toHaveLength(1);
});

test("where there is no database, none is made, and it is said what to do", async () => {
  await using site = await updated();
  const none = join(site.dataDir, "none");
  await expect(lockStoppedSite(none, "a test")).rejects.toThrow(/There is no database in .*correct DATA_DIR/);
  expect(existsSync(none)).toBe(false);
  rmSync(join(site.dataDir, "frontdesk.sqlite"));
  await expect(lockStoppedSite(site.dataDir, "a test")).rejects.toMatchObject({ isPlain: true });
});

test("a copy of other steps is none from before this update", async () => {
  await using site = await updated();
  expect(await findCopyBefore(site.dataDir, ["0001-one", "0002-two"])).toBe(null);
  expect(await findCopyBefore(site.dataDir, ["0001-one"])).toBe(site.copy);
});

test("the data folder of a site that is still ending is waited for", async () => {
  await using site = await updated();
  const serving = lockFolder(site.dataDir, "a site");
  const held = lockStoppedSite(site.dataDir, "a test");
  let isHeld = false;
  held.then(() => (isHeld = true));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(isHeld).toBe(false);
  serving.release();
  (await held).release();
});
