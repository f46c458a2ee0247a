import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Repeated, repeat } from "#app/platform/background-work.ts";
import type { Logger } from "#app/platform/log.ts";
import { forceToDisk, pathByMoment } from "#app/platform/settings/data-dir.ts";
import type { Database } from "./database.ts";
import type { DatabaseFile } from "./engines/engine.ts";

/** Whether a name in the data folder is that of a copy that was saved from a database whose file was lost. */
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
 * Looks every few seconds whether the file of the embedded database is still the one that is open. Where somebody removed or
 * replaced it, all that is written goes to a file without a name, which ends with the process: from then on writes are refused,
 * `/readyz` says no, and what the site knows is saved beside the place of the database. Where the same file comes back, writes are
 * taken again. Nothing is done with PostgreSQL. The last look is at the stop, so this is to be stopped before the database closes.
 */
export function watchDatabaseFile({ db, dataDir, log }: WatchParts): Repeated {
  const { file } = db;
  if (file === null) return { stop: async () => {} };
  for (const name of readdirSync(dataDir).filter(isRescued))
    log.warn(
      `${join(dataDir, name)} was saved from a database whose file was lost; take from it what is missing, then delete it`,
    );
  let isHeld = false;
  let rescued: string | null = null;
  const look = async () => {
    const loss = file.readLoss();
    if (loss === null) {
      if (!isHeld) return;
      await file.refuseWrites(false);
      isHeld = false;
      rescued = null;
      log.warn({ path: file.path }, "database file is back; accepting writes");
      return;
    }
    if (!isHeld) {
      await file.refuseWrites(true);
      isHeld = true;
      log.error({ path: file.path, loss }, "database file lost; refusing writes");
    }
    if (rescued === null) {
      rescued = await rescue(file, dataDir);
      log.error(
        { path: file.path, copy: rescued, fix: "stop the site, move the copy to the path, start the site" },
        "saved a copy of the lost database",
      );
    }
    // By its name, the next process would take it for the log of what stands there now. What fails is tried again.
    await file.checkpointWal().catch(() => {});
  };
  const looking = repeat(look, everyMs, (err) =>
    log.error({ err }, "a database whose file was lost could not be saved; this is tried again"),
  );
  return {
    async stop() {
      await looking.stop();
      await look().catch((err) => log.error({ err }, "a database whose file was lost could not be saved"));
    },
  };
}

async function rescue(file: Pick<DatabaseFile, "copyTo">, dataDir: string): Promise<string> {
  const path = pathByMoment(dataDir, (moment) => `frontdesk-rescued-${moment}Z.sqlite`);
  const draft = `${path}.draft`;
  try {
    // The whole folder may be gone.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    await file.copyTo(draft);
    forceToDisk(draft);
    renameSync(draft, path);
    forceToDisk(dataDir);
  } finally {
    rmSync(draft, { force: true });
  }
  return path;
}
