import { mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openFileStore } from "#app/domain/files/store/open-store.ts";
import {
  createBackup,
  createMigratedEnv,
  createSite,
  createTempFolder,
} from "#app/ops/backup/backup.fixture.ts";
import { backupName, openBackupStore } from "#app/ops/backup/backup-store.ts";
import { recordFailedBackup, recordProof, recordWrittenBackup } from "#app/ops/backup/backups.ts";
import { recordFailedIncrement } from "#app/ops/backup/increments/increments.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { checkBackups } from "./check-backups.ts";

const readMessages = async (...given: Parameters<typeof checkBackups>) =>
  (await checkBackups(...given)).map((one) => `${one.state}: ${one.message}`);

async function prepare() {
  const env = await createMigratedEnv("sqlite");
  const { db } = await createSite(env, await openFileStore(env));
  const key = await generateX25519Identity();
  const folder = createTempFolder();
  const set = (change: Partial<Env["backup"]> = {}): Env => ({
    ...env,
    backup: { ...env.backup, place: { folder }, key, ...change },
  });
  const now = new Date();
  const written = await createBackup(db, null, { key, store: openBackupStore({ folder }) });
  const publicUrl = new URL("https://kolpona.example");
  const proof = { problems: [] as string[], restoreMs: 670, pages: 20, rows: 9, files: 1 };
  const prove = (problems: string[]) =>
    recordProof(db, { name: written.name, proof: { ...proof, problems }, now, publicUrl });
  return { env, db, key, folder, set, now, written, publicUrl, prove };
}

test("a proven backup of today with a matching key is fine", async () => {
  const { db, set, now, written, prove, folder } = await prepare();
  await recordWrittenBackup(db, written, "requested");
  expect(await readMessages(set(), db, now)).toContain("warning: no backup has been verified yet");
  await prove([]);
  expect(await readMessages(set(), db, now)).toEqual([
    `warning: ${folder} is on the same disk as the site, and is lost with it`,
    "fine: the newest backup opens with BACKUP_KEY",
    expect.stringMatching(/^fine: the newest backup is of 20\d\d-\d\d-\d\d \d\d:\d\d UTC$/),
    "fine: the newest verified backup is good: restored in 0.7 s",
    "fine: the next backup has room",
  ]);
});

test("reports problems of place, key, age, proof and increments", async () => {
  const { env, db, set, now, written, prove, publicUrl, folder } = await prepare();
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  expect(await readMessages(env, db, later(1))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^warning: BACKUP_URL is not set: backups are in .*backups, and are lost/),
      expect.stringMatching(/^warning: BACKUP_KEY is not set/),
      "wrong: there is no backup yet",
    ]),
  );
  // The database is a copy of one that the run's setup made some time ago.
  await sql`update kysely_migration set timestamp = ${now.toISOString()}`.execute(db.query);
  const inMinutes = "warning: there is no backup yet: a new site makes its first within minutes";
  expect(await readMessages(env, db, now), "in the first minutes of a site").toContain(inMinutes);
  const off = { ...env, backup: { ...env.backup, everyHours: 0 } };
  for (const never of [off, { ...env, runsJobs: false }])
    expect(await readMessages(never, db, now)).toContain("wrong: there is no backup yet");
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(await readMessages(set({ place: { folder: join(file, "below") } }), db, now)).toContainEqual(
    expect.stringMatching(/^wrong: /),
  );
  const other = await generateX25519Identity();
  expect((await readMessages(set({ key: other }), db, now))[1]).toMatch(
    /^wrong: .*encrypted with another key/,
  );
  expect((await readMessages(set({ key: null }), db, now))[1]).toMatch(
    /^wrong: .*encrypted, and BACKUP_KEY is not set/,
  );
  expect((await readMessages(set(), db, later(30)))[2]).toMatch(/^warning: .*every 24 hours/);
  expect((await readMessages(set(), db, later(80)))[2]).toMatch(/^wrong: /);
  expect((await readMessages(set({ everyHours: 0 }), db, later(80)))[2]).toMatch(
    /^warning: .*BACKUP_EVERY is off/,
  );
  await recordWrittenBackup(db, written, "requested");
  await prove([]);
  const elsewhere = await readMessages(set({ place: { folder: createTempFolder() } }), db, now);
  expect(elsewhere).toContain("warning: the newest verified backup is missing");
  await prove(["The file “mill.jpg” is not whole.", "And another."]);
  await recordFailedIncrement(db, "The bucket does not answer.", { now, publicUrl });
  expect((await readMessages(set(), db, now)).slice(3, 5)).toEqual([
    "wrong: the newest checked backup failed: The file “mill.jpg” is not whole.; none is verified",
    expect.stringMatching(/^wrong: increments have failed since .* UTC: The bucket does not answer\.$/),
  ]);
  await recordFailedBackup(db, { reason: "daily", problem: "No room.", now: later(1), publicUrl });
  expect((await readMessages(set(), db, now))[3]).toMatch(/^wrong: .*No room/);
});

test("reports a proven backup that was truncated later", async () => {
  const { db, set, now, written, prove, folder } = await prepare();
  await recordWrittenBackup(db, written, "requested");
  await prove([]);
  truncateSync(join(folder, written.name), Math.floor(written.bytes / 2));
  expect(await readMessages(set(), db, now)).toContain(
    `wrong: size has changed since the backup was written: ${written.name}`,
  );
  expect((await readMessages(set(), db, now)).join("\n")).not.toContain("backup is good");
});

test("checks the parent of a missing folder without creating it", async () => {
  const { db, set, now } = await prepare();
  const above = createTempFolder();
  mkdirSync(join(above, "backups"));
  const folder = join(above, "backups", "of", "frontdesk");
  expect((await readMessages(set({ place: { folder } }), db, now))[0]).toMatch(/^warning: .*same disk/);
  expect(readdirSync(join(above, "backups"))).toEqual([]);
});

test("reports and ignores a backup dated in the future", async () => {
  const { db, set, now, folder, key } = await prepare();
  const ahead = backupName(new Date(now.getTime() + 10 * 86_400_000), "daily", true);
  writeFileSync(join(folder, ahead), "anything");
  const later = new Date(now.getTime() + 80 * 3_600_000);
  expect((await readMessages(set({ key }), db, later)).slice(1, 4)).toEqual([
    `wrong: dated in the future, and ignored: ${ahead}`,
    "fine: the newest backup opens with BACKUP_KEY",
    expect.stringMatching(/^wrong: the newest backup is of .*every 24 hours$/),
  ]);
});
