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
 * Embedded database: empties the write-ahead log every minute, and removes copies from before updates after 30 days.
 * PostgreSQL: one instance prunes the log of changes every minute.
 */
export function startDatabaseCleanup({ db, dataDir, clock, onError }: DatabaseCleanup): Repeated {
  const { changes, file } = db;
  const jobs = [
    ...(changes.prune
      ? [repeatOnOne(db, { name: "change log cleanup", everyMs: minuteMs }, changes.prune, onError)]
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
