import { constants, existsSync, statfsSync, statSync } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BackupLocationMissing, requireBackupLocation } from "#app/backup/backup-location.ts";
import {
  type BackupStore,
  backupName,
  isAhead,
  openBackupStore,
  readBackupName,
  type StoredBackup,
} from "#app/backup/backup-store.ts";
import { type BackupRow, findProven, isChanged, listBackups, readBackupRule } from "#app/backup/backups.ts";
import { readBackupHeader } from "#app/backup/file/format.ts";
import { unpack } from "#app/backup/file/packing.ts";
import { readFailingSince } from "#app/backup/increments/increments.ts";
import type { Database } from "#app/database/database.ts";
import { readInstalledAt } from "#app/database/migrations.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { formatBytes, formatCount } from "#app/text/counts.ts";
import { type Diagnosis, diagnosesOf, oneSentence } from "./diagnosis.ts";

const { fine, warning, wrong } = diagnosesOf("backups");

const hourMs = 3_600_000;

/**
 * Where backups go, whether the newest can be opened with the key that is set, how old it is and what its proof said, and whether
 * the next one has room. Nothing is left behind by it.
 * @param db opened for reading; null where there is none
 */
export async function checkBackups(env: Env, db: Database | null, now: Date): Promise<Diagnosis[]> {
  const store = openBackupStore(env.backup.place);
  const place = await checkPlace(env, store, db);
  if (place.some(({ state }) => state === "wrong")) return place;
  const all = await store.list();
  const whole = all.filter(({ name }) => readBackupName(name)?.reason !== "update");
  const ahead = whole.filter(({ name }) => isOfFuture(name, now));
  const stored = whole.filter((one) => !ahead.includes(one));
  return [
    ...place,
    ...checkDates(ahead),
    await checkKey(env, store, stored),
    await checkAge(env, db, stored[0], now),
    ...(db ? [...(await checkProofs(db, all, now)), await checkRoom(env, db, stored[0])] : []),
  ];
}

/** Whether something could be written there, without writing it. */
async function checkPlace(env: Env, store: BackupStore, db: Database | null): Promise<Diagnosis[]> {
  const { backup, dataDir } = env;
  try {
    if (db) await requireBackupLocation(db, env);
    if ("folder" in backup.place) {
      const there = nearest(backup.place.folder);
      if (!statSync(there).isDirectory()) throw new Error(`${there} is no folder`);
      await access(there, constants.W_OK);
    } else await (await store.write(backupName(new Date(), "command", true))).abandon();
  } catch (error) {
    if (error instanceof BackupLocationMissing) return [wrong(error.message)];
    return [
      wrong(
        `nothing can be written to ${store.place}: ${oneSentence(error)}`,
        "fix that, or correct BACKUP_URL",
      ),
    ];
  }
  if (!("folder" in backup.place)) return [fine(`they go to ${store.place}`)];
  const { folder } = backup.place;
  const mend = "set BACKUP_URL to a folder of another machine, or to a bucket";
  if (folder === join(dataDir, "backups"))
    return [warning(`BACKUP_URL is not set: they lie in ${folder}, and are lost with the site`, mend)];
  if (statSync(nearest(folder)).dev === statSync(nearest(dataDir)).dev)
    return [warning(`${folder} is on the same disk as the site, and is lost with it`, mend)];
  return [fine(`they go to ${folder}`)];
}

/** The path, or the innermost folder of it that is there. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}

function isOfFuture(name: string, now: Date): boolean {
  return isAhead(readBackupName(name)?.takenAt ?? now, now);
}

/** A clock that ran ahead made them, or somebody who wants theirs to be the newest. */
function checkDates(ahead: readonly StoredBackup[]): Diagnosis[] {
  if (ahead.length === 0) return [];
  const names = ahead.slice(0, 3).map(({ name }) => name);
  return [
    wrong(
      `dated in the future, and passed over: ${names.join(", ")}${ahead.length > 3 ? ` and ${ahead.length - 3} more` : ""}`,
      "set the clock of the machine right, and delete what you did not make",
    ),
  ];
}

/** Opens the newest one with the key: only its beginning is read. */
async function checkKey(
  { backup: { key } }: Env,
  store: BackupStore,
  [newest]: readonly StoredBackup[],
): Promise<Diagnosis> {
  const isSealed = newest ? (readBackupName(newest.name)?.isSealed ?? false) : key !== null;
  const make = 'make a key with "npm run backup -- new-key", set BACKUP_KEY, and keep it elsewhere as well';
  if (key === null && !isSealed)
    return warning("BACKUP_KEY is not set: whoever has a backup can read everything in it", make);
  if (!newest) return fine("BACKUP_KEY is set");
  if (!isSealed)
    return warning(
      "the newest backup is not encrypted: it was made without BACKUP_KEY",
      "make another one: npm run backup",
    );
  if (key === null)
    return wrong(
      "the newest backup is encrypted, and BACKUP_KEY is not set",
      "set the key it was encrypted with",
    );
  try {
    await readBackupHeader(unpack(store.read(newest.name), { key }));
    return fine("the newest backup opens with BACKUP_KEY");
  } catch (error) {
    return wrong(
      `the newest backup can't be opened: ${oneSentence(error)}`,
      "set the key it was encrypted with",
    );
  }
}

async function checkAge(
  { backup, runsJobs }: Env,
  db: Database | null,
  newest: StoredBackup | undefined,
  now: Date,
): Promise<Diagnosis> {
  const everyHours = db ? (await readBackupRule(db, backup)).everyHours : (backup.everyHours ?? 24);
  const mend = "make one now: npm run backup";
  const takenAt = newest && readBackupName(newest.name)?.takenAt;
  if (!takenAt) {
    if (db && runsJobs && everyHours > 0 && (await isNew(db, now)))
      return warning(
        "there is no backup yet: a new site makes its first within minutes",
        "look again in ten minutes",
      );
    return (db ? wrong : warning)("there is no backup yet", mend);
  }
  const hours = (now.getTime() - takenAt.getTime()) / hourMs;
  const says = `the newest is of ${takenAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  if (everyHours === 0)
    return warning(
      `${says}; BACKUP_EVERY is off, so none is made by itself`,
      "see that something else makes them",
    );
  const every = `one is to be made every ${everyHours === 1 ? "hour" : formatCount(everyHours, "hour")}`;
  if (hours > 3 * everyHours) return wrong(`${says}, and ${every}`, `look whether the site runs; ${mend}`);
  if (hours > everyHours + 2) return warning(`${says}, and ${every}`, `look whether the site runs; ${mend}`);
  return fine(says);
}

/** Longer than the first look whether a backup is due is away, and the backup takes. */
const newMs = 10 * 60_000;

async function isNew(db: Database, now: Date): Promise<boolean> {
  const installedAt = await readInstalledAt(db);
  const age = installedAt === null ? Infinity : now.getTime() - installedAt.getTime();
  return age >= 0 && age < newMs;
}

async function checkProofs(db: Database, stored: readonly StoredBackup[], now: Date): Promise<Diagnosis[]> {
  const rows = (await listBackups(db)).filter(
    ({ state, taken_at }) => state !== "requested" && !isAhead(taken_at, now),
  );
  const judged = rows.find(({ state }) => state !== "unproven");
  const failing = await readFailingSince(db);
  const found: Diagnosis[] = checkSizes(stored, rows);
  if (!judged) found.push(warning("none has been verified yet", "the site does so by itself within an hour"));
  else if (judged.state === "failed") {
    const [problem = ""] = judged.problem.split("\n");
    const older = findProven(rows, now);
    const last = older ? `the newest verified one is of ${older.taken_at.slice(0, 10)}` : "none is verified";
    found.push(
      wrong(
        `the newest that was checked failed: ${oneSentence(problem)}; ${last}`,
        "look at Backups in the dashboard",
      ),
    );
  } else if (!stored.some(({ name }) => name === judged.name))
    found.push(
      warning(
        "the newest that was verified is not there any more",
        "correct BACKUP_URL, or make one now: npm run backup",
      ),
    );
  else if (!stored.some((one) => one.name === judged.name && isChanged(rows, one)))
    found.push(
      fine(
        `the newest that was verified is good: restored in ${((judged.restore_ms ?? 0) / 1000).toFixed(1)} s`,
      ),
    );
  if (failing)
    found.push(
      wrong(
        `no increment could be kept since ${failing.since.toISOString().slice(0, 16).replace("T", " ")} UTC: ${oneSentence(failing.problem)}`,
        "fix that: changes since then are in no backup",
      ),
    );
  return found;
}

function checkSizes(stored: readonly StoredBackup[], rows: readonly BackupRow[]): Diagnosis[] {
  const changed = stored.filter((one) => isChanged(rows, one)).map(({ name }) => name);
  if (changed.length === 0) return [];
  return [
    wrong(
      `not of the size that was written: ${changed.slice(0, 3).join(", ")}${changed.length > 3 ? ` and ${changed.length - 3} more` : ""}`,
      "do not rely on them: look at the disk or bucket, and make one now: npm run backup",
    ),
  ];
}

/** The next one needs as much as the last and a half more, and a scratch folder a copy of the database and a restored one. */
async function checkRoom(
  { backup, dataDir }: Env,
  db: Database,
  newest: StoredBackup | undefined,
): Promise<Diagnosis> {
  const database = await db.dialect.readSize(db.query);
  const scratch = { path: nearest(dataDir), bytes: 2 * database };
  const kept =
    "folder" in backup.place
      ? [{ path: nearest(backup.place.folder), bytes: 1.5 * (newest?.bytes ?? database) }]
      : [];
  for (const [, needs] of Map.groupBy([scratch, ...kept], ({ path }) => statSync(path).dev)) {
    const [{ path } = scratch] = needs;
    const { bavail, bsize } = statfsSync(path);
    const wanted = needs.reduce((sum, { bytes }) => sum + bytes, 0);
    if (bavail * bsize < wanted)
      return wrong(
        `the next one needs ${formatBytes(wanted)} at ${path}, where ${formatBytes(bavail * bsize)} are free`,
        "make room, keep fewer, or move one of them to another disk",
      );
  }
  return fine("there is room for the next one");
}
