import { startSchedule } from "./content/schedule.ts";
import type { Database } from "./database/database.ts";
import type { FileStore } from "./files/store.ts";
import { startFileUpkeep } from "./files/sweep.ts";
import { startLeadUpkeep } from "./leads/upkeep.ts";
import type { Clock } from "./platform/clock.ts";
import type { Logger } from "./platform/log.ts";
import type { Repeated } from "./platform/repeat.ts";

interface JobParts {
  db: Database;
  files: FileStore;
  clock: Clock;
  log: Logger;
}

/** What happens by itself: what was scheduled, and the tidying away of what has served its time. */
export function startJobs({ db, files, clock, log }: JobParts): Repeated {
  const jobs = [
    startSchedule(db, clock, (err, entryId) => log.error({ err, entryId }, "a scheduled change failed")),
    startLeadUpkeep(db, clock, (err) => log.error({ err }, "old lead data could not be tidied away")),
    startFileUpkeep(db, files, clock, (err) => log.error({ err }, "lost files could not be tidied away")),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}
