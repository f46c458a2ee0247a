import { mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { aBackup, aFolder, aMigratedPlace, aSite } from "#app/backup/backup.fixture.ts";
import { backupName, openBackupStore } from "#app/backup/backup-store.ts";
import { noteFailure, noteProof, noteWritten } from "#app/backup/backups.ts";
import { noteFailedRound } from "#app/backup/increments/increments.ts";
import { openFileStore } from "#app/files/store/open-store.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { checkBackups } from "./check-backups.ts";

const says = async (...given: Parameters<typeof checkBackups>) =>
  (await checkBackups(...given)).map((one) => `${one.state}: ${one.says}`);

async function prepare() {
  const env = await aMigratedPlace("sqlite");
  const { db } = await aSite(env, await openFileStore(env));
  const key = await generateX25519Identity();
  const folder = aFolder();
  const set = (change: Partial<Env["backup"]> = {}): Env => ({
    ...env,
    backup: { ...env.backup, place: { folder }, key, ...change },
  });
  const now = new Date();
  const written = await aBackup(db, null, { key, store: openBackupStore({ folder }) });
  const publicUrl = new URL("https://kolpona.example");
  const proof = { problems: [] as string[], restoreMs: 670, pages: 20, rows: 9, files: 1 };
  const prove = (problems: string[]) =>
    noteProof(db, { name: written.name, proof: { ...proof, problems }, now, publicUrl });
  return { env, db, key, folder, set, now, written, publicUrl, prove };
}

test("a proven backup of today that opens with the key is fine", async () => {
  const { db, set, now, written, prove, folder } = await prepare();
  await noteWritten(db, written, "requested");
  expect(await says(set(), db, now)).toContain("warning: none has been verified yet");
  await prove([]);
  expect(await says(set(), db, now)).toEqual([
    `warning: ${folder} is on the same disk as the site, and is lost with it`,
    "fine: the newest backup opens with BACKUP_KEY",
    expect.stringMatching(/^fine: the newest is of 20\d\d-\d\d-\d\d \d\d:\d\d UTC$/),
    "fine: the newest that was verified is good: restored in 0.7 s",
    "fine: there is room for the next one",
  ]);
});

test("what is wrong with backups is said: place, key, age, proof and increments", async () => {
  const { env, db, set, now, written, prove, publicUrl, folder } = await prepare();
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  expect(await says(env, db, later(1))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^warning: BACKUP_URL is not set: they lie in .*backups, and are lost/),
      expect.stringMatching(/^warning: BACKUP_KEY is not set/),
      "wrong: there is no backup yet",
    ]),
  );
  // The database is a copy of one that the run's setup made some time ago.
  await sql`update kysely_migration set timestamp = ${now.toISOString()}`.execute(db.query);
  const inMinutes = "warning: there is no backup yet: a new site makes its first within minutes";
  expect(await says(env, db, now), "in the first minutes of a site").toContain(inMinutes);
  const off = { ...env, backup: { ...env.backup, everyHours: 0 } };
  for (const never of [off, { ...env, runsJobs: false }])
    expect(await says(never, db, now)).toContain("wrong: there is no backup yet");
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(await says(set({ place: { folder: join(file, "below") } }), db, now)).toContainEqual(
    expect.stringMatching(/^wrong: /),
  );
  const other = await generateX25519Identity();
  expect((await says(set({ key: other }), db, now))[1]).toMatch(/^wrong: .*encrypted with another key/);
  expect((await says(set({ key: null }), db, now))[1]).toMatch(
    /^wrong: .*encrypted, and BACKUP_KEY is not set/,
  );
  expect((await says(set(), db, later(30)))[2]).toMatch(/^warning: .*every 24 hours/);
  expect((await says(set(), db, later(80)))[2]).toMatch(/^wrong: /);
  expect((await says(set({ everyHours: 0 }), db, later(80)))[2]).toMatch(/^warning: .*BACKUP_EVERY is off/);
  await noteWritten(db, written, "requested");
  await prove([]);
  const elsewhere = await says(set({ place: { folder: aFolder() } }), db, now);
  expect(elsewhere).toContain("warning: the newest that was verified is not there any more");
  await prove(["The file “mill.jpg” is not whole.", "And another."]);
  await noteFailedRound(db, "The bucket does not answer.", { now, publicUrl });
  expect((await says(set(), db, now)).slice(3, 5)).toEqual([
    "wrong: the newest that was checked failed: The file “mill.jpg” is not whole.; none is verified",
    expect.stringMatching(/^wrong: no increment could be kept since .* UTC: The bucket does not answer\.$/),
  ]);
  await noteFailure(db, { reason: "daily", problem: "No room.", now: later(1), publicUrl });
  expect((await says(set(), db, now))[3]).toMatch(/^wrong: .*No room/);
});

test("a proven backup that was cut off since is wrong", async () => {
  const { db, set, now, written, prove, folder } = await prepare();
  await noteWritten(db, written, "requested");
  await prove([]);
  truncateSync(join(folder, written.name), Math.floor(written.bytes / 2));
  expect(await says(set(), db, now)).toContain(`wrong: not of the size that was written: ${written.name}`);
  expect((await says(set(), db, now)).join("\n")).not.toContain("that was proved is good");
});

test("a folder that is not there yet is looked at by what is, and is not made", async () => {
  const { db, set, now } = await prepare();
  const above = aFolder();
  mkdirSync(join(above, "backups"));
  const folder = join(above, "backups", "of", "frontdesk");
  expect((await says(set({ place: { folder } }), db, now))[0]).toMatch(/^warning: .*same disk/);
  expect(readdirSync(join(above, "backups"))).toEqual([]);
});

test("a backup dated in the future is said, and is not the newest", async () => {
  const { db, set, now, folder, key } = await prepare();
  const ahead = backupName(new Date(now.getTime() + 10 * 86_400_000), "daily", true);
  writeFileSync(join(folder, ahead), "anything");
  const later = new Date(now.getTime() + 80 * 3_600_000);
  expect((await says(set({ key }), db, later)).slice(1, 4)).toEqual([
    `wrong: dated in the future, and passed over: ${ahead}`,
    "fine: the newest backup opens with BACKUP_KEY",
    expect.stringMatching(/^wrong: the newest is of .*every 24 hours$/),
  ]);
});
