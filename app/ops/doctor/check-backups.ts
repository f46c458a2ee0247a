import { constants, existsSync, statfsSync, statSync } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { formatBytes, formatCount } from "#app/lib/text/counts.ts";
import { BackupLocationMissing, requireBackupLocation } from "#app/ops/backup/backup-location.ts";
import {
  type BackupStore,
  backupName,
  isAhead,
  openBackupStore,
  readBackupName,
  type StoredBackup,
} from "#app/ops/backup/backup-store.ts";
import {
  type BackupRow,
  findProven,
  isChanged,
  listBackups,
  readBackupRule,
} from "#app/ops/backup/backups.ts";
import { readBackupHeader } from "#app/ops/backup/file/format.ts";
import { unpack } from "#app/ops/backup/file/packing.ts";
import { readFailingSince } from "#app/ops/backup/increments/increments.ts";
import type { Database } from "#app/platform/database/database.ts";
import { readInstalledAt } from "#app/platform/database/migrations.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { type Diagnosis, diagnosesOf, oneSentence } from "./diagnosis.ts";

const { fine, warning, wrong } = diagnosesOf("backups");

const hourMs = 3_600_000;

/**
 * Checks the place of backups, the key, age and proof of the newest one, and the room for the next one. Leaves no files behind.
 * @param db opened read-only; null without a database
 */
export async function checkBackups(env: Env, db: Database | null, now: Date): Promise<Diagnosis[]> {
  const store = openBackupStore(env.backup.place);
  const place = await checkPlace(env, store, db);
  if (place.some(({ state }) => state === "wrong")) return place;
  const all = await store.list();
  const fullBackups = all.filter(({ name }) => readBackupName(name)?.reason !== "update");
  const ahead = fullBackups.filter(({ name }) => isDatedAhead(name, now));
  const stored = fullBackups.filter((one) => !ahead.includes(one));
  return [
    ...place,
    ...checkDates(ahead),
    await checkKey(env, store, stored),
    await checkAge(env, db, stored[0], now),
    ...(db ? [...(await checkProofs(db, all, now)), await checkRoom(env, db, stored[0])] : []),
  ];
}

/** Checks write access to the place of backups without writing to it. */
async function checkPlace(env: Env, store: BackupStore, db: Database | null): Promise<Diagnosis[]> {
  const { backup, dataDir } = env;
  try {
    if (db) await requireBackupLocation(db, env);
    if ("folder" in backup.place) {
      const existing = nearest(backup.place.folder);
      if (!statSync(existing).isDirectory()) throw new Error(`${existing} is not a folder`);
      await access(existing, constants.W_OK);
    } else await (await store.write(backupName(new Date(), "command", true))).abandon();
  } catch (error) {
    if (error instanceof BackupLocationMissing) return [wrong(error.message)];
    return [
      wrong(`${store.place} is not writable: ${oneSentence(error)}`, "fix that, or correct BACKUP_URL"),
    ];
  }
  if (!("folder" in backup.place)) return [fine(`backups go to ${store.place}`)];
  const { folder } = backup.place;
  const fix = "set BACKUP_URL to a folder of another machine, or to a bucket";
  if (folder === join(dataDir, "backups"))
    return [warning(`BACKUP_URL is not set: backups are in ${folder}, and are lost with the site`, fix)];
  if (statSync(nearest(folder)).dev === statSync(nearest(dataDir)).dev)
    return [warning(`${folder} is on the same disk as the site, and is lost with it`, fix)];
  return [fine(`backups go to ${folder}`)];
}

/** Returns the path, or its nearest existing parent. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}

function isDatedAhead(name: string, now: Date): boolean {
  return isAhead(readBackupName(name)?.takenAt ?? now, now);
}

/** Reports backups dated in the future, by a fast clock or forged to count as the newest. */
function checkDates(ahead: readonly StoredBackup[]): Diagnosis[] {
  if (ahead.length === 0) return [];
  const names = ahead.slice(0, 3).map(({ name }) => name);
  return [
    wrong(
      `dated in the future, and ignored: ${names.join(", ")}${ahead.length > 3 ? ` and ${ahead.length - 3} more` : ""}`,
      "correct the clock of the machine, and delete backups that you did not make",
    ),
  ];
}

/** Opens the newest backup with the key and reads its header. */
async function checkKey(
  { backup: { key } }: Env,
  store: BackupStore,
  [newest]: readonly StoredBackup[],
): Promise<Diagnosis> {
  const isSealed = newest ? (readBackupName(newest.name)?.isSealed ?? false) : key !== null;
  const fix = 'make a key with "npm run backup -- new-key", set BACKUP_KEY, and store it elsewhere as well';
  if (key === null && !isSealed)
    return warning("BACKUP_KEY is not set: anyone with a backup can read everything in it", fix);
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
  const fix = "make one now: npm run backup";
  const takenAt = newest && readBackupName(newest.name)?.takenAt;
  if (!takenAt) {
    if (db && runsJobs && everyHours > 0 && (await isNew(db, now)))
      return warning(
        "there is no backup yet: a new site makes its first within minutes",
        "check again in ten minutes",
      );
    return (db ? wrong : warning)("there is no backup yet", fix);
  }
  const hours = (now.getTime() - takenAt.getTime()) / hourMs;
  const age = `the newest backup is of ${takenAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  if (everyHours === 0)
    return warning(
      `${age}; BACKUP_EVERY is off, so no backup is made automatically`,
      "make sure that something else makes backups",
    );
  const every = `one is due every ${everyHours === 1 ? "hour" : formatCount(everyHours, "hour")}`;
  if (hours > 3 * everyHours) return wrong(`${age}, and ${every}`, `check that the site runs; ${fix}`);
  if (hours > everyHours + 2) return warning(`${age}, and ${every}`, `check that the site runs; ${fix}`);
  return fine(age);
}

/** Longer than the wait for the first backup of a site and its duration. */
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
  const tested = rows.find(({ state }) => state !== "unproven");
  const failing = await readFailingSince(db);
  const found: Diagnosis[] = checkSizes(stored, rows);
  if (!tested)
    found.push(
      warning("no backup has been verified yet", "the site verifies one automatically within an hour"),
    );
  else if (tested.state === "failed") {
    const [problem = ""] = tested.problem.split("\n");
    const older = findProven(rows, now);
    const last = older ? `the newest verified one is of ${older.taken_at.slice(0, 10)}` : "none is verified";
    found.push(
      wrong(
        `the newest checked backup failed: ${oneSentence(problem)}; ${last}`,
        "see Backups in the dashboard",
      ),
    );
  } else if (!stored.some(({ name }) => name === tested.name))
    found.push(
      warning("the newest verified backup is missing", "correct BACKUP_URL, or make one now: npm run backup"),
    );
  else if (!stored.some((one) => one.name === tested.name && isChanged(rows, one)))
    found.push(
      fine(
        `the newest verified backup is good: restored in ${((tested.restore_ms ?? 0) / 1000).toFixed(1)} s`,
      ),
    );
  if (failing)
    found.push(
      wrong(
        `increments have failed since ${failing.since.toISOString().slice(0, 16).replace("T", " ")} UTC: ${oneSentence(failing.problem)}`,
        "fix that: no backup contains later changes",
      ),
    );
  return found;
}

function checkSizes(stored: readonly StoredBackup[], rows: readonly BackupRow[]): Diagnosis[] {
  const changed = stored.filter((one) => isChanged(rows, one)).map(({ name }) => name);
  if (changed.length === 0) return [];
  return [
    wrong(
      `size has changed since the backup was written: ${changed.slice(0, 3).join(", ")}${changed.length > 3 ? ` and ${changed.length - 3} more` : ""}`,
      "do not rely on them: check the disk or bucket, and make one now: npm run backup",
    ),
  ];
}

/** Requires 1.5 times the size of the last backup, and room for two copies of the database in the scratch folder. */
async function checkRoom(
  { backup, dataDir }: Env,
  db: Database,
  newest: StoredBackup | undefined,
): Promise<Diagnosis> {
  const database = await db.dialect.readSize(db.query);
  const scratch = { path: nearest(dataDir), bytes: 2 * database };
  const places =
    "folder" in backup.place
      ? [{ path: nearest(backup.place.folder), bytes: 1.5 * (newest?.bytes ?? database) }]
      : [];
  for (const [, needs] of Map.groupBy([scratch, ...places], ({ path }) => statSync(path).dev)) {
    const [{ path } = scratch] = needs;
    const { bavail, bsize } = statfsSync(path);
    const wanted = needs.reduce((sum, { bytes }) => sum + bytes, 0);
    if (bavail * bsize < wanted)
      return wrong(
        `the next backup needs ${formatBytes(wanted)} at ${path}, which has ${formatBytes(bavail * bsize)} free`,
        "make room, retain fewer backups, or move them to another disk",
      );
  }
  return fine("the next backup has room");
}
