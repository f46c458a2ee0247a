import { copyFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import { expect, test } from "vitest";
import { readDatabaseId } from "#app/database/installation.ts";
import { openUpToDate } from "#app/database/open-up-to-date.ts";
import { openFileStore } from "#app/files/store/open-store.ts";
import { aBackup, aFolder, aMigratedPlace, anEmptyPlace, aSite } from "./backup.fixture.ts";
import { findLatest } from "./backup-owner.ts";
import { backupName, openBackupStore } from "./backup-store.ts";
import { unpack } from "./file/packing.ts";
import { restoreSite } from "./restore-backup.ts";

const now = new Date("2026-11-23T12:00:00.000Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** A place with no backup yet, and ways to put some there. */
async function aPlace(key: string | null = null) {
  const folder = aFolder();
  const told: string[] = [];
  const put = (path: string, hours: number, reason: "daily" | "update" = "daily") => {
    const name = backupName(hoursAgo(hours), reason, key !== null);
    copyFileSync(path, join(folder, name));
    return name;
  };
  const find = (database: string | null = null, other = key) =>
    findLatest(
      { backups: openBackupStore({ folder }), key: other },
      { database, now, log: (line) => told.push(line) },
    );
  return { folder, told, put, find };
}

async function aBackedUpSite(key: string | null = null) {
  const env = await aMigratedPlace("sqlite");
  const files = await openFileStore(env);
  const { db } = await aSite(env, files);
  const { path } = await aBackup(db, files, { key });
  return { db, id: await readDatabaseId(db), path };
}

test("the latest is the newest whole backup: none from before an update, none named ahead of now, none that is broken", async () => {
  const site = await aBackedUpSite();
  const { folder, told, put, find } = await aPlace();
  await expect(find()).rejects.toThrow(/no whole backup in .*: correct BACKUP_URL/);
  const update = put(site.path, 1, "update");
  await expect(find()).rejects.toThrow(/no whole backup in .*: correct BACKUP_URL/);
  const whole = put(site.path, 2);
  expect(await find()).toMatchObject({ name: whole, database: site.id });
  const broken = put(site.path, 0.5);
  truncateSync(join(folder, broken), 30);
  const ahead = put(site.path, -20);
  expect(await find()).toMatchObject({ name: whole });
  expect(told).toEqual([
    expect.stringMatching(`${broken} is passed over`),
    expect.stringMatching(`${ahead} is passed over: .*the clock was ahead`),
  ]);
  expect(told.join()).not.toContain(update);
});

test("of several sites in one place each finds its own again, also once it was restored; nobody guesses", async () => {
  const [one, other] = [await aBackedUpSite(), await aBackedUpSite()];
  const { folder, put, find } = await aPlace();
  const ours = put(one.path, 3);
  expect(await find()).toMatchObject({ name: ours });
  const theirs = put(other.path, 1);
  const refused = await find().catch((error: Error) => error.message);
  expect(refused).toMatch(/backups of 2 databases/);
  for (const part of [one.id, other.id, ours, theirs]) expect(refused).toContain(part);
  const target = await anEmptyPlace("sqlite");
  const store = openBackupStore({ folder });
  await restoreSite(target, { lines: unpack(store.read(ours), { key: null }), secret: "checked" });
  await using restored = await openUpToDate(target, { holder: "a test" });
  expect(await find(await readDatabaseId(restored.db))).toMatchObject({ name: ours });
  expect(await find(other.id)).toMatchObject({ name: theirs });
  await expect(find("database-of-nobody")).rejects.toThrow(/of this database/);
});

test("an older backup from before the database had an id is no second site's", async () => {
  const site = await aBackedUpSite();
  const { put, find } = await aPlace();
  await site.db.query.deleteFrom("installation").where("name", "=", "id").execute();
  const { path } = await aBackup(site.db, null);
  const first = put(path, 9);
  put(path, 12);
  expect(await find()).toMatchObject({ name: first });
  const newest = put(site.path, 2);
  expect(await find()).toMatchObject({ name: newest, database: site.id });
});

test("where the newest is sealed with another key, it is named and nothing older is taken", async () => {
  const key = await generateX25519Identity();
  const site = await aBackedUpSite(key);
  const { put, find } = await aPlace(key);
  const former = put((await aBackedUpSite(await generateX25519Identity())).path, 5);
  const name = put(site.path, 2);
  expect(await find()).toMatchObject({ name });
  const newest = put((await aBackedUpSite(await generateX25519Identity())).path, 1);
  await expect(find()).rejects.toThrow(newest);
  await expect(find()).rejects.toThrow(/another key/);
  expect(former).not.toBe(newest);
});
