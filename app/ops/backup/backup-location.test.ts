import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import { expect, test } from "vitest";
import { openFileStore } from "#app/domain/files/store/open-store.ts";
import { until } from "#app/domain/mail/mail.fixture.ts";
import { checkBackups } from "#app/ops/doctor/check-backups.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { systemClock } from "#app/platform/runtime/clock.ts";
import { createLogger } from "#app/platform/runtime/log.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { engines } from "#tests/support/database.ts";
import { createMigratedEnv, createSite, createTempFolder } from "./backup.fixture.ts";
import { isNewBackupLocation, recordBackupLocation, requireBackupLocation } from "./backup-location.ts";
import { backupName, openBackupStore } from "./backup-store.ts";
import {
  findRequestedBackup,
  listBackups,
  recordProof,
  recordWrittenBackup,
  requestBackup,
} from "./backups.ts";
import { startBackups } from "./job.ts";
import { backUpBeforeUpdate, withSnapshot } from "./snapshot.ts";
import { writeBackup } from "./write-backup.ts";

test.each(engines)("M3 %s: refuses to back up while recorded backups are missing", async (engine) => {
  const made = await createMigratedEnv(engine);
  const folder = join(createTempFolder(), "mounted");
  const env: Env = { ...made, backup: { ...made.backup, place: { folder } } };
  const { db } = await createSite(env, await openFileStore(env));
  const backUp = async (place: string, hours = 0) => {
    const takenAt = new Date(Date.now() + hours * 3_600_000);
    const written = await withSnapshot(db, createTempFolder(), (snapshot) =>
      writeBackup(
        { ...snapshot, takenAt },
        {
          store: openBackupStore({ folder: place }),
          files: null,
          key: null,
          reason: "daily",
          product: "0.0.0+test",
        },
      ),
    );
    return written;
  };
  // The first backup creates the folder.
  await requireBackupLocation(db, env);
  await recordWrittenBackup(db, await backUp(folder, -3), "daily");
  await recordBackupLocation(db, env);
  await requireBackupLocation(db, env);
  renameSync(folder, `${folder}-away`);
  const lost = /There were backups of this site in .*mounted, and none of them exists now/;
  await expect(requireBackupLocation(db, env)).rejects.toThrow(lost);
  await expect(backUpBeforeUpdate(db, env, process.cwd())).rejects.toThrow(lost);
  expect(existsSync(folder)).toBe(false);
  // An unmounted disk leaves an empty folder.
  mkdirSync(folder);
  await expect(requireBackupLocation(db, env)).rejects.toThrow(/no backup was written/);
  expect(await checkBackups(env, db, new Date())).toMatchObject([{ state: "wrong" }]);
  expect(readdirSync(folder)).toEqual([]);
  // A new location needs no earlier backup.
  await requireBackupLocation(db, {
    ...env,
    backup: { ...env.backup, place: { folder: createTempFolder() } },
  });
  // A backup older than the recorded ones proves nothing; a newer manual one confirms the
  // location.
  await backUp(folder, -9);
  await expect(requireBackupLocation(db, env)).rejects.toThrow(lost);
  await backUp(folder);
  await requireBackupLocation(db, env);
});

test("M3 a lost backup location is reported and its records stay", async () => {
  const made = await createMigratedEnv("sqlite");
  const folder = join(createTempFolder(), "mounted");
  const env: Env = { ...made, backup: { ...made.backup, place: { folder } } };
  const { db } = await createSite(env, await openFileStore(env));
  const name = backupName(new Date(Date.now() - 3_600_000), "daily", false);
  const taken = { name, takenAt: new Date(Date.now() - 3_600_000).toISOString(), bytes: 5, rows: 1 };
  await recordWrittenBackup(db, { ...taken, files: 0, fileBytes: 0, problems: [] }, "daily");
  await recordBackupLocation(db, env);
  await write(db, (tx) => requestBackup(tx, { actor: { id: "someone", requestId: "" }, now: new Date() }));
  const log = createLogger();
  const failures: unknown[] = [];
  const jobs = startBackups(
    { db, env, folder: process.cwd(), variables: {}, clock: systemClock, log },
    (error) => failures.push(error),
  );
  while ((await findRequestedBackup(db)) !== null) await new Promise((resolve) => setTimeout(resolve, 20));
  await jobs.stop();
  expect(failures).toEqual([]);
  expect(existsSync(folder)).toBe(false);
  expect((await listBackups(db)).map(({ state, problem }) => [state, problem])).toEqual([
    [
      "failed",
      expect.stringMatching(
        /^It could not be made: There were backups of this site in .*\/mounted, and none/,
      ),
    ],
    ["unproven", ""],
  ]);
});

test("M3 tries a requested backup once when its location is unreadable", async () => {
  const env = await createMigratedEnv("sqlite");
  writeFileSync(join(env.dataDir, "backups"), "");
  const { db } = await createSite(env, await openFileStore(env));
  await write(db, (tx) => requestBackup(tx, { actor: { id: "someone", requestId: "" }, now: new Date() }));
  const failures: unknown[] = [];
  const jobs = startBackups(
    {
      db,
      env,
      folder: process.cwd(),
      variables: { ...process.env, DATA_DIR: env.dataDir },
      clock: systemClock,
      log: createLogger({ level: "silent" }),
    },
    (error) => failures.push(error),
  );
  while ((await findRequestedBackup(db)) !== null) await new Promise((resolve) => setTimeout(resolve, 20));
  await jobs.stop();
  expect(failures).toEqual([]);
  expect(await listBackups(db)).toMatchObject([
    { state: "failed", problem: expect.stringMatching(/^It could not be made: /) },
  ]);
});

test("a new BACKUP_URL gets a backup within seconds of the start", async () => {
  const made = await createMigratedEnv("sqlite");
  const [before, after] = [createTempFolder(), createTempFolder()];
  const failures: unknown[] = [];
  const at = (folder: string): Env => ({ ...made, backup: { ...made.backup, place: { folder } } });
  const { db } = await createSite(made, await openFileStore(made));
  const former = await withSnapshot(db, createTempFolder(), (snapshot) =>
    writeBackup(snapshot, {
      store: openBackupStore({ folder: before }),
      files: null,
      key: null,
      reason: "daily",
      product: "0.0.0+test",
    }),
  );
  await recordWrittenBackup(db, former, "daily");
  await recordBackupLocation(db, at(before));
  const jobs = startBackups(
    {
      db,
      env: at(after),
      folder: process.cwd(),
      variables: { ...process.env, DATA_DIR: made.dataDir, SECRET: made.secret ?? "", BACKUP_URL: after },
      clock: systemClock,
      log: createLogger({ level: "silent" }),
    },
    (error) => failures.push(error),
  );
  await until(async () => !(await isNewBackupLocation(db, at(after))), 90_000);
  await jobs.stop();
  const rows = await listBackups(db);
  expect(failures).toEqual([]);
  expect(rows.map(({ name }) => name)).toEqual(readdirSync(after));
  expect(rows.map(({ name }) => name)).not.toContain(former.name);
  expect(readdirSync(before)).toEqual([former.name]);
});

/** Requests a backup and runs the jobs with these settings until it is done. */
async function runRequested(db: Database, env: Env, variables: Record<string, string>): Promise<void> {
  await write(db, (tx) => requestBackup(tx, { actor: { id: "someone", requestId: "" }, now: new Date() }));
  const own = { DATA_DIR: env.dataDir, SECRET: env.secret ?? "" };
  const failures: unknown[] = [];
  const jobs = startBackups(
    {
      db,
      env,
      folder: process.cwd(),
      variables: { ...process.env, ...own, ...variables },
      clock: systemClock,
      log: createLogger({ level: "silent" }),
    },
    (error) => failures.push(error),
  );
  await until(async () => (await findRequestedBackup(db)) === null, 240_000);
  await jobs.stop();
  expect(failures).toEqual([]);
}

/** Writes a full backup of some days ago and records it as proven. */
async function writeOld(db: Database, folder: string, daysAgo: number, key: string | null): Promise<string> {
  const takenAt = new Date(Date.now() - daysAgo * 86_400_000);
  const { name, ...rest } = await withSnapshot(db, createTempFolder(), (snapshot) =>
    writeBackup(
      { ...snapshot, takenAt },
      { store: openBackupStore({ folder }), files: null, key, reason: "daily", product: "0.0.0+test" },
    ),
  );
  await recordWrittenBackup(db, { name, ...rest }, "daily");
  const proof = { problems: [], restoreMs: 1, pages: 1, rows: 1, files: 0 };
  await recordProof(db, { name, proof, now: new Date(), publicUrl: new URL("https://kolpona.example") });
  return name;
}

test("a start with a shorter BACKUP_KEEP removes no backup", async () => {
  const made = await createMigratedEnv("sqlite");
  const folder = createTempFolder();
  const withKeep = (days: number, months: number): Env => ({
    ...made,
    backup: { ...made.backup, place: { folder }, keep: { days, weeks: 0, months } },
  });
  const { db } = await createSite(made, await openFileStore(made));
  const old = [await writeOld(db, folder, 40, null), await writeOld(db, folder, 80, null)];
  await recordBackupLocation(db, withKeep(7, 12));
  await runRequested(db, withKeep(7, 12), { BACKUP_URL: folder });
  await runRequested(db, withKeep(1, 0), { BACKUP_URL: folder });
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(old));
});

test("no backup is written while BACKUP_KEY is missing", async () => {
  const made = await createMigratedEnv("sqlite");
  const folder = createTempFolder();
  const env: Env = { ...made, backup: { ...made.backup, place: { folder } } };
  const { db } = await createSite(made, await openFileStore(made));
  const encrypted = await writeOld(db, folder, 2, await generateX25519Identity());
  await recordBackupLocation(db, env);
  await runRequested(db, env, { BACKUP_URL: folder });
  expect(readdirSync(folder)).toEqual([encrypted]);
  expect(await listBackups(db)).toMatchObject([
    { state: "failed", problem: expect.stringContaining("BACKUP_KEY is missing") },
    { name: encrypted, state: "proven" },
  ]);
  // A backup made by hand without a key permits others.
  await writeOld(db, folder, 1, null);
  await requireBackupLocation(db, env);
});
