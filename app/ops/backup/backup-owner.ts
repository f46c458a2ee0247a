import { isPlainError, PlainError } from "#app/lib/errors/domain-error.ts";
import {
  type BackupStore,
  byMoment,
  formatFutureBackups,
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
 * Reads the database id from the header of a full backup; a restored database keeps its id. Throws
 * a `PlainError` for a wrong key and a `BrokenBackup` for any other file.
 */
export async function readDatabaseOf(
  store: Pick<BackupStore, "read">,
  name: string,
  access: BackupAccess,
): Promise<string> {
  return idOf(await readHeaderOf(store, name, access));
}

/** Reads the header; throws as `readDatabaseOf` does. */
function readHeaderOf(
  store: Pick<BackupStore, "read">,
  name: string,
  { key, takesUnsealed = false }: BackupAccess,
): Promise<BackupHeader> {
  return readBackupHeader(named(name, unpack(store.read(name), { key, takesUnsealed })));
}

/**
 * Reads the database id of a base, an increment or a file part. Also throws if an old part lacks
 * the id and its full backup is missing.
 */
export async function readDatabaseOfPages(
  { backups, pages, key, takesUnsealed = false }: PagePlace,
  { name }: Pick<StoredBackup, "name">,
): Promise<string> {
  const { database, backup } = await readFirstLine(
    named(name, readPageFile(pages.read(name), { key, takesUnsealed })),
  );
  return database ?? (await readDatabaseOf(backups, backup, { key, takesUnsealed }));
}

/** Returns a cached lookup of each backup's database id; null if the key does not open it. */
export function cacheDatabaseIds(
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
  /** The id of the backed-up database. */
  database: string;
}

interface LatestOptions {
  /** The id of the existing database; null on a new machine. */
  database: string | null;
  now: Date;
  /** Names of damaged backups. */
  without?: readonly string[];
  /** Receives a line for each skipped backup. */
  log(line: string): void;
}

/**
 * Finds the newest full backup of the database, or of the only database backed up there; skips
 * broken, future and pre-update ones. Throws a `PlainError` if no backup matches, if several databases
 * match, or if the key does not open the newest.
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
      // A backup without an id is old; if a newer one has an id, both are of that site.
      if (header.database === null && newestOf.size > 0) continue;
      if (!newestOf.has(found)) newestOf.set(found, { name, takenAt, database: found });
      if (database !== null) break;
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      if (newestOf.size > 0) continue;
      if (!(error instanceof BrokenBackup))
        throw new PlainError(`${error.message} Or name another one to restore.`);
      log(`${name} is skipped: ${error.message}`);
    }
  }
  const [latest, ...others] = newestOf.values();
  if (!latest)
    throw new PlainError(
      `There is no full backup${database === null ? "" : " of this database"} in ${backups.place}: correct BACKUP_URL, or mount its disk. On a machine with the site, "npm run backup" makes one.`,
    );
  if (others.length > 0) {
    const each = [latest, ...others].map((one) => `of database ${one.database}: ${one.name}`);
    throw new PlainError(
      `There are backups of ${each.length} databases in ${backups.place}. Name the one to restore.\nThe newest ${each.join("\nThe newest ")}`,
    );
  }
  const ahead = stored.filter(({ takenAt }) => isAhead(takenAt, now)).map(({ name }) => name);
  if (ahead.length > 0 && !isAhead(latest.takenAt, now)) log(formatFutureBackups(ahead));
  return latest;
}
