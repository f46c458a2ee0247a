import { join } from "node:path";
import type { Database } from "#app/database/database.ts";
import { backupPlaceFact, dropFact, readFact, readOrKeep } from "#app/database/installation.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { isAhead, openBackupStore, readBackupName, type StoredBackup } from "./backup-store.ts";
import { type BackupRow, listBackups } from "./backups.ts";

type Looked = Pick<Database, "query" | "dialect">;

/** The place or the key of the site's backups is missing, and nothing is written. */
export class BackupLocationMissing extends PlainError {
  override name = "BackupLocationMissing";
}

/**
 * Throws a `BackupLocationMissing` where the place of backups held some of this site, and none of them is there any more: a disk or network
 * folder is not mounted, and what were written now would go to the disk beneath. The same where they were sealed and the key is missing.
 */
export async function requireBackupLocation(
  db: Looked,
  { backup: { place, key }, dataDir }: Pick<Env, "backup" | "dataDir">,
): Promise<void> {
  if (isOfEachInstance(db, place, dataDir)) return;
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
  const isThere = stored.some(({ name }) => {
    // One that was made by hand in the meantime says that the place is to be used.
    const takenAt = readBackupName(name)?.takenAt;
    return names.has(name) || (takenAt && takenAt > new Date(newest.taken_at));
  });
  if (isThere) return;
  throw new BackupLocationMissing(
    `There were backups of this site in ${store.place}, and none of them is there now: mount the disk or network folder that BACKUP_URL is on; nothing was written beneath it. If you emptied the place yourself, run "npm run backup -- --new-place"`,
  );
}

/** Throws where the newest backup was sealed, and none was made by hand without a key since. */
function requireNoKey({ name, taken_at }: BackupRow, stored: readonly StoredBackup[]): void {
  if (!readBackupName(name)?.isSealed) return;
  const isMeant = stored.some((other) => {
    const about = readBackupName(other.name);
    return about && !about.isSealed && about.takenAt > new Date(taken_at);
  });
  if (isMeant) return;
  throw new BackupLocationMissing(
    'BACKUP_KEY is missing, and the backups of this site are encrypted: nothing was written without it. Set BACKUP_KEY as it was; to go on without encryption, run "npm run backup -- --new-place"',
  );
}

/** Whether backups were in another place before, so that nothing of this site is known to be in the present one. */
export async function isNewBackupLocation(
  db: Looked,
  { backup: { place }, dataDir }: Pick<Env, "backup" | "dataDir">,
): Promise<boolean> {
  if (isOfEachInstance(db, place, dataDir)) return false;
  const known = await readFact(db, backupPlaceFact);
  return known !== null && known !== describePlace(place);
}

/** To be told after a backup of this site was seen in the place. */
export async function recordBackupLocation(
  db: Database,
  { backup: { place }, dataDir }: Pick<Env, "backup" | "dataDir">,
): Promise<void> {
  if (isOfEachInstance(db, place, dataDir)) return;
  const said = describePlace(place);
  if ((await readOrKeep(db, backupPlaceFact, said)) === said) return;
  await dropFact(db, backupPlaceFact);
  await readOrKeep(db, backupPlaceFact, said);
}

/** Instances on one PostgreSQL each have a data folder of their own. */
function isOfEachInstance({ dialect }: Looked, place: Env["backup"]["place"], dataDir: string): boolean {
  return dialect.name === "postgres" && "folder" in place && place.folder === join(dataDir, "backups");
}

function describePlace(place: Env["backup"]["place"]): string {
  if ("folder" in place) return `folder ${place.folder}`;
  const { endpoint, name, prefix } = place.bucket;
  return `bucket ${endpoint.host}/${name}/${prefix}`;
}
