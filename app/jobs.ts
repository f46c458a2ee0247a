import { startAuditCleanup } from "#app/audit/audit.ts";
import { startBackups } from "#app/backup/job.ts";
import { startTimedChanges } from "#app/company/timed-changes.ts";
import { startLinkChecks } from "#app/content/links/broken-links.ts";
import { startSchedule } from "#app/content/publishing/schedule.ts";
import { startTrashCleanup } from "#app/content/trash.ts";
import { startPreviewCleanup } from "#app/content/versions/preview.ts";
import { startDatabaseCleanup } from "#app/database/cleanup.ts";
import type { Database } from "#app/database/database.ts";
import { startFileCleanup } from "#app/files/cleanup.ts";
import type { SiteFiles } from "#app/files/store/site-files.ts";
import { startImports } from "#app/imports/import-job.ts";
import { type CanaryDependencies, startCanary } from "#app/leads/canary/canary-job.ts";
import { startLeadCleanup, startLeadJobs } from "#app/leads/jobs.ts";
import { startNewsletters } from "#app/newsletter/enqueue.ts";
import type { Repeated } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Logger } from "#app/platform/log.ts";
import type { Env } from "#app/platform/settings/env.ts";

/** What happens by itself; the names are those of `frontdesk_job_failures_total`. */
export const jobNames = [
  "schedule",
  "days",
  "trash",
  "links",
  "previews",
  "leads",
  "lead-cleanup",
  "canary",
  "newsletters",
  "files",
  "database",
  "audit",
  "backups",
  "imports",
  "visits",
] as const;

export type JobName = (typeof jobNames)[number];

interface JobDependencies {
  db: Database;
  files: SiteFiles;
  /** Where the files are, for people. */
  placeOfFiles: string;
  dataDir: string;
  /** The deployer's settings, the variables they were read from, and where the product is installed. */
  env: Env;
  variables: Record<string, string | undefined>;
  folder: string;
  /** Told after each look of how many files are not where they should be. */
  onMissingFiles(count: number): void;
  /** Told of each round that failed. */
  onFailure(job: JobName): void;
  /** Where test messages go through, and how mail leaves; null for none of them. */
  canary: Pick<CanaryDependencies, "publicUrl" | "mailFrom" | "tryMail"> | null;
  clock: Clock;
  log: Logger;
}

/** What happens by itself: what was scheduled, and the cleanup of what has served its time. */
export function startJobs({
  db,
  files,
  placeOfFiles,
  dataDir,
  env,
  variables,
  folder,
  onMissingFiles,
  onFailure,
  canary,
  clock,
  log,
}: JobDependencies): Repeated {
  const failed = (job: JobName, message: string) => (err: unknown, entryId?: string) => {
    onFailure(job);
    log.error({ err, ...(entryId && { entryId }) }, message);
  };
  const jobs = [
    startSchedule(db, clock, failed("schedule", "a scheduled change failed")),
    startTimedChanges(
      db,
      clock,
      failed("days", "pages that show the day or the opening hours could not be made anew"),
    ),
    startTrashCleanup(db, clock, failed("trash", "the old trash could not be emptied")),
    startLinkChecks(db, failed("links", "links to our own pages could not be looked at")),
    startPreviewCleanup(db, clock, failed("previews", "ended preview links could not be forgotten")),
    startLeadJobs(db, clock, failed("leads", "a job about messages failed")),
    startLeadCleanup(db, clock, failed("lead-cleanup", "old lead data could not be tidied away")),
    ...(canary
      ? [startCanary({ ...canary, db, clock }, failed("canary", "a test message could not be sent"))]
      : []),
    startNewsletters(db, clock, failed("newsletters", "newsletters could not be sent on")),
    startFileCleanup({
      db,
      files,
      place: placeOfFiles,
      onMissing: onMissingFiles,
      onError: failed("files", "files could not be cleaned up"),
      clock,
      log,
    }),
    startDatabaseCleanup({
      db,
      dataDir,
      clock,
      onError: failed("database", "the database could not be cleaned up"),
    }),
    startImports(
      { db, env, folder, variables, clock, log, canBackUp: !env.isDevelopment },
      failed("imports", "an import could not be looked after"),
    ),
    startAuditCleanup(db, clock, failed("audit", "the old audit log could not be tidied away")),
    ...(env.isDevelopment
      ? []
      : [
          startBackups(
            { db, env, folder, variables, clock, log },
            failed("backups", "the backups could not be looked after"),
          ),
        ]),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}
