import { join } from "node:path";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import type { Database } from "#app/platform/database/database.ts";
import {
  backupPlaceFact,
  deleteFact,
  readFact,
  readOrCreateFact,
} from "#app/platform/database/installation.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { isAhead, openBackupStore, readBackupName, type StoredBackup } from "./backup-store.ts";
import { type BackupRow, listBackups } from "./backups.ts";

type ReadableDatabase = Pick<Database, "query" | "dialect">;

/** Reports that the location or the key of the site's backups is missing. No backup is written. */
export class BackupLocationMissing extends PlainError {
  override name = "BackupLocationMissing";
}

/**
 * Throws a `BackupLocationMissing` if the recorded location contains none of the recorded backups,
 * for example because a disk is not mounted, or if the backups are encrypted and the key is
 * missing.
 */
export async function requireBackupLocation(
  db: ReadableDatabase,
  { backup: { place, key }, dataDir }: Pick<Env, "backup" | "dataDir">,
): Promise<void> {
  if (isInstanceFolder(db, place, dataDir)) return;
  for (const table of ["installation", "backups"]) if (!(await db.dialect.hasTable(db.query, table))) return;
  if ((await readFact(db, backupPlaceFact)) !== describePlace(place)) return;
  const known = (await listBackups(db)).filter(
    ({ name, bytes, taken_at }) =>
      bytes > 0 && readBackupName(name) !== null && !isAhead(taken_at, new Date()),
  );
  const [newest] = known;
  if (!newest) return;
  const names = new Set(known.map(({ name }) => name));
  const store = openBackupStore(place);
  const stored = await store.list();
  if (key === null) requireNoKey(newest, stored);
  const isConfirmed = stored.some(({ name }) => {
    // A newer backup made by hand confirms the location.
    const takenAt = readBackupName(name)?.takenAt;
    return names.has(name) || (takenAt && takenAt > new Date(newest.taken_at));
  });
  if (isConfirmed) return;
  throw new BackupLocationMissing(
    `There were backups of this site in ${store.place}, and none of them exists now. Mount the disk or network folder of BACKUP_URL; no backup was written. If you emptied the location yourself, run "npm run backup -- --new-place"`,
  );
}

/** Throws if the newest backup is encrypted and no later one was made by hand without a key. */
function requireNoKey({ name, taken_at }: BackupRow, stored: readonly StoredBackup[]): void {
  if (!readBackupName(name)?.isSealed) return;
  const isConfirmed = stored.some((other) => {
    const about = readBackupName(other.name);
    return about && !about.isSealed && about.takenAt > new Date(taken_at);
  });
  if (isConfirmed) return;
  throw new BackupLocationMissing(
    'BACKUP_KEY is missing, and the backups of this site are encrypted: nothing was written without it. Set BACKUP_KEY as it was; to continue without encryption, run "npm run backup -- --new-place"',
  );
}

/**
 * Whether earlier backups went to another location, so that the current one holds no known backup
 * of this site.
 */
export async function isNewBackupLocation(
  db: ReadableDatabase,
  { backup: { place }, dataDir }: Pick<Env, "backup" | "dataDir">,
): Promise<boolean> {
  if (isInstanceFolder(db, place, dataDir)) return false;
  const known = await readFact(db, backupPlaceFact);
  return known !== null && known !== describePlace(place);
}

/** Records the location. Call it only after a backup of this site was found there. */
export async function recordBackupLocation(
  db: Database,
  { backup: { place }, dataDir }: Pick<Env, "backup" | "dataDir">,
): Promise<void> {
  if (isInstanceFolder(db, place, dataDir)) return;
  const location = describePlace(place);
  if ((await readOrCreateFact(db, backupPlaceFact, location)) === location) return;
  await deleteFact(db, backupPlaceFact);
  await readOrCreateFact(db, backupPlaceFact, location);
}

/** Whether the location belongs to one instance: on PostgreSQL each has its own data folder. */
function isInstanceFolder(
  { dialect }: ReadableDatabase,
  place: Env["backup"]["place"],
  dataDir: string,
): boolean {
  return dialect.name === "postgres" && "folder" in place && place.folder === join(dataDir, "backups");
}

function describePlace(place: Env["backup"]["place"]): string {
  if ("folder" in place) return `folder ${place.folder}`;
  const { endpoint, name, prefix } = place.bucket;
  return `bucket ${endpoint.host}/${name}/${prefix}`;
}
