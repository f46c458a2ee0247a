import { copyFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import { expect, test } from "vitest";
import { openFileStore } from "#app/domain/files/store/open-store.ts";
import { sendLead } from "#app/domain/leads/leads.fixture.ts";
import type { Database } from "#app/platform/database/database.ts";
import { readDatabaseId } from "#app/platform/database/installation.ts";
import { openUpToDate } from "#app/platform/database/open-up-to-date.ts";
import { engines } from "#tests/support/database.ts";
import { aDocument } from "#tests/support/library.ts";
import {
  createEmptyEnv,
  createMigratedEnv,
  createSite,
  createTempFolder,
  openPages,
} from "../backup.fixture.ts";
import { readRowLines } from "../file/format.ts";
import { pack } from "../file/packing.ts";
import { withSnapshot } from "../snapshot.ts";
import { writeBackup } from "../write-backup.ts";
import { pageLines, readPageFile } from "./page-file.ts";
import { chooseExpiredPages, isPageName, pageName, readPageName } from "./page-sets.ts";
import { listIncrementTimes, openPagePlace, rebuildDatabase } from "./read-increment.ts";
import { proveIncrement, restoreIncrement } from "./restore-increment.ts";
import { writeIncrement } from "./write-increment.ts";

const minuteMs = 60_000;
/** The current time, since files carry the time of the disk; names have seconds. */
const begin = new Date(Math.floor(Date.now() / 1000) * 1000);
const later = (minutes: number) => new Date(begin.getTime() + minutes * minuteMs);

/**
 * Makes a site with a full backup function and a function that writes an increment some minutes
 * later.
 */
async function aBackedUpSite() {
  const env = await createMigratedEnv("sqlite");
  const files = await openFileStore(env);
  const { db, fileId } = await createSite(env, files);
  const folder = createTempFolder();
  const key = await generateX25519Identity();
  const place = openPagePlace({ place: { folder }, key });
  const stateFolder = join(env.dataDir, "increments");
  const backUp = (at: Date) =>
    withSnapshot(db, createTempFolder(), (snapshot) =>
      writeBackup(
        { ...snapshot, takenAt: at },
        { store: place.backups, files, key: place.key, reason: "daily", product: "0.0.0+test" },
      ),
    );
  const round = async (minutes: number, more: Partial<Parameters<typeof writeIncrement>[0]> = {}) => {
    const copy = await aCopy(db);
    const written = await writeIncrement({
      ...place,
      copy,
      files,
      product: "0.0.0+test",
      stateFolder,
      takenAt: later(minutes),
      ...more,
    });
    if (!written) throw new Error("There is a full backup.");
    return written;
  };
  return { env, files, db, fileId, folder, key, place, stateFolder, backUp, round };
}

const newest = async ({ db }: { db: Database }) => ({
  after: begin,
  database: await readDatabaseId(db),
  now: later(60),
});

test.each(engines)("%s: restores a base, its increment and the files stored since", async (engine) => {
  const { db, files, fileId, place, backUp, round } = await aBackedUpSite();
  await backUp(begin);
  const base = await round(1);
  expect(base).toMatchObject({ files: 1, bytes: base.baseBytes });
  await sendLead(db, { message: "Does the ferry leave at six?" });
  const document = await aDocument(db, files, "timetable.pdf");
  const increment = await round(6);
  expect(increment).toMatchObject({ set: base.set, baseBytes: base.bytes });
  expect(increment.pages).toBeLessThan(base.pages / 2);
  expect(increment.files).toBe((await files.listOf(document)).length);
  // Only the header of the copy has changed since.
  expect(await round(11)).toMatchObject({ files: 0 });
  const target = await createEmptyEnv(engine);
  const restored = await restoreIncrement(target, place, {
    wanted: await newest({ db }),
    secret: "checked",
    log: () => {},
  });
  expect(restored).toMatchObject({ problems: [], header: { takenAt: later(11).toISOString() } });
  await using open = await openUpToDate(target, { holder: "a test" });
  for (const table of restored?.header.tables ?? []) {
    const [before, after] = await Promise.all(
      [db, open.db].map((one) => Array.fromAsync(readRowLines(one, table))),
    );
    expect(after).toEqual(before);
  }
  const there = await openFileStore(target);
  for (const id of [fileId, document]) {
    const [name = ""] = await files.listOf(id);
    expect(await there.read(name)).toEqual(await files.read(name));
  }
});

test("skips a damaged increment and restores the one before it", async () => {
  const { db, folder, place, backUp, round } = await aBackedUpSite();
  await backUp(begin);
  const base = await round(1);
  const names: string[] = [];
  for (const minutes of [6, 11, 16]) {
    await sendLead(db, { message: `A message of minute ${minutes}` });
    names.push((await round(minutes)).name);
  }
  const [first = "", second = "", third = ""] = names.map((name) => join(folder, name));
  truncateSync(third, readFileSync(third).length - 20);
  const bytes = readFileSync(second);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  writeFileSync(second, bytes);
  const logged: string[] = [];
  const restore = async () =>
    restoreIncrement(await createEmptyEnv("sqlite"), place, {
      wanted: await newest({ db }),
      secret: "checked",
      log: (line) => logged.push(line),
    });
  expect((await restore())?.header.takenAt).toBe(later(6).toISOString());
  expect(logged).toEqual([
    expect.stringContaining(`${names[2]} is skipped`),
    expect.stringContaining(`${names[1]} is skipped`),
    expect.stringContaining(`Taking ${names[0]}`),
  ]);
  // A base under the name of an increment.
  writeFileSync(first, readFileSync(join(folder, base.name)));
  expect((await restore())?.header.takenAt).toBe(later(1).toISOString());
  rmSync(join(folder, base.name));
  expect(await restore()).toBeNull();
});

test("starts a new set per full backup, per key, and without state", async () => {
  const { db, folder, place, stateFolder, backUp, round } = await aBackedUpSite();
  await expect(round(0)).rejects.toThrow("There is a full backup.");
  await backUp(begin);
  const sets = [await round(1), await round(6)];
  await backUp(later(10));
  sets.push(await round(11));
  rmSync(join(stateFolder, "state.json"));
  sets.push(await round(16));
  sets.push(await round(21));
  writeFileSync(join(stateFolder, "base.hashes"), "torn");
  sets.push(await round(26));
  // No key opens both a new increment and a full backup under the former key.
  place.key = await generateX25519Identity();
  await expect(round(31)).rejects.toThrow("There is a full backup.");
  await backUp(later(31));
  sets.push(await round(31));
  const count = new Set(sets.map(({ set }) => set)).size;
  expect(count).toBe(5);
  expect(sets[0]?.set).toBe(sets[1]?.set);
  // Left by a killed process: files of a set without a base.
  const orphan = pageName({ set: "20261123T113000Z-aaaa", is: "files", takenAt: begin }, true);
  copyFileSync(join(folder, sets.at(-1)?.name ?? ""), join(folder, orphan));
  await sendLead(db);
  await round(36);
  const remaining = new Set(
    readdirSync(folder)
      .filter(isPageName)
      .map((name) => readPageName(name)?.set),
  );
  expect(remaining).toEqual(new Set(sets.slice(-2).map(({ set }) => set)));
  expect(await place.backups.list()).toHaveLength(3);
});

test("rejects a rebuilt database that differs, though each part is valid", async () => {
  const { db, place, folder, backUp, round } = await aBackedUpSite();
  await backUp(begin);
  const { set } = await round(1);
  await sendLead(db);
  const { name } = await round(6);
  const parts = await Array.fromAsync(readPageFile(place.pages.read(name), place));
  const [head, ...rest] = parts;
  const end = parts.at(-1);
  if (head?.is !== "header" || end?.is !== "end") throw new Error("It is whole.");
  const other = pageName({ set, is: "increment", takenAt: later(11) }, true);
  const fewer = rest.filter((part) => part.is === "pages").slice(1);
  const chunks = await Array.fromAsync(pack(pageLines(head.header, fewer, end.trailer), place.key));
  writeFileSync(join(folder, other), Buffer.concat(chunks));
  const rebuilt = rebuildDatabase(place, other, join(createTempFolder(), "rebuilt.sqlite"));
  await expect(rebuilt).rejects.toThrow(/is not the original database/);
});

test("increments and backups dated in the future are not used", async () => {
  const { db, place, backUp, round } = await aBackedUpSite();
  const full = await backUp(begin);
  await backUp(later(60 * 24));
  await round(1);
  await sendLead(db);
  const { name } = await round(6);
  await round(600);
  const logged: string[] = [];
  const restored = await restoreIncrement(await createEmptyEnv("sqlite"), place, {
    wanted: { ...(await newest({ db })), now: later(30) },
    secret: "checked",
    log: (line) => logged.push(line),
  });
  expect(restored?.header.takenAt).toBe(later(6).toISOString());
  expect(logged).toEqual([
    expect.stringMatching(/skipped: its name has a future time/),
    `Taking ${name}, and the files of ${full.name}.`,
  ]);
});

test("rejects an unencrypted increment or base backup if a key is set", async () => {
  const { env, db, files, place, backUp, round } = await aBackedUpSite();
  await backUp(begin);
  await round(1);
  await sendLead(db);
  const writeUnencrypted = (minutes: number) =>
    withSnapshot(db, createTempFolder(), (snapshot) =>
      writeBackup(
        { ...snapshot, takenAt: later(minutes) },
        { store: place.backups, files, key: null, reason: "daily", product: "0.0.0+test" },
      ),
    );
  await writeUnencrypted(2);
  const forged = await round(6, { key: null });
  const restore = async (more: { takesUnsealed?: boolean } = {}) =>
    restoreIncrement(
      await createEmptyEnv("sqlite"),
      { ...place, ...more },
      {
        wanted: forged.name,
        secret: "checked",
        log: () => {},
      },
    );
  await expect(restore()).rejects.toThrow(/is not encrypted, though BACKUP_KEY is set/);
  const parts = { secretPlace: env, scratch: createTempFolder(), openPages };
  const { problems } = await proveIncrement(place, forged.name, parts);
  expect(problems).toEqual([expect.stringMatching(/is not encrypted/)]);
  await restore({ takesUnsealed: true });
  await writeUnencrypted(20);
  const { set } = await round(21);
  const rebuilt = await rebuildDatabase(
    place,
    pageName({ set, is: "base", takenAt: later(21) }, true),
    join(createTempFolder(), "rebuilt.sqlite"),
  );
  expect(rebuilt.backup).toMatch(/\.age$/);
});

test("a failed write leaves the set unchanged", async () => {
  const { db, place, backUp, round } = await aBackedUpSite();
  await backUp(begin);
  const base = await round(1);
  await sendLead(db);
  const failing = {
    ...place.pages,
    async write(name: string) {
      const draft = await place.pages.write(name);
      return { ...draft, finish: () => Promise.reject(new Error("The disk is full.")) };
    },
  };
  await expect(round(6, { pages: failing })).rejects.toThrow("The disk is full.");
  expect((await listIncrementTimes(place.pages, later(11))).map(({ name }) => name)).toEqual([base.name]);
  expect(await round(11)).toMatchObject({ set: base.set });
});

test("proves a base with its increment and its files", async () => {
  const { env, db, files, folder, place, backUp, round } = await aBackedUpSite();
  await backUp(begin);
  await round(1);
  await aDocument(db, files, "timetable.pdf");
  const { name } = await round(6);
  const prove = () =>
    proveIncrement(place, name, {
      secretPlace: env,
      scratch: createTempFolder(),
      openPages,
    });
  expect(await prove()).toMatchObject({ problems: [], pages: 2 });
  for (const one of readdirSync(folder)) if (readPageName(one)?.is === "files") rmSync(join(folder, one));
  expect((await prove()).problems.join()).toMatch(/timetable\.pdf.*is incomplete/);
  truncateSync(join(folder, name), 300);
  expect((await prove()).problems).toEqual([expect.stringMatching(/cut off/)]);
});

test("one increment per hour stays once they are an hour old", () => {
  const set = "20261123T000000Z-1f0a";
  const of = (is: "base" | "increment" | "files", minutes: number) => ({
    name: pageName({ set, is, takenAt: new Date(Date.UTC(2026, 10, 23, 0, minutes)) }, true),
    bytes: 1,
  });
  const increments = Array.from({ length: 60 }, (_, n) => of("increment", 5 * (n + 1)));
  const stored = [of("base", 0), of("files", 5), of("files", 100), ...increments];
  const expired = chooseExpiredPages(stored, {
    written: increments.at(-1)?.name ?? "",
    now: new Date(Date.UTC(2026, 10, 23, 5)),
  });
  expect(expired).not.toContain(stored[0]?.name);
  expect(expired).not.toContain(stored[1]?.name);
  const left = increments.filter(({ name }) => !expired.includes(name));
  expect(left.slice(-12)).toEqual(increments.slice(-12));
  expect(left.map(({ name }) => readPageName(name)?.takenAt.getUTCHours()).slice(0, 4)).toEqual([0, 1, 2, 3]);
  expect(left.length).toBeLessThan(18);
});

test("after the clock was ahead, new increments stay and are newest", async () => {
  const { db, folder, place, backUp, round } = await aBackedUpSite();
  const ahead = 24 * 60;
  await backUp(begin);
  await round(1);
  await round(ahead);
  await backUp(later(ahead + 1));
  const wrong = await round(ahead + 2);
  await sendLead(db, { message: "After the clock was set right" });
  const base = await round(7);
  expect(base.set).not.toBe(wrong.set);
  expect(readdirSync(folder)).toContain(base.name);
  await sendLead(db, { message: "And five minutes later" });
  const last = await round(12);
  expect(last.set).toBe(base.set);
  const logged: string[] = [];
  const restoreAt = async (minutes: number) => {
    const { database } = await newest({ db });
    const restored = await restoreIncrement(await createEmptyEnv("sqlite"), place, {
      wanted: { after: begin, database, now: later(minutes) },
      secret: "checked",
      log: (line) => logged.push(line),
    });
    return restored?.header.takenAt;
  };
  expect(await restoreAt(13)).toBe(later(12).toISOString());
  // Names from the wrong clock must not count as newest once their time has come.
  expect(await restoreAt(ahead)).toBe(later(12).toISOString());
  expect(readdirSync(folder).filter((name) => name.includes(wrong.set))).toEqual([]);
});

test("skips an increment dated in the future and logs that", async () => {
  const { db, place, backUp, round } = await aBackedUpSite();
  const ahead = 24 * 60;
  await backUp(begin);
  const base = await round(1);
  await round(ahead);
  const logged: string[] = [];
  const restored = await restoreIncrement(await createEmptyEnv("sqlite"), place, {
    wanted: await newest({ db }),
    secret: "checked",
    log: (line) => logged.push(line),
  });
  expect(restored?.header.takenAt).toBe(later(1).toISOString());
  expect(logged).toEqual([
    expect.stringMatching(/-increment-.*is skipped: .*the clock was ahead/),
    expect.stringMatching(/^Taking /),
  ]);
  await sendLead(db);
  expect(await round(6)).toMatchObject({ set: base.set });
});

test("two sites in one location leave each other's increments alone", async () => {
  const one = await aBackedUpSite();
  const other = await aBackedUpSite();
  const shared = { ...other.place, backups: one.place.backups, pages: one.place.pages, key: one.place.key };
  await one.backUp(begin);
  const base = await one.round(1);
  expect(
    await writeIncrement({
      ...shared,
      copy: await aCopy(other.db),
      files: other.files,
      product: "0.0.0+test",
      stateFolder: other.stateFolder,
      takenAt: later(2),
    }),
  ).toBeNull();
  Object.assign(other.place, shared);
  await other.backUp(later(3));
  for (const minutes of [4, 9]) {
    rmSync(other.stateFolder, { recursive: true, force: true });
    await other.round(minutes);
  }
  rmSync(other.stateFolder, { recursive: true, force: true });
  await other.round(14);
  expect(readdirSync(one.folder)).toContain(base.name);
  expect(await one.round(15)).toMatchObject({ set: base.set });
  const sets = new Set(
    (await listIncrementTimes(one.place.pages, later(15))).map(({ name }) => readPageName(name)?.set),
  );
  expect(sets.size).toBe(3);
  const restored = await restoreIncrement(await createEmptyEnv("sqlite"), one.place, {
    wanted: { ...(await newest(other)), now: later(16) },
    secret: "checked",
    log: () => {},
  });
  expect(restored?.header).toMatchObject({
    takenAt: later(14).toISOString(),
    database: await readDatabaseId(other.db),
  });
});

async function aCopy(db: Database): Promise<string> {
  const copy = join(createTempFolder(), "copy.sqlite");
  await db.file?.copyTo(copy);
  return copy;
}
