import { statfs } from "node:fs/promises";
import { canaryLinks, readCanaryState } from "#app/leads/canary/rounds.ts";
import { countBackups, findProven, listBackups } from "./backup/backups.ts";
import type { Database } from "./database/database.ts";
import { describeInstances, listInstances } from "./database/instances.ts";
import type { Figure } from "./http/ops/metrics.ts";
import { type JobName, jobNames } from "./jobs.ts";
import { readMailBacklog } from "./mail/outbox/status.ts";
import type { Clock } from "./platform/clock.ts";
import { formatBytes, formatCount } from "./text/counts.ts";

interface FigureParts {
  db: Database;
  clock: Clock;
  /** Where the embedded database, files and kept mail are. */
  dataDir: string;
  /** From `readProductVersion`. */
  version: string;
  /** How often each job failed since the start. */
  failedJobs: Record<JobName, number>;
  /** Of the files last looked for, how many are not where they should be. */
  missingFiles(): number;
}

/** Less than this left on the disk is told as little. */
const littleBytes = 1_000_000_000;

export function noFailures(): Record<JobName, number> {
  return Object.fromEntries(jobNames.map((name) => [name, 0])) as Record<JobName, number>; // every name is there
}

/** What the product tells of itself at `/metrics`, beside what the HTTP layer and the process do. */
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
      help: "Mails that have not left, by state: waiting, late (of those waiting), scheduled, failed",
      label: "state",
      read: async () => ({ ...(await readMailBacklog(db, clock.now())) }),
    },
    {
      name: "frontdesk_job_failures_total",
      help: "Rounds that failed of what happens by itself",
      label: "job",
      read: () => failedJobs,
    },
    {
      name: "frontdesk_disk_free_bytes",
      help: "Free for the site on the disk of its data folder",
      read: async () => (await readDisk(dataDir)).free,
    },
    {
      name: "frontdesk_disk_size_bytes",
      help: "The disk of the data folder",
      read: async () => (await readDisk(dataDir)).size,
    },
    {
      name: "frontdesk_database_file_lost",
      help: "1 where the file of the embedded database was removed or replaced while the site runs, so that nothing is kept",
      read: () => (db.file === null ? null : Number(db.file.readLoss() !== null)),
    },
    {
      name: "frontdesk_database_connections",
      help: "Connections to PostgreSQL by state, and queries waiting for one",
      label: "state",
      read() {
        const pool = db.pool?.readState() ?? null;
        return pool === null ? {} : { in_use: pool.inUse, idle: pool.idle, waiting: pool.waiting };
      },
    },
    {
      name: "frontdesk_changes_lag_seconds",
      help: "How late this instance heard what another changed last, or for how long it could not",
      read: () => db.changes.readStatus().lagMs / 1000,
    },
    {
      name: "frontdesk_canary_age_seconds",
      help: "Since the last test message arrived; left out while there was none or they are off",
      async read() {
        const { isOn, lastArrivedAt } = await readCanaryState(db, clock.now());
        return isOn && lastArrivedAt !== null
          ? (clock.now().getTime() - Date.parse(lastArrivedAt)) / 1000
          : null;
      },
    },
    {
      name: "frontdesk_canary_broken",
      help: "1 where the way of test messages is broken, by its links; stale: nothing was tried for most of an hour",
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
      help: "Of some forty files looked for each hour, those that are not where they should be",
      read: missingFiles,
    },
    {
      name: "frontdesk_backups",
      help: "Backups that are kept, by state: proven, failed, unproven",
      label: "state",
      read: async () => countBackups(await listBackups(db)),
    },
    {
      name: "frontdesk_backup_proven_timestamp_seconds",
      help: "When what the newest proven backup holds was so; 0 without one",
      read: async () => Date.parse(findProven(await listBackups(db))?.taken_at ?? "1970-01-01") / 1000,
    },
    {
      name: "frontdesk_backup_restore_seconds",
      help: "How long the restore of the newest proven backup took",
      read: async () => (findProven(await listBackups(db))?.restore_ms ?? 0) / 1000,
    },
    {
      name: "frontdesk_build_info",
      help: "Always 1: which build of which version runs",
      label: "version",
      read: () => ({ [version]: 1 }),
    },
  ];
}

interface HealthParts extends Pick<FigureParts, "db" | "clock" | "dataDir"> {
  /** Whether mail waits for a missing SMTP_URL. */
  isMailWaiting: boolean;
}

/** How the site does, a line for each thing that whoever runs it can fix. */
export async function describeHealth({ db, clock, dataDir, isMailWaiting }: HealthParts): Promise<string[]> {
  return Promise.all([
    ...explainLoss(db),
    explainDisk(dataDir).catch(() => "disk: can't be read"),
    explainMail(db, clock, isMailWaiting).catch(
      () => "mail: can't be read, since the database does not answer",
    ),
    explainInstances(db).catch(() => "instances: can't be read, since the database does not answer"),
  ]);
}

function explainLoss({ file }: Database): string[] {
  const loss = file?.readLoss() ?? null;
  if (file === null || loss === null) return [];
  return [
    `database: ${file.path} was ${loss} while the site runs, and nothing can be kept; the log says where what it knew was saved`,
  ];
}

async function explainDisk(dataDir: string): Promise<string> {
  const { free, size } = await readDisk(dataDir);
  const room = `${formatBytes(free)} of ${formatBytes(size)} free`;
  return free < littleBytes
    ? `disk: nearly full, ${room}; with no room left nothing that is sent can be kept`
    : `disk: ${room}`;
}

async function explainMail(db: Database, clock: Clock, isMailWaiting: boolean): Promise<string> {
  const { waiting, late, failed } = await readMailBacklog(db, clock.now());
  const parts = [
    `${formatCount(waiting, "mail")} waiting`,
    ...(late > 0 ? [`${formatCount(late, "of them", "of them")} for more than a quarter of an hour`] : []),
    `${formatCount(failed, "mail")} failed`,
  ];
  const missing = isMailWaiting ? "; SMTP_URL is missing, so none is sent" : "";
  return `mail: ${parts.join(", ")}${missing}`;
}

async function explainInstances(db: Database): Promise<string> {
  const instances = await listInstances(db);
  if (instances.length === 0) return "instances: none was seen in the last minute";
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
