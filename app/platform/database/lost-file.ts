import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type PeriodicTask, repeat } from "#app/platform/jobs/background-work.ts";
import type { Logger } from "#app/platform/runtime/log.ts";
import { createTimestampedPath, syncToDisk } from "#app/platform/settings/data-dir.ts";
import type { Database } from "./database.ts";
import type { DatabaseFile } from "./engines/engine.ts";

/** Whether a file name in the data folder belongs to a copy of a lost database. */
export function isRescued(name: string): boolean {
  return /^frontdesk-rescued-[\dT-]+Z\.sqlite$/.test(name);
}

interface WatchParts {
  db: Database;
  dataDir: string;
  log: Logger;
}

const everyMs = 5000;

/**
 * Checks every 5 seconds whether the open file of the embedded database was removed or replaced; then refuses writes, which would
 * be lost with the process, and saves a copy. Checks a last time when stopped, so stop it before the database is closed.
 */
export function watchDatabaseFile({ db, dataDir, log }: WatchParts): PeriodicTask {
  const { file } = db;
  if (file === null) return { stop: async () => {} };
  for (const name of readdirSync(dataDir).filter(isRescued))
    log.warn(
      { copy: join(dataDir, name), fix: "copy missing data from it, then delete it" },
      "found a copy of a lost database",
    );
  let refusesWrites = false;
  let rescued: string | null = null;
  const check = async () => {
    const loss = file.readLoss();
    if (loss === null) {
      if (!refusesWrites) return;
      await file.refuseWrites(false);
      refusesWrites = false;
      rescued = null;
      log.warn({ path: file.path }, "database file is back; accepting writes");
      return;
    }
    if (!refusesWrites) {
      await file.refuseWrites(true);
      refusesWrites = true;
      log.error({ path: file.path, loss }, "database file lost; refusing writes");
    }
    if (rescued === null) {
      rescued = await rescue(file, dataDir);
      log.error(
        { path: file.path, copy: rescued, fix: "stop the site, move the copy to the path, start the site" },
        "saved a copy of the lost database",
      );
    }
    // Otherwise the next process would apply the log to the replacement. The next check retries a failure.
    await file.checkpointWal().catch(() => {});
  };
  const checks = repeat(check, everyMs, (err) =>
    log.error({ err }, "failed to save the lost database; retrying"),
  );
  return {
    async stop() {
      await checks.stop();
      await check().catch((err) => log.error({ err }, "failed to save the lost database"));
    },
  };
}

async function rescue(file: Pick<DatabaseFile, "copyTo">, dataDir: string): Promise<string> {
  const path = createTimestampedPath(dataDir, (moment) => `frontdesk-rescued-${moment}Z.sqlite`);
  const draft = `${path}.draft`;
  try {
    // The folder may have been removed too.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    await file.copyTo(draft);
    syncToDisk(draft);
    renameSync(draft, path);
    syncToDisk(dataDir);
  } finally {
    rmSync(draft, { force: true });
  }
  return path;
}
