import { type PeriodicTask, repeat } from "#app/platform/jobs/background-work.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import type { Database } from "./database.ts";
import { repeatOnOneInstance } from "./leases.ts";
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
 * Starts the cleanup: the embedded database empties its write-ahead log every minute and removes pre-update copies after 30 days.
 * With PostgreSQL, one instance prunes the change log every minute.
 */
export function startDatabaseCleanup({ db, dataDir, clock, onError }: DatabaseCleanup): PeriodicTask {
  const { changes, file } = db;
  const jobs = [
    ...(changes.prune
      ? [repeatOnOneInstance(db, { name: "change log cleanup", everyMs: minuteMs }, changes.prune, onError)]
      : []),
    ...(file
      ? [
          repeat(() => file.checkpointWal(), minuteMs, onError, minuteMs),
          repeat(async () => removeOldCopies(backupsFolder(dataDir), clock.now()), dayMs, onError),
        ]
      : []),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}
