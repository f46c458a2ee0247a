import { isPlainError, PlainError } from "#app/platform/domain-error.ts";
import {
  type BackupStore,
  byMoment,
  formatAhead,
  isAhead,
  readBackupName,
  type StoredBackup,
} from "./backup-store.ts";
import { type BackupHeader, BrokenBackup, readBackupHeader } from "./file/format.ts";
import { type BackupAccess, named, unpack } from "./file/packing.ts";
import { readFirstLine, readPageFile } from "./increments/page-file.ts";
import type { PagePlace } from "./increments/read-increment.ts";
import { idOf } from "./restore-backup.ts";

/**
 * The id of the database that a whole backup is of. A restored database keeps the id it had, so it knows its former backups by it.
 * Reads the beginning alone. Throws a `PlainError` for another key, a `BrokenBackup` for what is no backup.
 */
export async function readDatabaseOf(
  store: Pick<BackupStore, "read">,
  name: string,
  access: BackupAccess,
): Promise<string> {
  return idOf(await readHeaderOf(store, name, access));
}

/** What the first line says; throws as `readDatabaseOf` does. */
function readHeaderOf(
  store: Pick<BackupStore, "read">,
  name: string,
  { key, takesUnsealed = false }: BackupAccess,
): Promise<BackupHeader> {
  return readBackupHeader(named(name, unpack(store.read(name), { key, takesUnsealed })));
}

/** The same of a base, an increment, or files. Throws as well where the whole backup that would tell is gone. */
export async function readDatabaseOfPages(
  { backups, pages, key, takesUnsealed = false }: PagePlace,
  { name }: Pick<StoredBackup, "name">,
): Promise<string> {
  const { database, backup } = await readFirstLine(
    named(name, readPageFile(pages.read(name), { key, takesUnsealed })),
  );
  return database ?? (await readDatabaseOf(backups, backup, { key, takesUnsealed }));
}

/** Tells of each backup whose it is, and reads it once for that; null for one that can't be read with the key. */
export function rememberDatabases(
  store: Pick<BackupStore, "read">,
  key: string | null,
): (name: string) => Promise<string | null> {
  const known = new Map<string, string | null>();
  return async (name) => {
    if (!known.has(name)) known.set(name, await readDatabaseOf(store, name, { key }).catch(orNull));
    return known.get(name) ?? null;
  };
}

function orNull(error: unknown): null {
  if (isPlainError(error)) return null;
  throw error;
}

interface LatestBackup {
  name: string;
  takenAt: Date;
  /** The id of the database it is of. */
  database: string;
}

interface LatestOptions {
  /** The id of the database that is there; null on a machine that has none. */
  database: string | null;
  now: Date;
  /** Names of backups that are known to be damaged. */
  without?: readonly string[];
  /** Hears of those that are passed over, and why. */
  log(line: string): void;
}

/**
 * The newest whole backup of the given database, or of the only one that is backed up there; those made before an update have no
 * files, and are taken by name alone. What is broken, or named ahead of now, is passed over. Throws a `PlainError` where there is
 * none, where there are backups of several databases, and where the newest does not open with the key.
 */
export async function findLatest(
  { backups, ...access }: Omit<PagePlace, "pages">,
  { database, now, without = [], log }: LatestOptions,
): Promise<LatestBackup> {
  const stored = (await backups.list())
    .map(({ name }) => ({ name, about: readBackupName(name) }))
    .flatMap(({ name, about }) => (about && about.reason !== "update" ? [{ name, ...about }] : []))
    .filter(({ name }) => !without.includes(name))
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
      if (!(error instanceof BrokenBackup))
        throw new PlainError(`${error.message} Or name another one to restore.`);
      log(`${name} is passed over: ${error.message}`);
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
      `There are backups of ${each.length} databases in ${backups.place}. Name the one to restore.\nThe newest ${each.join("\nThe newest ")}`,
    );
  }
  const ahead = stored.filter(({ takenAt }) => isAhead(takenAt, now)).map(({ name }) => name);
  if (ahead.length > 0 && !isAhead(latest.takenAt, now)) log(formatAhead(ahead));
  return latest;
}
