import { PlainError } from "#app/platform/domain-error.ts";
import { byMoment, isAhead, readBackupName, sayAhead } from "./backup-store.ts";
import { BrokenBackup } from "./file/format.ts";
import type { PagePlace } from "./increments/read-increment.ts";
import { idOf } from "./restore-backup.ts";
import { readHeaderOf } from "./whose.ts";

export interface LatestBackup {
  name: string;
  takenAt: Date;
  /** The id of the database it is of. */
  database: string;
}

interface LatestOptions {
  /** The id of the database that is there; null on a machine that has none. */
  database: string | null;
  now: Date;
  /** Hears of those that are passed over, and why. */
  tell(line: string): void;
}

/**
 * The newest whole backup of the given database, or of the only one that is backed up there; those made before an update have no
 * files, and are taken by name alone. What is broken, or named ahead of now, is passed over. Throws a `PlainError` where there is
 * none, where there are backups of several databases, and where the newest does not open with the key.
 */
export async function findLatest(
  { backups, ...access }: Omit<PagePlace, "pages">,
  { database, now, tell }: LatestOptions,
): Promise<LatestBackup> {
  const stored = (await backups.list())
    .map(({ name }) => ({ name, about: readBackupName(name) }))
    .flatMap(({ name, about }) => (about && about.reason !== "update" ? [{ name, ...about }] : []))
    .toSorted(byMoment(now));
  const newestOf = new Map<string, LatestBackup>();
  for (const { name, takenAt } of stored) {
    try {
      const header = await readHeaderOf(backups, name, access);
      const found = idOf(header);
      if (database !== null && found !== database) continue;
      // Made before the first start, or long ago: older than one that says whose it is, it is no second site's.
      if (header.database === null && newestOf.size > 0) continue;
      if (!newestOf.has(found)) newestOf.set(found, { name, takenAt, database: found });
      if (database !== null) break;
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      if (newestOf.size > 0) continue;
      if (!(error instanceof BrokenBackup)) throw new PlainError(`${error.message} ${byName}`);
      tell(`${name} is passed over: ${error.message}`);
    }
  }
  const [latest, ...others] = newestOf.values();
  if (!latest)
    throw new PlainError(
      `There is no whole backup${database === null ? "" : " of this database"} in ${backups.place}: correct BACKUP_URL, or mount what it is on; of a site that is there, "npm run backup" makes one.`,
    );
  if (others.length > 0) {
    const each = [latest, ...others].map((one) => `of database ${one.database}: ${one.name}`);
    throw new PlainError(
      `There are backups of ${each.length} databases in ${backups.place}. ${byName}\nThe newest ${each.join("\nThe newest ")}`,
    );
  }
  const ahead = stored.filter(({ takenAt }) => isAhead(takenAt, now)).map(({ name }) => name);
  if (ahead.length > 0 && !isAhead(latest.takenAt, now)) tell(sayAhead(ahead));
  return latest;
}

const byName = "Name the one to restore.";
