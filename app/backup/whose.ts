import { isPlainError } from "#app/platform/domain-error.ts";
import type { BackupStore, StoredBackup } from "./backup-store.ts";
import { type BackupHeader, readBackupHeader } from "./file/format.ts";
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
export function readHeaderOf(
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
