import { join } from "node:path";
import { formatCount } from "#app/lib/text/counts.ts";
import { listInstances } from "#app/platform/database/instances.ts";
import { holdLease, repeatOnOneInstance } from "#app/platform/database/leases.ts";
import { type PeriodicTask, repeat } from "#app/platform/jobs/background-work.ts";
import type { Installation, JobServices } from "#app/platform/services.ts";
import { makeScratch } from "#app/platform/settings/data-dir.ts";
import type { Env } from "#app/platform/settings/env.ts";
import {
  BackupLocationMissing,
  isNewBackupLocation,
  recordBackupLocation,
  requireBackupLocation,
} from "./backup-location.ts";
import { cacheDatabaseIds } from "./backup-owner.ts";
import { type BackupReason, openBackupStore } from "./backup-store.ts";
import { proveInSubprocess, writeIncrementInSubprocess, writeInSubprocess } from "./backup-subprocess.ts";
import {
  adoptStored,
  chooseExpired,
  chooseReproofs,
  deleteBackupRequest,
  deleteBackupRow,
  findRequestedBackup,
  findUnreadable,
  isBackupDue,
  listBackups,
  readBackupRule,
  readLongestRetention,
  recordFailedBackup,
  recordProof,
  recordWrittenBackup,
} from "./backups.ts";
import {
  findNewestIncrement,
  isProofDue,
  recordFailedIncrement,
  recordIncrement,
  recordIncrementProof,
} from "./increments/increments.ts";

export interface BackupDependencies extends JobServices, Installation {
  env: Env;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Makes scheduled and requested backups on one of all instances, proves each, and removes expired
 * ones.
 */
export function startBackups(given: BackupDependencies, onError: (error: unknown) => void): PeriodicTask {
  const { db, env } = given;
  const dependencies: BackupJob = {
    ...given,
    databaseOf: cacheDatabaseIds(openBackupStore(env.backup.place), env.backup.key),
    warned: new Set(),
    hasCheckedLocation: false,
  };
  const stopping = new AbortController();
  const whenStopped = <Result>(work: Promise<Result>) =>
    work.catch((error) => {
      if (!stopping.signal.aborted) throw error;
    });
  const jobs = [
    repeatOnOneInstance(
      db,
      { name: "look whether a backup is due", everyMs: 5 * minuteMs, firstAfterMs: minuteMs },
      (signal) => whenStopped(backUpIfDue(dependencies, AbortSignal.any([signal, stopping.signal]))),
      onError,
    ),
    repeat(() => whenStopped(backUpIfRequested(dependencies, stopping.signal)), 5000, onError),
    ...(env.backup.incrementMinutes > 0
      ? [
          repeat(
            () => whenStopped(runIncrement(dependencies, stopping.signal)),
            env.backup.incrementMinutes * minuteMs,
            onError,
            2 * minuteMs,
          ),
        ]
      : []),
    repeatOnOneInstance(
      db,
      { name: "look at the backups", everyMs: hourMs, firstAfterMs: 30_000 },
      (signal) => whenStopped(maintainBackups(dependencies, AbortSignal.any([signal, stopping.signal]))),
      onError,
    ),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/** Services of the backup job and what it remembers between runs. */
interface BackupJob extends BackupDependencies {
  /** The id of the backed-up database; null for an unreadable backup. */
  databaseOf(name: string): Promise<string | null>;
  /** Warnings already logged, to log each only once. */
  warned: Set<string>;
  /** Whether this process has compared BACKUP_URL with the recorded location. */
  hasCheckedLocation: boolean;
}

async function backUpIfDue(dependencies: BackupJob, signal: AbortSignal): Promise<void> {
  const { db, env, clock, log } = dependencies;
  const { everyHours } = await readBackupRule(db, env.backup);
  if (await isBackupDue(db, everyHours, clock.now()))
    return void (await backUp(dependencies, "daily", signal));
  if (everyHours === 0 || !(await isBackupDue(db, 1, clock.now()))) return;
  const stored = await openBackupStore(env.backup.place).list();
  const unreadable = await findUnreadable(db, stored, dependencies.databaseOf);
  if (unreadable === null) return;
  log.warn({ name: unreadable }, "BACKUP_KEY does not open the newest backup");
  await backUp(dependencies, "daily", signal);
}

/** Makes a backup at once if BACKUP_URL changed, because the new location has none. */
async function backUpIfMoved(dependencies: BackupJob, signal: AbortSignal): Promise<void> {
  if (dependencies.hasCheckedLocation) return;
  dependencies.hasCheckedLocation = true;
  const { db, env, clock, log } = dependencies;
  if (await isNewBackupLocation(db, env)) {
    log.warn({ place: openBackupStore(env.backup.place).place }, "backup location changed");
    await adopt(dependencies);
    const { everyHours } = await readBackupRule(db, env.backup);
    if (await isBackupDue(db, everyHours, clock.now())) await backUp(dependencies, "daily", signal);
  }
}

async function backUpIfRequested(dependencies: BackupJob, signal: AbortSignal): Promise<void> {
  await backUpIfMoved(dependencies, signal);
  const request = await findRequestedBackup(dependencies.db);
  if (request === null) return;
  const isDone = await backUp(dependencies, "requested", signal);
  // Otherwise another instance is making a backup.
  if (isDone) await deleteBackupRequest(dependencies.db, request);
}

/** Returns false if another backup is in progress. */
async function backUp(dependencies: BackupJob, reason: BackupReason, signal: AbortSignal): Promise<boolean> {
  const { db, env, clock, log } = dependencies;
  const done = await holdLease(db, { name: "backup", forMs: 120_000 }, async (leaseSignal) => {
    const whileLeased = AbortSignal.any([signal, leaseSignal]);
    try {
      const written = await writeSnapshot(dependencies, reason, whileLeased);
      await recordWrittenBackup(db, written, reason);
      log.info({ name: written.name, bytes: written.bytes }, "backup written");
    } catch (error) {
      if (whileLeased.aborted) throw error;
      const problem = `It could not be made: ${error instanceof Error ? error.message : String(error)}`;
      await recordFailedBackup(db, { reason, problem, now: clock.now(), publicUrl: env.publicUrl });
      log.error({ err: error }, "failed to write backup");
    }
    await maintainIfAvailable(dependencies, whileLeased);
    return true;
  });
  return done !== null;
}

/**
 * Logs an unreadable location; the backup itself is recorded by then and the next run is within an
 * hour.
 */
async function maintainIfAvailable(dependencies: BackupJob, signal: AbortSignal): Promise<void> {
  try {
    if (await isLocationAvailable(dependencies)) await proveAndExpire(dependencies, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    dependencies.log.error({ err: error }, "failed to maintain backups");
  }
}

/** Copies the embedded database on the writing connection; a subprocess does the rest. */
async function writeSnapshot(dependencies: BackupDependencies, reason: BackupReason, signal: AbortSignal) {
  const { db, env } = dependencies;
  const subprocess = { ...dependencies, signal };
  await requireBackupLocation(db, env);
  if (db.file === null) return writeInSubprocess(subprocess, ["--reason", reason]);
  using scratch = makeScratch(env.dataDir);
  const path = join(scratch.path, "snapshot.sqlite");
  const takenAt = new Date().toISOString();
  await db.file.copyTo(path);
  return await writeInSubprocess(subprocess, ["--reason", reason, "--snapshot", path, "--taken-at", takenAt]);
}

/**
 * Logs a failed run and mails the admins at the first of consecutive failures; the next run
 * continues its work.
 */
async function runIncrement(dependencies: BackupJob, signal: AbortSignal): Promise<void> {
  const { db, env, clock } = dependencies;
  try {
    await writeAndRecordIncrement(dependencies, signal);
  } catch (error) {
    if (!signal.aborted) {
      const problem = error instanceof Error ? error.message : String(error);
      await recordFailedIncrement(db, problem, { now: clock.now(), publicUrl: env.publicUrl });
    }
    throw error;
  }
}

/** Does nothing on PostgreSQL; the embedded database has one instance. */
async function writeAndRecordIncrement(dependencies: BackupJob, signal: AbortSignal): Promise<void> {
  const { db, env, clock, log } = dependencies;
  if (db.file === null) return;
  await requireBackupLocation(db, env);
  using scratch = makeScratch(env.dataDir);
  const copy = join(scratch.path, "pages.sqlite");
  const takenAt = new Date();
  await db.file.copyTo(copy);
  const isNewSet = (await findNewestIncrement(db))?.state === "failed";
  const written = await writeIncrementInSubprocess({ ...dependencies, signal }, { copy, takenAt, isNewSet });
  if (!written) return backUpForIncrements(dependencies, signal);
  await recordIncrement(db, written, { now: clock.now(), publicUrl: env.publicUrl });
  log.info({ name: written.name, bytes: written.bytes, pages: written.pages }, "increment written");
}

/** Makes the full backup that increments need; retries an hour after a failure. */
async function backUpForIncrements(dependencies: BackupJob, signal: AbortSignal): Promise<void> {
  const last = (await listBackups(dependencies.db)).find(({ state }) => state !== "requested");
  const hourAgo = new Date(dependencies.clock.now().getTime() - hourMs).toISOString();
  if (last?.state === "failed" && last.taken_at > hourAgo) return;
  dependencies.log.warn("making the full backup that increments need");
  await backUp(dependencies, "daily", signal);
}

async function proveIncrements(dependencies: BackupDependencies, signal: AbortSignal): Promise<void> {
  const { db, env, clock, log } = dependencies;
  const row = await findNewestIncrement(db);
  if (env.backup.incrementMinutes === 0 || !row || !isProofDue(row, clock.now())) return;
  const proof = await proveInSubprocess({ ...dependencies, signal }, row.name);
  if (signal.aborted) return;
  await recordIncrementProof(db, { row, proof, now: clock.now(), publicUrl: env.publicUrl });
  if (proof.problems.length === 0) log.info({ name: row.name }, "increment proven");
  else log.error({ name: row.name, problems: proof.problems }, "increment failed its proof");
}

async function maintainBackups(dependencies: BackupJob, signal: AbortSignal): Promise<void> {
  const { db, env } = dependencies;
  await holdLease(db, { name: "backup", forMs: 120_000 }, async (leaseSignal) => {
    try {
      await requireBackupLocation(db, env);
    } catch (error) {
      if (!(error instanceof BackupLocationMissing)) throw error;
      dependencies.log.error(error.message);
      const { message: problem } = error;
      await recordFailedBackup(db, {
        reason: "daily",
        problem,
        now: dependencies.clock.now(),
        publicUrl: env.publicUrl,
      });
      return;
    }
    await openBackupStore(env.backup.place).cleanUp(dependencies.clock.now());
    const whileLeased = AbortSignal.any([signal, leaseSignal]);
    await proveAndExpire(dependencies, whileLeased);
    await proveAgain(dependencies, whileLeased);
    await proveIncrements(dependencies, whileLeased);
  });
}

async function isLocationAvailable({ db, env }: BackupJob): Promise<boolean> {
  try {
    await requireBackupLocation(db, env);
    return true;
  } catch (error) {
    if (error instanceof BackupLocationMissing) return false;
    throw error;
  }
}

/**
 * Must not run while the location is unavailable: it would delete the records of backups that
 * return later.
 */
async function proveAndExpire(dependencies: BackupJob, signal: AbortSignal): Promise<void> {
  await adopt(dependencies);
  await proveAll(dependencies, signal);
  await removeExpired(dependencies);
}

/** Records which stored backups are of this site; must run before any is proven or removed. */
async function adopt({ db, env, log, databaseOf, warned }: BackupJob): Promise<void> {
  const { place } = env.backup;
  const isOwnFolder = "folder" in place && place.folder === join(env.dataDir, "backups");
  const hasOtherFolders = isOwnFolder && db.dialect.name === "postgres";
  const store = openBackupStore(place);
  const stored = await store.list();
  const leftOut = await adoptStored(db, stored, { databaseOf, hasOtherFolders });
  if (stored.length > leftOut.length) await recordBackupLocation(db, env);
  const warn = (about: object, text: string) => {
    if (!warned.has(text)) log.warn(about, text);
    warned.add(text);
  };
  if (leftOut.length > 0)
    warn(
      { names: leftOut },
      `${formatCount(leftOut.length, "backup")} in ${store.place} are not known to be of this site and stay untouched: give each site its own BACKUP_URL`,
    );
  if (hasOtherFolders && (await listInstances(db)).length > 1)
    warn({}, "several instances run without BACKUP_URL: set one location for all");
}

/** Proves all unproven backups, newest first. */
async function proveAll(dependencies: BackupDependencies, signal: AbortSignal): Promise<void> {
  const unproven = (await listBackups(dependencies.db)).filter(({ state }) => state === "unproven");
  const names = unproven.map(({ name }) => name);
  await proveEach(dependencies, names, signal);
}

/** Proves backups again once a week, because damage may not change their size. */
async function proveAgain(dependencies: BackupDependencies, signal: AbortSignal): Promise<void> {
  const names = chooseReproofs(await listBackups(dependencies.db), dependencies.clock.now());
  if (names.length === 0) return;
  const lease = { name: "prove backups again", forMs: 120_000, everyMs: 7 * 24 * hourMs };
  await holdLease(dependencies.db, lease, (leaseSignal) =>
    proveEach(dependencies, names, AbortSignal.any([signal, leaseSignal])),
  );
}

async function proveEach(
  dependencies: BackupDependencies,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { db, env, clock, log } = dependencies;
  if (names.length === 0) return;
  const storedNames = new Set((await openBackupStore(env.backup.place).list()).map((stored) => stored.name));
  for (const name of names) {
    if (!storedNames.has(name)) continue;
    const proof = await proveInSubprocess({ ...dependencies, signal }, name);
    if (signal.aborted) return;
    await recordProof(db, { name, proof, now: clock.now(), publicUrl: env.publicUrl });
    if (proof.problems.length === 0) log.info({ name, restoreMs: proof.restoreMs }, "backup proven");
    else log.error({ name, problems: proof.problems }, "backup failed its proof");
  }
}

async function removeExpired({ db, env, clock }: BackupDependencies): Promise<void> {
  const store = openBackupStore(env.backup.place);
  const { keep } = await readBackupRule(db, env.backup);
  const longest = await readLongestRetention(db, keep, clock.now());
  for (const name of chooseExpired(await listBackups(db), longest, clock.now())) {
    if (name.startsWith("frontdesk-")) await store.remove(name);
    await deleteBackupRow(db, name);
  }
}
