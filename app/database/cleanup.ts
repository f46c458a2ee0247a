import { type Repeated, repeat } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Database } from "./database.ts";
import { repeatOnOne } from "./leases.ts";
import { backupsFolder, removeOldCopies } from "./open-up-to-date.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

interface DatabaseCleanup {
  db: Database;
  dataDir: string;
  clock: Clock;
  onError(error: unknown): void;
}

/**
 * Every minute takes what was deleted out of the embedded database's log of writes, every day removes copies from before
 * updates that are older than 30 days. With PostgreSQL one instance shortens the log of changes.
 */
export function startDatabaseCleanup({ db, dataDir, clock, onError }: DatabaseCleanup): Repeated {
  const { emptyLog, copyInto, shortenChanges } = db.engine;
  const jobs = [
    ...(shortenChanges
      ? [repeatOnOne(db, { name: "change log cleanup", everyMs: minuteMs }, shortenChanges, onError)]
      : []),
    ...(emptyLog ? [repeat(emptyLog, minuteMs, onError, minuteMs)] : []),
    ...(copyInto
      ? [repeat(async () => removeOldCopies(backupsFolder(dataDir), clock.now()), dayMs, onError)]
      : []),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}
