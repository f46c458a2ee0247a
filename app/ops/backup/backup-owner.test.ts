import { copyFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import { expect, test } from "vitest";
import { openFileStore } from "#app/domain/files/store/open-store.ts";
import { readDatabaseId } from "#app/platform/database/installation.ts";
import { openUpToDate } from "#app/platform/database/open-up-to-date.ts";
import {
  createBackup,
  createEmptyEnv,
  createMigratedEnv,
  createSite,
  createTempFolder,
} from "./backup.fixture.ts";
import { findLatest } from "./backup-owner.ts";
import { backupName, openBackupStore } from "./backup-store.ts";
import { unpack } from "./file/packing.ts";
import { restoreSite } from "./restore-backup.ts";

const now = new Date("2026-11-23T12:00:00.000Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** An empty backup folder with functions that add backups to it. */
async function aPlace(key: string | null = null) {
  const folder = createTempFolder();
  const logged: string[] = [];
  const put = (path: string, hours: number, reason: "daily" | "update" = "daily") => {
    const name = backupName(hoursAgo(hours), reason, key !== null);
    copyFileSync(path, join(folder, name));
    return name;
  };
  const find = (database: string | null = null, other = key) =>
    findLatest(
      { backups: openBackupStore({ folder }), key: other },
      { database, now, log: (line) => logged.push(line) },
    );
  return { folder, logged, put, find };
}

async function aBackedUpSite(key: string | null = null) {
  const env = await createMigratedEnv("sqlite");
  const files = await openFileStore(env);
  const { db } = await createSite(env, files);
  const { path } = await createBackup(db, files, { key });
  return { db, id: await readDatabaseId(db), path };
}

test("restores the newest valid backup, skipping pre-update, future and broken ones", async () => {
  const site = await aBackedUpSite();
  const { folder, logged, put, find } = await aPlace();
  await expect(find()).rejects.toThrow(/no full backup in .*: correct BACKUP_URL/);
  const update = put(site.path, 1, "update");
  await expect(find()).rejects.toThrow(/no full backup in .*: correct BACKUP_URL/);
  const intact = put(site.path, 2);
  expect(await find()).toMatchObject({ name: intact, database: site.id });
  const broken = put(site.path, 0.5);
  truncateSync(join(folder, broken), 30);
  const ahead = put(site.path, -20);
  expect(await find()).toMatchObject({ name: intact });
  expect(logged).toEqual([
    expect.stringMatching(`${broken} is skipped`),
    expect.stringMatching(`${ahead} is skipped: .*the clock was ahead`),
  ]);
  expect(logged.join()).not.toContain(update);
});

test("finds each site's own backup in a shared folder, even after restore", async () => {
  const [one, other] = [await aBackedUpSite(), await aBackedUpSite()];
  const { folder, put, find } = await aPlace();
  const ours = put(one.path, 3);
  expect(await find()).toMatchObject({ name: ours });
  const theirs = put(other.path, 1);
  const refused = await find().catch((error: Error) => error.message);
  expect(refused).toMatch(/backups of 2 databases/);
  for (const part of [one.id, other.id, ours, theirs]) expect(refused).toContain(part);
  const target = await createEmptyEnv("sqlite");
  const store = openBackupStore({ folder });
  await restoreSite(target, { lines: unpack(store.read(ours), { key: null }), secret: "checked" });
  await using restored = await openUpToDate(target, { holder: "a test" });
  expect(await find(await readDatabaseId(restored.db))).toMatchObject({ name: ours });
  expect(await find(other.id)).toMatchObject({ name: theirs });
  await expect(find("database-of-nobody")).rejects.toThrow(/of this database/);
});

test("a backup without database id does not count as another site", async () => {
  const site = await aBackedUpSite();
  const { put, find } = await aPlace();
  await site.db.query.deleteFrom("installation").where("name", "=", "id").execute();
  const { path } = await createBackup(site.db, null);
  const first = put(path, 9);
  put(path, 12);
  expect(await find()).toMatchObject({ name: first });
  const newest = put(site.path, 2);
  expect(await find()).toMatchObject({ name: newest, database: site.id });
});

test("refuses to fall back when the newest backup uses another key", async () => {
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
