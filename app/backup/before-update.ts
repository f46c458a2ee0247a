import type { Database } from "#app/database/database.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { readProductVersion } from "#app/platform/product-version.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { withSnapshot } from "./snapshot.ts";
import { openBackupStore } from "./store/open-backup-store.ts";
import { writeBackup } from "./write-backup.ts";

/**
 * Backs PostgreSQL up to the deployer's place before its tables change, as `openUpToDate` asks: without the files, which no update
 * touches. Answers a line about it. Throws a `PlainError` when that can't be done, and nothing is updated.
 * @param folder where the product is installed
 */
export async function backUpBeforeUpdate(db: Database, env: Env, folder: string): Promise<string> {
  try {
    const store = openBackupStore(env.backup.place);
    const product = await readProductVersion(folder);
    const { name } = await withSnapshot(db, env.dataDir, (snapshot) =>
      writeBackup(snapshot, { store, files: null, key: env.backup.key, reason: "update", product }),
    );
    return `before the update the database was backed up as ${name} to ${store.place}`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlainError(
      `BACKUP_URL: the database could not be backed up before its update, and nothing was changed: ${reason}. Mend that, or make a backup yourself and run "npm run migrate -- --without-copy".`,
    );
  }
}
