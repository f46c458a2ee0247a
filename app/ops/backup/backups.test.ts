import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atStart } from "#app/domain/accounts/start-accounts.ts";
import { createUser } from "#app/domain/accounts/users.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { readDatabaseId } from "#app/platform/database/installation.ts";
import { systemClock } from "#app/platform/runtime/clock.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createTempFolder } from "./backup.fixture.ts";
import { backupName } from "./backup-store.ts";
import {
  adoptStored,
  chooseExpired,
  chooseReproofs,
  deleteBackupRequest,
  downloadBackup,
  findProven,
  findRequestedBackup,
  findUnreadable,
  isBackupDue,
  listBackups,
  readLongestRetention,
  recordFailedBackup,
  recordProof,
  recordWrittenBackup,
  requestBackup,
} from "./backups.ts";
import {
  describeStored,
  listIncrements,
  readFailingSince,
  recordFailedIncrement,
  recordIncrement,
} from "./increments/increments.ts";
import { pageName } from "./increments/page-sets.ts";

const now = new Date("2026-11-23T12:00:00.000Z");
const publicUrl = new URL("https://www.kolpona.example");
const written = (name: string) => ({
  name,
  takenAt: now.toISOString(),
  bytes: 5_000_000_000,
  rows: 900,
  files: 191,
  fileBytes: 3,
  problems: [],
});
const proofWith = (problems: string[]) => ({ problems, restoreMs: 670, pages: 20, rows: 900, files: 191 });

test.each(engines)("%s: each admin gets one mail per failed backup, none per proven", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const here = atStart({ clock: systemClock });
  for (const [name, role] of [
    ["Rahima", "admin"],
    ["Sumon", "admin"],
    ["Tania", "editor"],
  ] as const)
    await write(db, (tx) =>
      createUser(tx, here, { name, email: `${name}@kolpona.example`, role, by: "test" }),
    );
  const mails = () => db.query.selectFrom("outbox").select(["to_address", "template"]).execute();
  const [good, bad] = [backupName(now, "daily", true), backupName(now, "requested", true)];
  await recordWrittenBackup(db, written(good), "daily");
  await recordProof(db, { name: good, proof: proofWith([]), now, publicUrl });
  expect(await mails()).toEqual([]);
  await recordWrittenBackup(db, written(bad), "requested");
  const proof = proofWith(["The file “mill.jpg” is not whole."]);
  for (let n = 0; n < 2; n += 1) await recordProof(db, { name: bad, proof, now, publicUrl });
  const recipients = (await mails()).map(({ to_address }) => to_address);
  expect(recipients.toSorted()).toEqual(["Rahima@kolpona.example", "Sumon@kolpona.example"]);
  await recordFailedBackup(db, { reason: "daily", problem: "There is no room left.", now, publicUrl });
  expect(await mails()).toHaveLength(4);
  expect((await listBackups(db)).map(({ state, bytes }) => [state, bytes])).toEqual(
    expect.arrayContaining([
      ["proven", 5_000_000_000],
      ["failed", 5_000_000_000],
      ["failed", 0],
    ]),
  );
});

test.each(engines)("%s: only one backup can be requested at a time", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const requestOne = () =>
    write(db, (tx) => requestBackup(tx, { actor: { id: "someone", requestId: "" }, now }));
  await requestOne();
  await expect(requestOne()).rejects.toMatchObject({ code: "in-use" });
  const request = await findRequestedBackup(db);
  await deleteBackupRequest(db, request ?? "");
  expect(await findRequestedBackup(db)).toBeNull();
});

test("adoptStored matches recorded backups to stored ones", async () => {
  await using open = await openTestDatabase("sqlite");
  const { db } = open;
  const [here, gone, found] = [1, 2, 3].map((n) =>
    backupName(new Date(now.getTime() + n * 1000), "daily", true),
  );
  if (!here || !gone || !found) throw new Error("There are three.");
  await recordWrittenBackup(db, { ...written(here), takenAt: "2026-11-23T12:00:01.000Z" }, "daily");
  await recordWrittenBackup(db, written(gone), "daily");
  await recordFailedBackup(db, { reason: "daily", problem: "There is no room left.", now, publicUrl });
  const own = await readDatabaseId(db);
  await adoptStored(
    db,
    [
      { name: here, bytes: 5 },
      { name: found, bytes: 7 },
    ],
    { databaseOf: async () => own, hasOtherFolders: false },
  );
  expect((await listBackups(db)).map(({ name, state }) => [name, state])).toEqual([
    [found, "unproven"],
    [here, "unproven"],
    [expect.stringMatching(/^failed-/), "failed"],
  ]);
});

test.each(engines)("%s: does not adopt backups of other sites in the same location", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const own = await readDatabaseId(db);
  const [ours, theirs, taken, sealed, former] = [1, 2, 3, 4, 5].map((n) =>
    backupName(new Date(now.getTime() + n * 1000), "daily", true),
  );
  if (!ours || !theirs || !taken || !sealed || !former) throw new Error("There are five.");
  // `taken` belongs to another site, but was recorded; `former` is ours under an old key.
  for (const name of [taken, former]) await recordWrittenBackup(db, written(name), "daily");
  const databases = new Map([
    [ours, own],
    [theirs, "database-of-shapla"],
    [taken, "database-of-shapla"],
  ]);
  const stored = [ours, theirs, taken, sealed, former].map((name) => ({ name, bytes: 5 }));
  const leftOut = await adoptStored(db, stored, {
    databaseOf: async (name) => databases.get(name) ?? null,
    hasOtherFolders: false,
  });
  expect(leftOut).toEqual([theirs, taken, sealed]);
  expect((await listBackups(db)).map(({ name }) => name).toSorted()).toEqual([ours, former].toSorted());
});

test("finds the newest full backup that the current key cannot open", async () => {
  await using open = await openTestDatabase("sqlite");
  const { db } = open;
  const [older, newest, elsewhere, update] = [1, 2, 3, 4].map((n) => ({
    name: backupName(new Date(now.getTime() + n * 1000), n === 4 ? "update" : "daily", true),
    takenAt: new Date(now.getTime() + n * 1000).toISOString(),
  }));
  if (!older || !newest || !elsewhere || !update) throw new Error("There are four.");
  for (const one of [older, newest, elsewhere, update])
    await recordWrittenBackup(
      db,
      { ...written(one.name), takenAt: one.takenAt },
      one === update ? "update" : "daily",
    );
  const stored = [older, newest, update].map(({ name }) => ({ name, bytes: 5 }));
  expect(await findUnreadable(db, stored, async () => "its database")).toBeNull();
  const opens = async (name: string) => (name === newest.name ? null : "its database");
  expect(await findUnreadable(db, stored, opens)).toBe(newest.name);
});

test.each(engines)("%s: a backup whose size changed loses its proof", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const [intact, cut] = [1, 2].map((n) => backupName(new Date(now.getTime() + n * 1000), "daily", true));
  if (!intact || !cut) throw new Error("There are two.");
  for (const name of [intact, cut]) {
    await recordWrittenBackup(db, written(name), "daily");
    await recordProof(db, { name, proof: proofWith([]), now, publicUrl });
  }
  const own = await readDatabaseId(db);
  const { bytes } = written(cut);
  const stored = [
    { name: intact, bytes },
    { name: cut, bytes: bytes - 1 },
  ];
  expect(describeStored(stored, [], { backups: await listBackups(db), increments: [] }).join("\n")).toMatch(
    new RegExp(`proven +${intact}\n.*changed +${cut}\n"changed"`),
  );
  await adoptStored(db, stored, { databaseOf: async () => own, hasOtherFolders: false });
  const states = (await listBackups(db)).map(({ name, state, bytes }) => [name, state, bytes]);
  expect(states).toEqual(
    expect.arrayContaining([
      [intact, "proven", bytes],
      [cut, "unproven", bytes - 1],
    ]),
  );
});

test("the newest and one older backup are proven again weekly", async () => {
  await using open = await openTestDatabase("sqlite");
  const { db } = open;
  const day = 86_400_000;
  const names = [1, 2, 3].map((n) => backupName(new Date(now.getTime() - n * day), "daily", true));
  for (const [n, name] of names.entries()) {
    const takenAt = new Date(now.getTime() - (n + 1) * day);
    await recordWrittenBackup(db, { ...written(name), takenAt: takenAt.toISOString() }, "daily");
    await recordProof(db, { name, proof: proofWith([]), now: takenAt, publicUrl });
  }
  const due = async (days: number) =>
    chooseReproofs(await listBackups(db), new Date(now.getTime() + days * day));
  expect(await due(1)).toEqual([]);
  expect(await due(4)).toEqual([names[2]]);
  expect(await due(9)).toEqual([names[0], names[2]]);
});

test("records of backups in another instance's folder stay", async () => {
  await using open = await openTestDatabase("sqlite");
  const { db } = open;
  const name = backupName(now, "daily", true);
  await recordWrittenBackup(db, written(name), "daily");
  const databaseOf = async () => null;
  await adoptStored(db, [], { databaseOf, hasOtherFolders: true });
  expect(await listBackups(db)).toHaveLength(1);
  await adoptStored(db, [], { databaseOf, hasOtherFolders: false });
  expect(await listBackups(db)).toEqual([]);
});

/** Adds an admin, who receives mail about backups. */
function addAdmin(db: Database): Promise<unknown> {
  return write(db, (tx) =>
    createUser(tx, atStart({ clock: systemClock }), {
      name: "Rahima",
      email: "rahima@kolpona.example",
      role: "admin",
      by: "test",
    }),
  );
}

test.each(engines)("%s: admins get one mail per outage of backups", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  await addAdmin(db);
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const fail = (hours: number) =>
    recordFailedBackup(db, { reason: "daily", problem: "The disk is full.", now: inHours(hours), publicUrl });
  const countMails = async () => (await db.query.selectFrom("outbox").select("id").execute()).length;
  for (const hours of [0, 1, 2]) await fail(hours);
  expect(await countMails()).toBe(1);
  await recordWrittenBackup(
    db,
    { ...written(backupName(inHours(3), "daily", true)), takenAt: inHours(3).toISOString() },
    "daily",
  );
  await fail(27);
  expect(await countMails()).toBe(2);
});

test.each(engines)("%s: admins get mail when increments begin and stop failing", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  await addAdmin(db);
  const mails = async () =>
    (await db.query.selectFrom("outbox").select("template").execute()).map(({ template }) => template);
  const set = "20261123T110000Z-1f0a";
  const increment = {
    name: pageName({ set, is: "increment", takenAt: now }, true),
    set,
    baseBytes: 9,
    files: 0,
  };
  const stored = { ...increment, takenAt: now.toISOString(), bytes: 5, pages: 1 };
  const run = { now, publicUrl };
  await recordIncrement(db, stored, run);
  expect(await mails()).toEqual([]);
  for (let n = 0; n < 3; n += 1) await recordFailedIncrement(db, "The bucket\ndoes not answer.", run);
  expect(await mails()).toEqual(["increments"]);
  expect(await readFailingSince(db)).toEqual({ since: now, problem: "The bucket\ndoes not answer." });
  for (let n = 0; n < 2; n += 1) await recordIncrement(db, stored, run);
  expect(await mails()).toEqual(["increments", "increments"]);
  expect(await readFailingSince(db)).toBeNull();
  await recordFailedIncrement(db, "Again.", run);
  expect(await mails()).toHaveLength(3);
});

test.each(engines)("%s: a backup is due one interval after the last automatic one", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  expect(await isBackupDue(db, 24, now)).toBe(true);
  await recordWrittenBackup(db, written(backupName(now, "daily", true)), "daily");
  await recordWrittenBackup(
    db,
    { ...written(backupName(now, "requested", true)), takenAt: inHours(20).toISOString() },
    "requested",
  );
  expect(await isBackupDue(db, 24, inHours(23))).toBe(false);
  expect(await isBackupDue(db, 24, inHours(24))).toBe(true);
  expect(await isBackupDue(db, 6, inHours(7))).toBe(true);
  expect(await isBackupDue(db, 0, inHours(100))).toBe(false);
  await recordFailedBackup(db, {
    reason: "daily",
    problem: "There is no room left.",
    now: inHours(24),
    publicUrl,
  });
  expect(await isBackupDue(db, 24, inHours(24.5))).toBe(false);
  expect(await isBackupDue(db, 24, inHours(25))).toBe(true);
});

test("lists the proof of each backup and base, and its increments", async () => {
  await using open = await openTestDatabase("sqlite");
  const { db } = open;
  const set = "20261123T110000Z-1f0a";
  const name = backupName(now, "daily", true);
  const increment = { name: pageName({ set, is: "increment", takenAt: now }, true), bytes: 9860 };
  const base = { name: pageName({ set, is: "base", takenAt: now }, true), bytes: 439_139 };
  const sets = [{ set, base, increments: [increment], files: [] }];
  const backups = [{ name, bytes: 5_000_000_000 }];
  expect(describeStored(backups, sets, null)).toEqual([
    `2026-11-23 12:00    5.0 GB  ?         ${name}`,
    "Base, with one increment:",
    `2026-11-23 11:00    439 KB  ?         ${base.name}`,
    `2026-11-23 12:00    9.9 KB            ${increment.name}`,
  ]);
  await recordWrittenBackup(db, written(name), "daily");
  const untilProven = describeStored(backups, [], { backups: await listBackups(db), increments: [] });
  expect(untilProven.at(-1)).toMatch(/the running site verifies it within the hour/);
  await recordProof(db, { name, proof: proofWith([]), now, publicUrl });
  await recordIncrement(
    db,
    { ...increment, set, takenAt: now.toISOString(), baseBytes: 1, pages: 1, files: 0 },
    { now, publicUrl },
  );
  const known = { backups: await listBackups(db), increments: await listIncrements(db) };
  const lines = describeStored(backups, sets, known).map((line) => line.split(/ {2,}/));
  expect(lines.map((parts) => parts[2])).toEqual(["proven", undefined, "unproven", increment.name]);
});

test("a backup dated in the future neither delays nor replaces another", async () => {
  await using open = await openTestDatabase("sqlite");
  const { db } = open;
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const [older, ahead] = [backupName(at(-25), "daily", true), backupName(at(24 * 400), "daily", true)];
  await recordWrittenBackup(db, { ...written(older), takenAt: at(-25).toISOString() }, "daily");
  await recordWrittenBackup(db, { ...written(ahead), takenAt: at(24 * 400).toISOString() }, "daily");
  expect(await isBackupDue(db, 24, now)).toBe(true);
  for (const name of [older, ahead]) await recordProof(db, { name, proof: proofWith([]), now, publicUrl });
  const rows = await listBackups(db);
  expect(findProven(rows, now)?.name).toBe(older);
  expect(chooseExpired(rows, { days: 1, weeks: 1, months: 1 }, now)).toEqual([]);
  const soon = backupName(at(0.5), "daily", true);
  await recordWrittenBackup(db, { ...written(soon), takenAt: at(0.5).toISOString() }, "daily");
  expect(await isBackupDue(db, 24, now)).toBe(false);
});

test("a shorter rule takes effect after a week", async () => {
  await using open = await openTestDatabase("sqlite");
  const { db } = open;
  const [long, short] = [
    { days: 30, weeks: 2, months: 60 },
    { days: 7, weeks: 4, months: 12 },
  ];
  const on = (day: number) => new Date(now.getTime() + day * 86_400_000);
  expect(await readLongestRetention(db, long, on(0))).toEqual(long);
  expect(await readLongestRetention(db, short, on(1))).toEqual({ days: 30, weeks: 4, months: 60 });
  expect(await readLongestRetention(db, long, on(2))).toEqual({ days: 30, weeks: 4, months: 60 });
  expect(await readLongestRetention(db, short, on(8))).toEqual({ days: 30, weeks: 4, months: 60 });
  expect(await readLongestRetention(db, short, on(10))).toEqual(short);
});

test("refuses to download a backup of another site", async () => {
  await using open = await openTestDatabase("sqlite");
  const { db } = open;
  const place = { folder: createTempFolder() };
  const name = backupName(now, "daily", true);
  writeFileSync(join(place.folder, name), "theirs");
  const download = () => downloadBackup(db, place, name, { actor: { id: "someone", requestId: "" }, now });
  await expect(download()).rejects.toMatchObject({ code: "missing" });
  await recordWrittenBackup(db, written(name), "daily");
  expect(await download()).toMatchObject({ bytes: 6 });
});
