import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBucket } from "#app/platform/settings/files-env.ts";
import { startBucket } from "#tests/support/s3.ts";
import { createTempFolder } from "./backup.fixture.ts";
import { type BackupStore, backupName, draftMs, openBackupStore, readBackupName } from "./backup-store.ts";

const takenAt = new Date("2026-11-23T15:04:05.000Z");
const name = backupName(takenAt, "daily", true);
const chunk = (byte: number) => Buffer.alloc(3_000_000, byte);

/** Writes more than one bucket part. */
async function checkStore(store: BackupStore): Promise<void> {
  expect(await store.list()).toEqual([]);
  const abandoned = await store.write(name);
  await abandoned.append(chunk(9));
  await abandoned.abandon();
  const draft = await store.write(name);
  for (let n = 0; n < 6; n += 1) await draft.append(chunk(n));
  expect(await store.list()).toEqual([]);
  expect(await draft.finish()).toBe(18_000_000);
  expect(await store.list()).toEqual([
    {
      name,
      bytes: 18_000_000,
    },
  ]);
  const read = Buffer.concat(await Array.fromAsync(store.read(name)));
  expect(read.equals(Buffer.concat([0, 1, 2, 3, 4, 5].map(chunk)))).toBe(true);
  const other = backupName(new Date(takenAt.getTime() + 1000), "requested", false);
  await expect(Array.fromAsync(store.read(other))).rejects.toMatchObject({ isPlain: true });
  await store.remove(name);
  await store.remove(name);
  expect(await store.list()).toEqual([]);
}

test("a folder stores complete backups and removes abandoned drafts", async () => {
  const folder = createTempFolder();
  const store = openBackupStore({ folder });
  await checkStore(store);
  const draft = await store.write(name);
  await store.cleanUp(new Date());
  expect(readdirSync(folder)).toEqual([`${name}.draft`]);
  const old = new Date(Date.now() - draftMs - 1000);
  utimesSync(join(folder, `${name}.draft`), old, old);
  await store.cleanUp(new Date());
  expect(readdirSync(folder)).toEqual([]);
  await draft.abandon();
});

test("a bucket stores complete backups and removes abandoned parts", async () => {
  await using bucket = await startBucket();
  const place = readBucket((variable) => (variable === "FILES_URL" ? bucket.filesUrl : null));
  if (place === null) throw new Error("There is a bucket.");
  const store = openBackupStore({ bucket: place });
  await checkStore(store);
  bucket.failNext(2);
  const draft = await store.write(name);
  await draft.append(chunk(1));
  expect(bucket.unfinished()).toBe(1);
  await store.cleanUp(new Date());
  expect(bucket.unfinished()).toBe(1);
  await store.cleanUp(new Date(Date.now() + draftMs + 1000));
  expect(bucket.unfinished()).toBe(0);
  expect(await store.list()).toEqual([]);
});

test("reads the time and reason from a backup name", () => {
  expect(readBackupName(name)).toEqual({
    takenAt,
    reason: "daily",
    isSealed: true,
  });
  for (const other of [`${name}.draft`, `../${name}`, name.replace("daily", "nightly"), "before-0023.sqlite"])
    expect(readBackupName(other)).toBeNull();
});
