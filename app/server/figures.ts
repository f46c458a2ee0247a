import { statfs } from "node:fs/promises";
import { canaryLinks, readCanaryState } from "#app/domain/leads/intake/rounds.ts";
import { readMailBacklog } from "../domain/mail/outbox/status.ts";
import { formatBytes, formatCount } from "../lib/text/counts.ts";
import { countBackups, findProven, listBackups } from "../ops/backup/backups.ts";
import type { Database } from "../platform/database/database.ts";
import { describeInstances, listInstances } from "../platform/database/instances.ts";
import type { Figure } from "../platform/http/metrics/metrics.ts";
import type { Clock } from "../platform/runtime/clock.ts";
import type { CoreServices } from "../platform/services.ts";
import { type JobName, jobNames } from "./jobs.ts";

interface FigureParts extends CoreServices {
  /** Folder of the embedded database, files and stored mail. */
  dataDir: string;
  /** From `readProductVersion`. */
  version: string;
  /** Failures of each job since the start. */
  failedJobs: Record<JobName, number>;
  /** Number of missing files at the last check. */
  missingFiles(): number;
}

/** Free bytes below which the disk counts as nearly full. */
const lowDiskBytes = 1_000_000_000;

export function noFailures(): Record<JobName, number> {
  return Object.fromEntries(jobNames.map((name) => [name, 0])) as Record<JobName, number>; // every name is a key
}

/** Metrics of the product at `/metrics`, in addition to HTTP and process metrics. */
export function siteFigures({
  db,
  clock,
  dataDir,
  version,
  failedJobs,
  missingFiles,
}: FigureParts): Figure[] {
  return [
    {
      name: "frontdesk_outbox_mails",
      help: "Unsent mails by state; late mails are also waiting",
      label: "state",
      read: async () => ({ ...(await readMailBacklog(db, clock.now())) }),
    },
    {
      name: "frontdesk_job_failures_total",
      help: "Failed background job runs",
      label: "job",
      read: () => failedJobs,
    },
    {
      name: "frontdesk_disk_free_bytes",
      help: "Free disk space of the data folder in bytes",
      read: async () => (await readDisk(dataDir)).free,
    },
    {
      name: "frontdesk_disk_size_bytes",
      help: "Disk size of the data folder in bytes",
      read: async () => (await readDisk(dataDir)).size,
    },
    {
      name: "frontdesk_database_file_lost",
      help: "1 if the embedded database file was removed or replaced",
      read: () => (db.file === null ? null : Number(db.file.readLoss() !== null)),
    },
    {
      name: "frontdesk_database_connections",
      help: "PostgreSQL connections by state, and waiting queries",
      label: "state",
      read() {
        const pool = db.pool?.readState() ?? null;
        return pool === null ? {} : { in_use: pool.inUse, idle: pool.idle, waiting: pool.waiting };
      },
    },
    {
      name: "frontdesk_changes_lag_seconds",
      help: "Cache invalidation lag in seconds",
      read: () => db.changes.readStatus().lagMs / 1000,
    },
    {
      name: "frontdesk_canary_age_seconds",
      help: "Age of the last received test message in seconds",
      async read() {
        const { isOn, lastArrivedAt } = await readCanaryState(db, clock.now());
        return isOn && lastArrivedAt !== null
          ? (clock.now().getTime() - Date.parse(lastArrivedAt)) / 1000
          : null;
      },
    },
    {
      name: "frontdesk_canary_broken",
      help: "1 if a link of test messages is broken",
      label: "link",
      async read() {
        const { isOn, broken, isStale } = await readCanaryState(db, clock.now());
        if (!isOn) return {};
        const links = canaryLinks.map((link) => [link, broken?.link === link ? 1 : 0] as const);
        return { ...Object.fromEntries(links), stale: isStale ? 1 : 0 };
      },
    },
    {
      name: "frontdesk_missing_files",
      help: "Missing files in an hourly sample of 40",
      read: missingFiles,
    },
    {
      name: "frontdesk_backups",
      help: "Stored backups by state",
      label: "state",
      read: async () => countBackups(await listBackups(db)),
    },
    {
      name: "frontdesk_backup_proven_timestamp_seconds",
      help: "Time of the newest proven backup, or 0",
      read: async () => Date.parse(findProven(await listBackups(db))?.taken_at ?? "1970-01-01") / 1000,
    },
    {
      name: "frontdesk_backup_restore_seconds",
      help: "Restore time of the newest proven backup in seconds",
      read: async () => (findProven(await listBackups(db))?.restore_ms ?? 0) / 1000,
    },
    {
      name: "frontdesk_build_info",
      help: "Always 1; the label is the running version",
      label: "version",
      read: () => ({ [version]: 1 }),
    },
  ];
}

interface HealthParts extends CoreServices, Pick<FigureParts, "dataDir"> {
  /** Whether mail waits for a missing SMTP_URL. */
  isMailWaiting: boolean;
}

/** Describes the state of the site for operators, one line per problem area. */
export async function describeHealth({ db, clock, dataDir, isMailWaiting }: HealthParts): Promise<string[]> {
  return Promise.all([
    ...describeLoss(db),
    describeDisk(dataDir).catch(() => "disk: can't be read"),
    describeMail(db, clock, isMailWaiting).catch(
      () => "mail: can't be read, since the database does not answer",
    ),
    describeInstanceList(db).catch(() => "instances: can't be read, since the database does not answer"),
  ]);
}

function describeLoss({ file }: Database): string[] {
  const loss = file?.readLoss() ?? null;
  if (file === null || loss === null) return [];
  return [
    `database: ${file.path} was ${loss} while the site runs, so no data can be saved; the log names the rescue copy`,
  ];
}

async function describeDisk(dataDir: string): Promise<string> {
  const { free, size } = await readDisk(dataDir);
  const room = `${formatBytes(free)} of ${formatBytes(size)} free`;
  return free < lowDiskBytes
    ? `disk: nearly full, ${room}; on a full disk no data can be saved`
    : `disk: ${room}`;
}

async function describeMail(db: Database, clock: Clock, isMailWaiting: boolean): Promise<string> {
  const { waiting, late, failed } = await readMailBacklog(db, clock.now());
  const parts = [
    `${formatCount(waiting, "mail")} waiting`,
    ...(late > 0 ? [`${formatCount(late, "of them", "of them")} for more than a quarter of an hour`] : []),
    `${formatCount(failed, "mail")} failed`,
  ];
  const missing = isMailWaiting ? "; SMTP_URL is missing, so none is sent" : "";
  return `mail: ${parts.join(", ")}${missing}`;
}

async function describeInstanceList(db: Database): Promise<string> {
  const instances = await listInstances(db);
  if (instances.length === 0) return "instances: none active in the last minute";
  return [`instances: ${instances.map(({ name }) => name).join(", ")}`, ...describeInstances(instances)].join(
    ". ",
  );
}

async function readDisk(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return {
    free: bavail * bsize,
    size: blocks * bsize,
  };
}
