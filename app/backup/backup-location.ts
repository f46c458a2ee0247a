import { join } from "node:path";
import type { Database } from "#app/database/database.ts";
import { backupPlaceFact, dropFact, readFact, readOrKeep } from "#app/database/installation.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { isAhead, openBackupStore, readBackupName } from "./backup-store.ts";
import { listBackups } from "./backups.ts";

type Looked = Pick<Database, "query" | "dialect">;

/** Nothing is to be written where the backups of this site are no longer. */
export class BackupLocationMissing extends PlainError {
  override name = "BackupLocationMissing";
}

/**
 * Throws a `BackupLocationMissing` where the place of backups held some of this site, and none of them is there any more: a disk or network
 * folder is not mounted, and what were written now would go to the disk beneath. A place that was never used may be empty.
 */
export async function requireBackupLocation(
  db: Looked,
  { backup: { place }, dataDir }: Pick<Env, "backup" | "dataDir">,
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
  const isKept = (await store.list()).some(({ name }) => {
    // One that was made by hand in the meantime says that the place is to be used.
    const takenAt = readBackupName(name)?.takenAt;
    return names.has(name) || (takenAt && takenAt > new Date(newest.taken_at));
  });
  if (isKept) return;
  throw new BackupLocationMissing(
    `There were backups of this site in ${store.place}, and none of them is there now: mount the disk or network folder that BACKUP_URL is on; nothing was written beneath it. If you emptied the place yourself, run "npm run backup -- --new-place"`,
  );
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
