import { startLinkUpkeep } from "./content/broken-links.ts";
import { startPreviewUpkeep } from "./content/preview-links.ts";
import { startSchedule } from "./content/schedule.ts";
import { startTrashUpkeep } from "./content/trash-list.ts";
import type { Database } from "./database/database.ts";
import type { FileStore } from "./files/store.ts";
import { startFileUpkeep } from "./files/sweep.ts";
import { startLeadJobs } from "./leads/jobs.ts";
import { startLeadUpkeep } from "./leads/upkeep.ts";
import { startNewsletters } from "./newsletter/job.ts";
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
    startTrashUpkeep(db, clock, (err) => log.error({ err }, "the old trash could not be emptied")),
    startLinkUpkeep(db, (err) => log.error({ err }, "links to our own pages could not be looked at")),
    startPreviewUpkeep(db, clock, (err) => log.error({ err }, "ended preview links could not be forgotten")),
    startLeadJobs(db, clock, (err) => log.error({ err }, "a job about messages failed")),
    startLeadUpkeep(db, clock, (err) => log.error({ err }, "old lead data could not be tidied away")),
    startNewsletters(db, clock, (err) => log.error({ err }, "newsletters could not be sent on")),
    startFileUpkeep(db, files, clock, (err) => log.error({ err }, "lost files could not be tidied away")),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}
