import { readOrKeep } from "#app/database/installation.ts";
import { fillNewDatabase, openDatabase } from "#app/database/open.ts";
import { dropSealed, knowsSecret } from "#app/database/secret-check.ts";
import { addressOfFiles, openFileStore, placeOfFiles } from "#app/files/store/open-store.ts";
import { claimFiles } from "#app/files/store/site-files.ts";
import { copyMissingFiles, type FileStore } from "#app/files/store/store.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { hasSecret } from "#app/platform/secrets/secret.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { type BackupHeader, sha256Of } from "./file/format.ts";
import { keepNamedFiles } from "./named-files.ts";
import { type RestoredBackup, restoreBackup } from "./restore-backup.ts";

export interface SiteRestore {
  /** As `backupLines` wrote them. */
  lines: AsyncIterable<Uint8Array>;
  /** Stored files from elsewhere, of which those are taken that a row names. */
  files?: AsyncIterable<{ name: string; bytes: Buffer }>;
  /** The secret is lost for good: what only it could read is dropped. */
  withoutSecret: boolean;
}

export interface RestoredSite extends RestoredBackup {
  /** Stored files that were taken, and all their bytes. */
  files: number;
  fileBytes: number;
  /** What is missing, in words. */
  problems: string[];
}

/**
 * Restores a whole site where the deployer's is to be. Nothing that is there is overwritten: where there is a database, or files
 * that are not those of this backup, it throws a `PlainError`. After a kill it can be begun again; until it has ended there is
 * no database.
 */
export async function restoreSite(
  env: Env,
  { lines, files: fromElsewhere, withoutSecret }: SiteRestore,
): Promise<RestoredSite> {
  // In the database they can be kept only when its tables are there for everybody.
  const first = { ...env, filesInDatabase: false };
  const whole = await fillNewDatabase(env, "npm run restore", async (db) => {
    const files = await openFileStore(first);
    const restored = await restoreBackup(db, lines, {
      async onHeader(header) {
        if (!withoutSecret) requireSecret(env, header);
        await claimFiles(files, {
          database: idOf(header),
          address: addressOfFiles(first),
          place: placeOfFiles(first),
        });
      },
      keepFile: (name, bytes) => keepFile(files, name, bytes),
    });
    const named = fromElsewhere
      ? await keepNamedFiles(db, fromElsewhere, (name, bytes) => keepFile(files, name, bytes))
      : { count: 0, bytes: 0, problems: [] };
    await readOrKeep(db, "id", idOf(restored.header));
    if (withoutSecret) await dropSealed(db, env);
    const { trailer } = restored;
    return {
      ...restored,
      files: trailer.files + named.count,
      fileBytes: trailer.fileBytes + named.bytes,
      problems: [...trailer.problems, ...named.problems],
    };
  });
  if (env.filesInDatabase) {
    await using open = await openDatabase(env, "npm run restore", () => {});
    await copyMissingFiles(await openFileStore(first), await openFileStore(env, undefined, open.db));
  }
  return whole;
}

/** The same each time a backup is restored, also one from before databases had an id. */
function idOf({ database, takenAt }: BackupHeader): string {
  return database ?? `restored-${takenAt}`;
}

/** What others have put there in the meantime stays. */
async function keepFile(files: FileStore, name: string, bytes: Buffer): Promise<void> {
  const there = await files.read(name);
  if (there === null) return files.put(name, bytes);
  if (sha256Of(there) !== sha256Of(bytes))
    throw new PlainError(`The file ${name} is there already, with other bytes, and is not overwritten.`);
}

/** Before anything would make a new one. */
function requireSecret(env: Env, { secretCheck }: BackupHeader): void {
  if (secretCheck === null) return;
  const place = env.databaseUrl === null ? `SECRET or ${env.dataDir}/secret` : "SECRET";
  const loss =
    'if it is lost for good, add "--without-secret": two-factor authentication is then set up anew';
  if (!hasSecret(env))
    throw new PlainError(`The secret of the backed-up site is needed as well, as ${place}; ${loss}.`);
  if (!knowsSecret(env, secretCheck))
    throw new PlainError(
      `SECRET: it is not the one of the backed-up site: give that one as ${place}; ${loss}.`,
    );
}
