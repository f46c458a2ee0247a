import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { write } from "#app/database/database.ts";
import { checkBackups } from "#app/doctor/check-backups.ts";
import { openFileStore } from "#app/files/store/open-store.ts";
import { systemClock } from "#app/platform/clock.ts";
import { createLogger } from "#app/platform/log.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { engines } from "#tests/support/database.ts";
import { aFolder, aMigratedPlace, aSite } from "./backup.fixture.ts";
import { recordBackupLocation, requireBackupLocation } from "./backup-location.ts";
import { backupName, openBackupStore } from "./backup-store.ts";
import { askForBackup, findRequestedBackup, listBackups, noteWritten } from "./backups.ts";
import { startBackups } from "./job.ts";
import { backUpBeforeUpdate, withSnapshot } from "./snapshot.ts";
import { writeBackup } from "./write-backup.ts";

test.each(engines)(
  "M3 %s: where backups were and none is any more, nothing is written until the place is back",
  async (engine) => {
    const made = await aMigratedPlace(engine);
    const folder = join(aFolder(), "mounted");
    const env: Env = { ...made, backup: { ...made.backup, place: { folder } } };
    const { db } = await aSite(env, await openFileStore(env));
    const backUp = async (place: string, hours = 0) => {
      const takenAt = new Date(Date.now() + hours * 3_600_000);
      const written = await withSnapshot(db, aFolder(), (snapshot) =>
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
    // The first of all makes its place.
    await requireBackupLocation(db, env);
    await noteWritten(db, await backUp(folder, -3), "daily");
    await recordBackupLocation(db, env);
    await requireBackupLocation(db, env);
    renameSync(folder, `${folder}-away`);
    const lost = /There were backups of this site in .*mounted, and none of them is there now/;
    await expect(requireBackupLocation(db, env)).rejects.toThrow(lost);
    await expect(backUpBeforeUpdate(db, env, process.cwd())).rejects.toThrow(lost);
    expect(existsSync(folder)).toBe(false);
    // A disk that is not mounted leaves its folder empty.
    mkdirSync(folder);
    await expect(requireBackupLocation(db, env)).rejects.toThrow(/nothing was written beneath it/);
    expect(await checkBackups(env, db, new Date())).toMatchObject([{ state: "wrong" }]);
    expect(readdirSync(folder)).toEqual([]);
    // Another place is a new one.
    await requireBackupLocation(db, { ...env, backup: { ...env.backup, place: { folder: aFolder() } } });
    // One older than all that are known was written beneath before; one by hand since then says that the place is meant.
    await backUp(folder, -9);
    await expect(requireBackupLocation(db, env)).rejects.toThrow(lost);
    await backUp(folder);
    await requireBackupLocation(db, env);
  },
);

test("M3 the site goes on while the place of its backups is lost: it says so, and forgets none of them", async () => {
  const made = await aMigratedPlace("sqlite");
  const folder = join(aFolder(), "mounted");
  const env: Env = { ...made, backup: { ...made.backup, place: { folder } } };
  const { db } = await aSite(env, await openFileStore(env));
  const name = backupName(new Date(Date.now() - 3_600_000), "daily", false);
  const taken = { name, takenAt: new Date(Date.now() - 3_600_000).toISOString(), bytes: 5, rows: 1 };
  await noteWritten(db, { ...taken, files: 0, fileBytes: 0, problems: [] }, "daily");
  await recordBackupLocation(db, env);
  await write(db, (tx) => askForBackup(tx, { actor: { id: "someone", requestId: "" }, now: new Date() }));
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
  const env = await aMigratedPlace("sqlite");
  writeFileSync(join(env.dataDir, "backups"), "");
  const { db } = await aSite(env, await openFileStore(env));
  await write(db, (tx) => askForBackup(tx, { actor: { id: "someone", requestId: "" }, now: new Date() }));
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
