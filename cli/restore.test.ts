import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import { expect, test } from "vitest";
import { aFolder, aMigratedPlace, aSite } from "#app/backup/backup.fixture.ts";
import { openBackupStore } from "#app/backup/backup-store.ts";
import { withSnapshot } from "#app/backup/snapshot.ts";
import { writeBackup } from "#app/backup/write-backup.ts";
import { openFileStore } from "#app/files/store/open-store.ts";
import { processEnv } from "#tests/support/process-env.ts";

const root = join(import.meta.dirname, "..");

test("with BACKUP_KEY set the latest is neither one that somebody laid there nor one of the future", async () => {
  const env = await aMigratedPlace("sqlite");
  const { db } = await aSite(env, await openFileStore(env));
  const folder = aFolder();
  const key = await generateX25519Identity();
  const store = openBackupStore({ folder });
  const backUp = (hours: number, sealedWith: string | null) =>
    withSnapshot(db, aFolder(), (snapshot) =>
      writeBackup(
        { ...snapshot, takenAt: new Date(Date.now() + hours * 3_600_000) },
        { store, files: null, key: sealedWith, reason: "daily", product: "0.0.0+test" },
      ),
    );
  const genuine = await backUp(-5, key);
  const future = await backUp(24, key);
  const restore = (...more: string[]) => {
    const dataDir = aFolder();
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
  expect(taken.stdout).toContain(`${future.name} is passed over: the moment in its name is still to come`);
  expect(taken.stdout).toContain(`Taking ${genuine.name} from ${folder}.\nIt is sealed.\n`);
  const forged = await backUp(-1, null);
  const isNotSealed = `${forged.name}: This backup is not sealed, though BACKUP_KEY is set`;
  const refused = restore("latest");
  expect(refused).toMatchObject({ status: 1, isThere: false });
  expect(refused.stderr).toContain(isNotSealed);
  expect(refused.stderr).toMatch(/Or name another one to restore\.\n$/);
  expect(restore("latest", "--lead", "FD-1").stderr).toContain(isNotSealed);
  const wanted = restore("latest", "--unsealed");
  expect(wanted).toMatchObject({ status: 0, isThere: true });
  expect(wanted.stdout).toContain("It is not sealed.\n");
  expect(restore(genuine.name)).toMatchObject({ status: 0, isThere: true });
});
