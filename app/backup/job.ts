import { join } from "node:path";
import type { Database } from "#app/database/database.ts";
import { listInstances } from "#app/database/instances.ts";
import { holdLease, repeatOnOne } from "#app/database/leases.ts";
import { type Repeated, repeat } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Logger } from "#app/platform/log.ts";
import { makeScratch } from "#app/platform/settings/data-dir.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { formatCount } from "#app/text/counts.ts";
import {
  BackupLocationMissing,
  isNewBackupLocation,
  recordBackupLocation,
  requireBackupLocation,
} from "./backup-location.ts";
import { rememberDatabases } from "./backup-owner.ts";
import { type BackupReason, openBackupStore } from "./backup-store.ts";
import { proveInSubprocess, writeIncrementApart, writeInSubprocess } from "./backup-subprocess.ts";
import {
  adoptStored,
  chooseExpired,
  chooseReproofs,
  endAsked,
  findRequestedBackup,
  findUnreadable,
  forgetBackup,
  isBackupDue,
  listBackups,
  noteFailure,
  noteProof,
  noteWritten,
  readBackupRule,
  readLongestKeep,
} from "./backups.ts";
import {
  findNewestIncrement,
  isProofDue,
  noteFailedRound,
  noteIncrement,
  noteIncrementProof,
} from "./increments/increments.ts";

export interface BackupDependencies {
  db: Database;
  env: Env;
  /** Where the product is installed. */
  folder: string;
  /** The deployer's. */
  variables: Record<string, string | undefined>;
  clock: Clock;
  log: Logger;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Makes a backup every so often and whenever somebody asks for one, on one instance of all; proves each, and removes those that
 * are kept no longer.
 */
export function startBackups(given: BackupDependencies, onError: (error: unknown) => void): Repeated {
  const { db, env } = given;
  const parts: JobDependencies = {
    ...given,
    databaseOf: rememberDatabases(openBackupStore(env.backup.place), env.backup.key),
    warned: new Set(),
    hasLookedForMove: false,
  };
  const stopping = new AbortController();
  const whenStopped = <Result>(work: Promise<Result>) =>
    work.catch((error) => {
      if (!stopping.signal.aborted) throw error;
    });
  const jobs = [
    repeatOnOne(
      db,
      { name: "look whether a backup is due", everyMs: 5 * minuteMs, firstAfterMs: minuteMs },
      (signal) => whenStopped(backUpIfDue(parts, AbortSignal.any([signal, stopping.signal]))),
      onError,
    ),
    repeat(() => whenStopped(backUpIfAsked(parts, stopping.signal)), 5000, onError),
    ...(env.backup.incrementMinutes > 0
      ? [
          repeat(
            () => whenStopped(keepIncrement(parts, stopping.signal)),
            env.backup.incrementMinutes * minuteMs,
            onError,
            2 * minuteMs,
          ),
        ]
      : []),
    repeatOnOne(
      db,
      { name: "look at the backups", everyMs: hourMs, firstAfterMs: 30_000 },
      (signal) => whenStopped(lookAtBackups(parts, AbortSignal.any([signal, stopping.signal]))),
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

interface JobDependencies extends BackupDependencies {
  /** The id of the database that a stored backup is of; null for one that can't be read. */
  databaseOf(name: string): Promise<string | null>;
  /** What was said in the log already: once is enough. */
  warned: Set<string>;
  /** Whether this process has compared BACKUP_URL with where backups were last. */
  hasLookedForMove: boolean;
}

async function backUpIfDue(parts: JobDependencies, signal: AbortSignal): Promise<void> {
  const { db, env, clock, log } = parts;
  const { everyHours } = await readBackupRule(db, env.backup);
  if (await isBackupDue(db, everyHours, clock.now())) return void (await backUp(parts, "daily", signal));
  if (everyHours === 0 || !(await isBackupDue(db, 1, clock.now()))) return;
  const stored = await openBackupStore(env.backup.place).list();
  const unreadable = await findUnreadable(db, stored, parts.databaseOf);
  if (unreadable === null) return;
  log.warn({ name: unreadable }, "the newest backup does not open with BACKUP_KEY, so another one is made");
  await backUp(parts, "daily", signal);
}

/** With another BACKUP_URL than before, the new place gets a backup at once: until then it protects nothing. */
async function backUpIfMoved(parts: JobDependencies, signal: AbortSignal): Promise<void> {
  if (parts.hasLookedForMove) return;
  parts.hasLookedForMove = true;
  const { db, env, clock, log } = parts;
  if (await isNewBackupLocation(db, env)) {
    log.warn({ place: openBackupStore(env.backup.place).place }, "backups go to a new place");
    await adopt(parts);
    const { everyHours } = await readBackupRule(db, env.backup);
    if (await isBackupDue(db, everyHours, clock.now())) await backUp(parts, "daily", signal);
  }
}

async function backUpIfAsked(parts: JobDependencies, signal: AbortSignal): Promise<void> {
  await backUpIfMoved(parts, signal);
  const asked = await findRequestedBackup(parts.db);
  if (asked === null) return;
  const isDone = await backUp(parts, "requested", signal);
  // Another instance is at it otherwise.
  if (isDone) await endAsked(parts.db, asked);
}

/** False when another is being made at this moment. */
async function backUp(parts: JobDependencies, reason: BackupReason, signal: AbortSignal): Promise<boolean> {
  const { db, env, clock, log } = parts;
  const done = await holdLease(db, { name: "backup", forMs: 120_000 }, async (held) => {
    const apart = { ...parts, signal: AbortSignal.any([signal, held]) };
    try {
      const written = await writeSnapshot(parts, reason, apart.signal);
      await noteWritten(db, written, reason);
      log.info({ name: written.name, bytes: written.bytes }, "a backup was made");
    } catch (error) {
      if (apart.signal.aborted) throw error;
      const problem = `It could not be made: ${error instanceof Error ? error.message : String(error)}`;
      await noteFailure(db, { reason, problem, now: clock.now(), publicUrl: env.publicUrl });
      log.error({ err: error }, "a backup could not be made");
    }
    await lookAfterIfKept(parts, apart.signal);
    return true;
  });
  return done !== null;
}

/** A place that can't be read now is looked at again within an hour; the backup has been told of by then, however it went. */
async function lookAfterIfKept(parts: JobDependencies, signal: AbortSignal): Promise<void> {
  try {
    if (await isPlaceKept(parts)) await lookAfter(parts, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    parts.log.error({ err: error }, "the backups could not be looked after");
  }
}

/** The embedded database is copied here, on the connection that writes; all else happens apart. */
async function writeSnapshot(parts: BackupDependencies, reason: BackupReason, signal: AbortSignal) {
  const { db, env } = parts;
  const apart = { ...parts, signal };
  await requireBackupLocation(db, env);
  if (db.file === null) return writeInSubprocess(apart, ["--reason", reason]);
  using scratch = makeScratch(env.dataDir);
  const path = join(scratch.path, "snapshot.sqlite");
  const takenAt = new Date().toISOString();
  await db.file.copyTo(path);
  return await writeInSubprocess(apart, ["--reason", reason, "--snapshot", path, "--taken-at", takenAt]);
}

/** A round that fails is told to the log and, once in a spell, to the admins; the next one takes up what it left. */
async function keepIncrement(parts: JobDependencies, signal: AbortSignal): Promise<void> {
  const { db, env, clock } = parts;
  try {
    await doIncrementRound(parts, signal);
  } catch (error) {
    if (!signal.aborted) {
      const problem = error instanceof Error ? error.message : String(error);
      await noteFailedRound(db, problem, { now: clock.now(), publicUrl: env.publicUrl });
    }
    throw error;
  }
}

/** The embedded database has one instance. */
async function doIncrementRound(parts: JobDependencies, signal: AbortSignal): Promise<void> {
  const { db, env, clock, log } = parts;
  if (db.file === null) return;
  await requireBackupLocation(db, env);
  using scratch = makeScratch(env.dataDir);
  const copy = join(scratch.path, "pages.sqlite");
  const takenAt = new Date();
  await db.file.copyTo(copy);
  const isAnew = (await findNewestIncrement(db))?.state === "failed";
  const written = await writeIncrementApart({ ...parts, signal }, { copy, takenAt, isAnew });
  if (!written) return backUpForIncrements(parts, signal);
  await noteIncrement(db, written, { now: clock.now(), publicUrl: env.publicUrl });
  log.info({ name: written.name, bytes: written.bytes, pages: written.pages }, "an increment was kept");
}

/** Makes the whole backup that increments need; after a failed one the next is due in an hour. */
async function backUpForIncrements(parts: JobDependencies, signal: AbortSignal): Promise<void> {
  const last = (await listBackups(parts.db)).find(({ state }) => state !== "requested");
  const hourAgo = new Date(parts.clock.now().getTime() - hourMs).toISOString();
  if (last?.state === "failed" && last.taken_at > hourAgo) return;
  parts.log.warn("increments need a whole backup; making one");
  await backUp(parts, "daily", signal);
}

async function proveIncrements(parts: BackupDependencies, signal: AbortSignal): Promise<void> {
  const { db, env, clock, log } = parts;
  const row = await findNewestIncrement(db);
  if (env.backup.incrementMinutes === 0 || !row || !isProofDue(row, clock.now())) return;
  const proof = await proveInSubprocess({ ...parts, signal }, row.name);
  if (signal.aborted) return;
  await noteIncrementProof(db, { row, proof, now: clock.now(), publicUrl: env.publicUrl });
  if (proof.problems.length === 0) log.info({ name: row.name }, "an increment is verified");
  else log.error({ name: row.name, problems: proof.problems }, "an increment failed its proof");
}

async function lookAtBackups(parts: JobDependencies, signal: AbortSignal): Promise<void> {
  const { db, env } = parts;
  await holdLease(db, { name: "backup", forMs: 120_000 }, async (held) => {
    try {
      await requireBackupLocation(db, env);
    } catch (error) {
      if (!(error instanceof BackupLocationMissing)) throw error;
      parts.log.error(error.message);
      const { message: problem } = error;
      await noteFailure(db, { reason: "daily", problem, now: parts.clock.now(), publicUrl: env.publicUrl });
      return;
    }
    await openBackupStore(env.backup.place).cleanUp(parts.clock.now());
    const whileHeld = AbortSignal.any([signal, held]);
    await lookAfter(parts, whileHeld);
    await proveAgain(parts, whileHeld);
    await proveIncrements(parts, whileHeld);
  });
}

async function isPlaceKept({ db, env }: JobDependencies): Promise<boolean> {
  try {
    await requireBackupLocation(db, env);
    return true;
  } catch (error) {
    if (error instanceof BackupLocationMissing) return false;
    throw error;
  }
}

/** Not to be called while the place of the backups is lost: what it forgets may be there again in a minute. */
async function lookAfter(parts: JobDependencies, signal: AbortSignal): Promise<void> {
  await adopt(parts);
  await proveAll(parts, signal);
  await removeExpired(parts);
}

/** What has to be known before anything is proven or removed: which of the backups that lie there are ours. */
async function adopt({ db, env, log, databaseOf, warned }: JobDependencies): Promise<void> {
  const { place } = env.backup;
  const isOwnFolder = "folder" in place && place.folder === join(env.dataDir, "backups");
  const othersHoldSome = isOwnFolder && db.dialect.name === "postgres";
  const store = openBackupStore(place);
  const stored = await store.list();
  const leftOut = await adoptStored(db, stored, { databaseOf, othersHoldSome });
  if (stored.length > leftOut.length) await recordBackupLocation(db, env);
  const warn = (about: object, text: string) => {
    if (!warned.has(text)) log.warn(about, text);
    warned.add(text);
  };
  if (leftOut.length > 0)
    warn(
      { names: leftOut },
      `${formatCount(leftOut.length, "backup")} in ${store.place} are not known to be of this site, and are left alone: give each site a BACKUP_URL of its own`,
    );
  if (othersHoldSome && (await listInstances(db)).length > 1)
    warn(
      {},
      "BACKUP_URL is not set and several instances run: each keeps the backups it makes in its own DATA_DIR, so set it to one place for all",
    );
}

/** The newest first. */
async function proveAll(parts: BackupDependencies, signal: AbortSignal): Promise<void> {
  const unproven = (await listBackups(parts.db)).filter(({ state }) => state === "unproven");
  const names = unproven.map(({ name }) => name);
  await proveEach(parts, names, signal);
}

/** Once a week; a stored backup can be damaged without a change of its size. */
async function proveAgain(parts: BackupDependencies, signal: AbortSignal): Promise<void> {
  const names = chooseReproofs(await listBackups(parts.db), parts.clock.now());
  if (names.length === 0) return;
  const terms = { name: "prove backups again", forMs: 120_000, everyMs: 7 * 24 * hourMs };
  await holdLease(parts.db, terms, (held) => proveEach(parts, names, AbortSignal.any([signal, held])));
}

async function proveEach(
  parts: BackupDependencies,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { db, env, clock, log } = parts;
  if (names.length === 0) return;
  const there = new Set((await openBackupStore(env.backup.place).list()).map((stored) => stored.name));
  for (const name of names) {
    if (!there.has(name)) continue;
    const proof = await proveInSubprocess({ ...parts, signal }, name);
    if (signal.aborted) return;
    await noteProof(db, { name, proof, now: clock.now(), publicUrl: env.publicUrl });
    if (proof.problems.length === 0) log.info({ name, restoreMs: proof.restoreMs }, "a backup is verified");
    else log.error({ name, problems: proof.problems }, "a backup failed its proof");
  }
}

async function removeExpired({ db, env, clock }: BackupDependencies): Promise<void> {
  const store = openBackupStore(env.backup.place);
  const { keep } = await readBackupRule(db, env.backup);
  const longest = await readLongestKeep(db, keep, clock.now());
  for (const name of chooseExpired(await listBackups(db), longest, clock.now())) {
    if (name.startsWith("frontdesk-")) await store.remove(name);
    await forgetBackup(db, name);
  }
}
