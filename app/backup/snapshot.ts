import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "#app/database/database.ts";
import { openSqlite } from "#app/database/engines/sqlite/open.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { readProductVersion } from "#app/platform/product-version.ts";
import { describeDiskProblem } from "#app/platform/settings/disk-problem.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { requireBackupLocation } from "./backup-location.ts";
import { openBackupStore } from "./backup-store.ts";
import { type Snapshot, writeBackup } from "./write-backup.ts";

/**
 * Lends everything as it is at this moment, for as long as `work` takes. The embedded database is copied for that into `folder`,
 * which must be there.
 */
export async function withSnapshot<Result>(
  { dialect, backup, file }: Pick<Database, "dialect" | "backup" | "file">,
  folder: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  if (file === null)
    return backup.readSnapshot((query) =>
      work({
        query,
        dialect,
        backup,
        takenAt: new Date(),
      }),
    );
  const path = join(folder, `snapshot-${randomUUID()}.sqlite`);
  try {
    const takenAt = new Date();
    await file.copyTo(path);
    return await readCopy(path, takenAt, work);
  } finally {
    for (const ending of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${ending}`, { force: true });
  }
}

/** @param takenAt when the copy was made */
export async function readCopy<Result>(
  path: string,
  takenAt: Date,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const copy = openSqlite(path, { readOnly: true });
  try {
    return await work({
      ...copy,
      takenAt,
    });
  } finally {
    await copy.close();
  }
}

/**
 * Backs PostgreSQL up to the deployer's place before its tables change, as `openUpToDate` asks: without the files, which no update
 * touches. Answers a line about it. Throws a `PlainError` when that can't be done, and nothing is updated.
 * @param folder where the product is installed
 */
export async function backUpBeforeUpdate(db: Database, env: Env, folder: string): Promise<string> {
  try {
    await requireBackupLocation(db, env);
    const store = openBackupStore(env.backup.place);
    const product = await readProductVersion(folder);
    const { name } = await withSnapshot(db, env.dataDir, (snapshot) =>
      writeBackup(snapshot, { store, files: null, key: env.backup.key, reason: "update", product }),
    );
    return `before the update the database was backed up as ${name} to ${store.place}`;
  } catch (error) {
    const reason = describeDiskProblem(error) ?? (error instanceof Error ? error.message : String(error));
    throw new PlainError(
      `BACKUP_URL: the database could not be backed up before its update, and nothing was changed: ${reason}. Fix that, or make a backup yourself and run "npm run migrate -- --without-copy".`,
    );
  }
}
