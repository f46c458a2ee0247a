import { startAuditCleanup } from "#app/domain/audit/audit.ts";
import { startTimedChanges } from "#app/domain/company/timed-changes.ts";
import { startLinkChecks } from "#app/domain/content/links/broken-links.ts";
import { startSchedule } from "#app/domain/content/publishing/schedule.ts";
import { startTrashCleanup } from "#app/domain/content/trash.ts";
import { startPreviewCleanup } from "#app/domain/content/versions/preview.ts";
import { startFileCleanup } from "#app/domain/files/cleanup.ts";
import type { SiteFiles } from "#app/domain/files/store/site-files.ts";
import { startLeadCleanup, startLeadJobs } from "#app/domain/leads/jobs.ts";
import { startNewsletters } from "#app/domain/newsletter/enqueue.ts";
import { startBackups } from "#app/ops/backup/job.ts";
import { type CanaryDependencies, startCanary } from "#app/ops/canary/canary-job.ts";
import { startImports } from "#app/ops/transfer/jobs/import-job.ts";
import { startDatabaseCleanup } from "#app/platform/database/cleanup.ts";
import type { PeriodicTask } from "#app/platform/jobs/background-work.ts";
import type { Installation, JobServices } from "#app/platform/services.ts";
import type { Env } from "#app/platform/settings/env.ts";

/** Names of background jobs, used in `frontdesk_job_failures_total`. */
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

interface JobDependencies extends JobServices, Installation {
  files: SiteFiles;
  /** Location of the files, for messages. */
  placeOfFiles: string;
  dataDir: string;
  env: Env;
  /** Receives the number of missing files after each check. */
  onMissingFiles(count: number): void;
  /** Called for each failed run. */
  onFailure(job: JobName): void;
  /** Settings of the test messages; null turns them off. */
  canary: Pick<CanaryDependencies, "publicUrl" | "mailFrom" | "tryMail"> | null;
}

/** Starts the background jobs: scheduled changes, sending and cleanup. */
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
}: JobDependencies): PeriodicTask {
  const failed = (job: JobName, message: string) => (err: unknown, entryId?: string) => {
    onFailure(job);
    log.error({ err, ...(entryId && { entryId }) }, message);
  };
  const jobs = [
    startSchedule(db, clock, failed("schedule", "scheduled change failed")),
    startTimedChanges(db, clock, failed("days", "day-change invalidation failed")),
    startTrashCleanup(db, clock, failed("trash", "failed to delete expired trash")),
    startLinkChecks(db, failed("links", "failed to check internal links")),
    startPreviewCleanup(db, clock, failed("previews", "failed to delete expired preview links")),
    startLeadJobs(db, clock, failed("leads", "lead job failed")),
    startLeadCleanup(db, clock, failed("lead-cleanup", "failed to delete expired lead data")),
    ...(canary
      ? [startCanary({ ...canary, db, clock }, failed("canary", "failed to send test message"))]
      : []),
    startNewsletters(db, clock, failed("newsletters", "failed to queue newsletters")),
    startFileCleanup({
      db,
      files,
      place: placeOfFiles,
      onMissing: onMissingFiles,
      onError: failed("files", "failed to clean up files"),
      clock,
      log,
    }),
    startDatabaseCleanup({
      db,
      dataDir,
      clock,
      onError: failed("database", "failed to clean up the database"),
    }),
    startImports(
      { db, env, folder, variables, clock, log, canBackUp: !env.isDevelopment },
      failed("imports", "import job failed"),
    ),
    startAuditCleanup(db, clock, failed("audit", "failed to delete expired audit records")),
    ...(env.isDevelopment
      ? []
      : [startBackups({ db, env, folder, variables, clock, log }, failed("backups", "backup job failed"))]),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}
