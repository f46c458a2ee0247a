import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import { expect, test } from "vitest";
import { openFileStore } from "#app/domain/files/store/open-store.ts";
import { createMigratedEnv, createSite, createTempFolder } from "#app/ops/backup/backup.fixture.ts";
import { openBackupStore } from "#app/ops/backup/backup-store.ts";
import { withSnapshot } from "#app/ops/backup/snapshot.ts";
import { writeBackup } from "#app/ops/backup/write-backup.ts";
import { processEnv } from "#tests/support/process-env.ts";

const root = join(import.meta.dirname, "..");

test("with BACKUP_KEY, the latest backup is authentic and not in the future", async () => {
  const env = await createMigratedEnv("sqlite");
  const { db } = await createSite(env, await openFileStore(env));
  const folder = createTempFolder();
  const key = await generateX25519Identity();
  const store = openBackupStore({ folder });
  const backUp = (hours: number, sealedWith: string | null) =>
    withSnapshot(db, createTempFolder(), (snapshot) =>
      writeBackup(
        { ...snapshot, takenAt: new Date(Date.now() + hours * 3_600_000) },
        { store, files: null, key: sealedWith, reason: "daily", product: "0.0.0+test" },
      ),
    );
  const genuine = await backUp(-5, key);
  const future = await backUp(24, key);
  const restore = (...more: string[]) => {
    const dataDir = createTempFolder();
    const variables = { DATA_DIR: dataDir, BACKUP_URL: folder, BACKUP_KEY: key, SECRET: env.secret ?? "" };
    const { status, stdout, stderr } = spawnSync(
      join(root, "node_modules/.bin/node"),
      ["cli/restore.ts", ...more],
      { cwd: root, env: { ...processEnv, ...variables }, encoding: "utf8" },
    );
    return { status, stdout, stderr, isThere: existsSync(join(dataDir, "frontdesk.sqlite")) };
  };
  const taken = restore("latest");
  expect(taken).toMatchObject({ status: 0, isThere: true });
  expect(taken.stdout).toContain(`${future.name} is skipped: its name has a future time`);
  expect(taken.stdout).toContain(`Taking ${genuine.name} from ${folder}.\nIt is encrypted.\n`);
  const forged = await backUp(-1, null);
  const isNotSealed = `${forged.name}: This backup is not encrypted, though BACKUP_KEY is set`;
  const refused = restore("latest");
  expect(refused).toMatchObject({ status: 1, isThere: false });
  expect(refused.stderr).toContain(isNotSealed);
  expect(refused.stderr).toMatch(/Or name another one to restore\.\n$/);
  expect(restore("latest", "--lead", "FD-1").stderr).toContain(isNotSealed);
  const wanted = restore("latest", "--unsealed");
  expect(wanted).toMatchObject({ status: 0, isThere: true });
  expect(wanted.stdout).toContain("It is not encrypted.\n");
  expect(restore(genuine.name)).toMatchObject({ status: 0, isThere: true });
});

test("skips a damaged latest backup", async () => {
  const env = await createMigratedEnv("sqlite");
  const { db } = await createSite(env, await openFileStore(env));
  // Larger than a compression block, so the start of a damaged backup can be read.
  const value = randomBytes(300_000).toString("hex");
  await db.query.insertInto("installation").values({ name: "large", value }).execute();
  const folder = createTempFolder();
  const store = openBackupStore({ folder });
  const backUp = (hours: number) =>
    withSnapshot(db, createTempFolder(), (snapshot) =>
      writeBackup(
        { ...snapshot, takenAt: new Date(Date.now() + hours * 3_600_000) },
        { store, files: null, key: null, reason: "daily", product: "0.0.0+test" },
      ),
    );
  const [earlier, latest] = [await backUp(-5), await backUp(-1)];
  truncateSync(join(folder, latest.name), Math.floor(latest.bytes * 0.9));
  const restore = (name: string) => {
    const dataDir = createTempFolder();
    const variables = { DATA_DIR: dataDir, BACKUP_URL: folder, SECRET: env.secret ?? "" };
    const command = ["cli/restore.ts", name];
    const { status, stdout, stderr } = spawnSync(join(root, "node_modules/.bin/node"), command, {
      cwd: root,
      env: { ...processEnv, ...variables },
      encoding: "utf8",
    });
    return { status, stdout, stderr, isThere: existsSync(join(dataDir, "frontdesk.sqlite")) };
  };
  const taken = restore("latest");
  expect(taken).toMatchObject({ status: 0, isThere: true });
  expect(taken.stdout).toContain(`${latest.name} is skipped: This backup is cut off, or was changed.`);
  expect(taken.stdout).toContain(`Taking ${earlier.name} from ${folder}.`);
  truncateSync(join(folder, earlier.name), Math.floor(earlier.bytes * 0.9));
  const refused = restore("latest");
  expect(refused).toMatchObject({ status: 1, isThere: false });
  expect(refused.stdout).toContain(`${earlier.name} is skipped`);
  expect(refused.stderr).toContain("There is no full backup");
});
