import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import type { Database } from "#app/platform/database/database.ts";
import { openSqlite } from "#app/platform/database/engines/sqlite/open.ts";
import { readProductVersion } from "#app/platform/runtime/product-version.ts";
import { describeDiskProblem } from "#app/platform/settings/disk-problem.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { requireBackupLocation } from "./backup-location.ts";
import { openBackupStore } from "./backup-store.ts";
import { type Snapshot, writeBackup } from "./write-backup.ts";

/**
 * Runs `work` on a consistent snapshot; the embedded database is first copied into the existing
 * `folder`.
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

/** Runs `work` on a copy of the embedded database, made at `takenAt`. */
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
 * Backs up PostgreSQL, without files, before a migration by `openUpToDate`; returns a log line.
 * Throws a `PlainError` if that fails, so that nothing is migrated.
 */
export async function backUpBeforeUpdate(db: Database, env: Env, folder: string): Promise<string> {
  try {
    await requireBackupLocation(db, env);
    const store = openBackupStore(env.backup.place);
    const product = await readProductVersion(folder);
    const { name } = await withSnapshot(db, env.dataDir, (snapshot) =>
      writeBackup(snapshot, { store, files: null, key: env.backup.key, reason: "update", product }),
    );
    return `backed up the database before the update as ${name} to ${store.place}`;
  } catch (error) {
    const reason = describeDiskProblem(error) ?? (error instanceof Error ? error.message : String(error));
    throw new PlainError(
      `BACKUP_URL: failed to back up the database before its update, and nothing was changed: ${reason}. Fix that, or make a backup yourself and run "npm run migrate -- --without-copy".`,
    );
  }
}
