import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Database } from "#app/platform/database/database.ts";
import { createLogger } from "#app/platform/runtime/log.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { type EngineName, engines, openTestDatabase } from "#tests/support/database.ts";
import { aRow } from "#tests/support/library.ts";
import { startBucket } from "#tests/support/s3.ts";
import { cleanUpFiles, startFileCleanup } from "./cleanup.ts";
import { openDiskStore } from "./store/disk-store.ts";
import { openFileStore, openFilesOfSite, refuseFilesOfAnother } from "./store/open-store.ts";
import { countMissing, openSiteFiles, type SiteFiles } from "./store/site-files.ts";
import type { FileStore } from "./store/store.ts";

const bytes = new Uint8Array([1, 2, 3]);
const days = (count: number) => new Date(Date.now() + count * 86_400_000);

function createTempFolder() {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-cleanup-"));
  return {
    folder,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Opens a store in a folder or in a bucket. */
async function openPlace(kind: "folder" | "bucket") {
  const { folder, [Symbol.dispose]: removeFolder } = createTempFolder();
  const bucket = kind === "bucket" ? await startBucket() : null;
  const env = readEnv(bucket ? { FILES_URL: bucket.filesUrl } : {}, "/product");
  const store = await openFileStore({
    dataDir: folder,
    bucket: env.bucket,
  });
  const dispose = async () => {
    removeFolder();
    await bucket?.stop();
  };
  return {
    store,
    [Symbol.asyncDispose]: dispose,
  };
}

/** Adds library files with their bytes; returns their names. */
async function storeFiles(db: Database, store: FileStore, count: number): Promise<string[]> {
  const names: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const name = `${await aRow(db)}/320.avif`;
    await store.put(name, bytes);
    names.push(name);
  }
  return names;
}

const namesIn = async (store: FileStore) => (await store.list()).map(({ name }) => name).sort();

/** Runs the file cleanup job for two days; returns its log. */
async function runForDays(
  db: Database,
  files: SiteFiles,
  { start = days(2), onMissing = (_count: number) => {} } = {},
): Promise<string> {
  let written = "";
  const write = (text: string) => {
    written += text;
  };
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  const log = createLogger({ destination: { write } });
  const clock = { now: () => start };
  const jobs = startFileCleanup({
    db,
    files,
    place: "the place",
    onMissing,
    onError: (err) => log.error({ err }, "failed to clean up files"),
    clock,
    log,
  });
  vi.advanceTimersByTime(3_600_001);
  vi.useRealTimers();
  await jobs.stop();
  return written;
}

const places = engines.flatMap((engine) => [[engine, "folder"] as const, [engine, "bucket"] as const]);

test.each(places)("%s, %s: U5 another or empty database changes no file", async (engine, kind) => {
  await using place = await openPlace(kind);
  await using first = await openTestDatabase(engine);
  const ours = openSiteFiles(first.db, place.store, "www.kolpona.example");
  const names = await storeFiles(first.db, ours.store, 3);
  await using second = await openTestDatabase(engine);
  const theirs = openSiteFiles(second.db, place.store, "www.kolpona.example");
  expect([await ours.owner(), await theirs.owner()]).toEqual(["ours", "other-database"]);
  const logged = await runForDays(second.db, theirs);
  expect(logged).toContain("belong to another database");
  await theirs.store.remove(names[0] ?? "");
  await theirs.store.discard(names[1] ?? "", "2026-11-22");
  await expect(theirs.store.put("0123456789/320.avif", bytes)).rejects.toMatchObject({
    code: "unavailable",
  });
  expect(await namesIn(place.store)).toEqual(names.toSorted());
  expect(await theirs.store.read(names[0] ?? "")).toEqual(Buffer.from(bytes));
  expect(await runForDays(first.db, ours)).not.toContain("belong");
  await theirs.adopt();
  expect([await ours.owner(), await theirs.owner()]).toEqual(["other-database", "ours"]);
});

test.each(engines)("%s: adopts unmarked files if most are known, else never cleans", async (engine) => {
  await using open = await openTestDatabase(engine);
  using folder = createTempFolder();
  const store = await openDiskStore(folder.folder);
  await storeFiles(open.db, store, 3);
  for (const n of [1, 2]) await store.put(`0123456789-${n}/320.avif`, bytes);
  await using empty = await openTestDatabase(engine);
  const theirs = openSiteFiles(empty.db, store, null);
  expect(await theirs.owner()).toBe("unmarked");
  expect(await runForDays(empty.db, theirs)).toContain("unknown to this database");
  await theirs.store.put("aaaaaaaa-1/320.avif", bytes);
  await expect(theirs.store.put("0123456789-1/320.avif", bytes)).rejects.toMatchObject({
    code: "unavailable",
  });
  await theirs.store.remove("0123456789-1/320.avif");
  expect(await namesIn(store)).toHaveLength(6);
  expect(await store.readMark()).toBeNull();
  await store.remove("aaaaaaaa-1/320.avif");
  expect(await openSiteFiles(open.db, store, null).owner()).toBe("ours");
  expect(await openSiteFiles(empty.db, store, null).owner()).toBe("other-database");
});

test.each(engines)("%s: a copy at another address changes no file; instances share", async (engine) => {
  await using open = await openTestDatabase(engine);
  using folder = createTempFolder();
  const store = await openDiskStore(folder.folder);
  const site = openSiteFiles(open.db, store, "www.kolpona.example");
  const [name = ""] = await storeFiles(open.db, site.store, 1);
  expect(await openSiteFiles(open.db, store, "www.kolpona.example").owner()).toBe("ours");
  const trial = openSiteFiles(open.db, store, "trial.kolpona.example");
  expect(await trial.owner()).toBe("other-address");
  await trial.store.remove(name);
  await expect(trial.store.put(name, new Uint8Array([9]))).rejects.toMatchObject({ code: "unavailable" });
  expect(await store.read(name)).toEqual(Buffer.from(bytes));
});

test.each(places)(
  "%s, %s: trashes unused files, restores known ones, purges after 30 days",
  async (engine, kind) => {
    await using place = await openPlace(kind);
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const { store } = openSiteFiles(db, place.store, null);
    const [lost = "", used = ""] = await storeFiles(db, store, 2);
    const row = await db.query
      .selectFrom("files")
      .selectAll()
      .where("id", "=", lost.split("/")[0] ?? "")
      .executeTakeFirstOrThrow();
    const deleteRow = () => db.query.deleteFrom("files").where("id", "=", row.id).execute();
    await deleteRow();
    expect(await cleanUpFiles(db, store, new Date())).toMatchObject({ moved: 0 });
    expect(await cleanUpFiles(db, store, days(2))).toMatchObject({ moved: 1, lost: 1, stored: 2 });
    expect([await store.read(lost), await store.read(used)]).toEqual([null, Buffer.from(bytes)]);
    expect(await store.listTrash()).toHaveLength(1);
    await db.query.insertInto("files").values(row).execute();
    expect(await cleanUpFiles(db, store, days(40))).toMatchObject({ restored: 1, purged: 0 });
    expect(await store.read(lost)).toEqual(Buffer.from(bytes));
    await deleteRow();
    expect(await cleanUpFiles(db, store, days(41))).toMatchObject({ moved: 1 });
    expect(await cleanUpFiles(db, store, days(70))).toMatchObject({ purged: 0 });
    expect(await cleanUpFiles(db, store, days(73))).toMatchObject({ purged: 1 });
    expect([await store.listTrash(), await namesIn(store)]).toEqual([[], [used]]);
  },
);

test.each(engines)("%s: moves no file if more than a tenth is unknown", async (engine) => {
  await using open = await openTestDatabase(engine);
  using folder = createTempFolder();
  const files = openSiteFiles(open.db, await openDiskStore(folder.folder), null);
  await files.owner();
  for (let n = 0; n < 41; n += 1) await files.store.put(`0123456789-${n}/320.avif`, bytes);
  const logged = await runForDays(open.db, files);
  expect(logged).toContain("too many unknown files");
  expect(await namesIn(files.store)).toHaveLength(41);
  expect(await cleanUpFiles(open.db, files.store, days(2), { isManual: true })).toMatchObject({
    moved: 41,
  });
  expect(await namesIn(files.store)).toEqual([]);
});

test("cleans up no files in the first hour of a process", async () => {
  await using open = await openTestDatabase("sqlite");
  using folder = createTempFolder();
  const files = openSiteFiles(open.db, await openDiskStore(folder.folder), null);
  await files.owner();
  await files.store.put("0123456789/320.avif", bytes);
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  const start = () =>
    startFileCleanup({
      db: open.db,
      files,
      place: "the place",
      onMissing: () => {},
      onError: () => {},
      clock: { now: () => days(2) },
      log: createLogger({ level: "silent" }),
    });
  const early = start();
  vi.advanceTimersByTime(3_590_000);
  vi.useRealTimers();
  await early.stop();
  expect(await namesIn(files.store)).toHaveLength(1);
  await runForDays(open.db, files);
  expect(await namesIn(files.store)).toEqual([]);
});

test.each(engines)(
  "%s: reports files that are missing in this instance's folder",
  async (engine: EngineName) => {
    await using open = await openTestDatabase(engine);
    using one = createTempFolder();
    using two = createTempFolder();
    const here = openSiteFiles(open.db, await openDiskStore(one.folder), "www.kolpona.example");
    const there = openSiteFiles(open.db, await openDiskStore(two.folder), "www.kolpona.example");
    await storeFiles(open.db, here.store, 3);
    await storeFiles(open.db, there.store, 2);
    expect(await countMissing(open.db, here.store, days(1))).toEqual({ checked: 5, missing: 2 });
    const counts: number[] = [];
    const logged = await runForDays(open.db, there, { onMissing: (count) => counts.push(count) });
    expect(logged).toContain('"missing":3');
    expect(counts.at(-1)).toBe(3);
  },
);

test("an empty database does not start on another site's files", async () => {
  await using first = await openTestDatabase("sqlite");
  await using second = await openTestDatabase("sqlite");
  using folder = createTempFolder();
  const env = readEnv({ DATA_DIR: folder.folder }, "/product");
  await (await openFilesOfSite(env, first.db)).owner();
  await refuseFilesOfAnother(env, first.db);
  await expect(refuseFilesOfAnother(env, second.db)).rejects.toMatchObject({
    isPlain: true,
    message: expect.stringMatching(/^DATA_DIR: [^\n]*DATABASE_URL[^\n]*$/),
  });
});
