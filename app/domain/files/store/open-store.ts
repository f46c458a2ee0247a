import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatCount } from "#app/lib/text/counts.ts";
import type { Database } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import type { Env } from "#app/platform/settings/env.ts";
import type { Bucket } from "#app/platform/settings/files-env.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import { openClamd, scanDocuments } from "../documents/virus-scanner.ts";
import { openDatabaseStore } from "./database-store.ts";
import { openDiskStore, readDiskMark } from "./disk-store.ts";
import { openS3Store, readBucketMark } from "./s3-store.ts";
import { FilesOfAnother, measureFiles, openSiteFiles, type SiteFiles } from "./site-files.ts";
import { type FileStore, openDrafts } from "./store.ts";

/** Location of files: PostgreSQL, a bucket, or the data folder. */
export interface FilesPlace {
  dataDir: string;
  bucket: Bucket | null;
  filesInDatabase?: boolean;
}

/**
 * Opens the configured file store; `db` is needed for files in the database. A bucket that refuses
 * access throws; one that does not answer throws only without `warn`.
 */
export async function openFileStore(
  { dataDir, bucket, filesInDatabase = false }: FilesPlace,
  warn?: (error: unknown) => void,
  db?: Database,
): Promise<FileStore> {
  const folder = join(dataDir, "files");
  if (filesInDatabase) {
    if (!db) throw new Error("Files in the database can be opened only with it.");
    const drafts = await openDrafts(join(folder, ".drafts"));
    await drafts.removeStale(new Date());
    return openDatabaseStore(db, drafts, join(folder, ".copies"));
  }
  if (bucket === null) return openDiskStore(folder);
  const drafts = await openDrafts(join(folder, ".drafts"));
  await drafts.removeStale(new Date());
  const store = openS3Store(bucket, drafts);
  await store.check().catch((error) => {
    if (error instanceof WrongSetting || !warn) throw error;
    warn(error);
  });
  return store;
}

/** The location of files, for messages. */
export function placeOfFiles({ dataDir, bucket, filesInDatabase }: FilesPlace): string {
  if (filesInDatabase) return "PostgreSQL";
  return bucket === null
    ? join(dataDir, "files")
    : `the bucket ${[bucket.name, bucket.prefix].filter(Boolean).join("/")}`;
}

/**
 * An identifier shared by all sites with the same files; for a folder it is stored in the file
 * `.id`.
 */
export async function markOfPlace({ dataDir, bucket, filesInDatabase }: FilesPlace): Promise<string> {
  if (filesInDatabase) return "database";
  if (bucket !== null) return `bucket ${bucket.endpoint.host}/${bucket.name}/${bucket.prefix}`;
  const path = join(dataDir, "files", ".id");
  // Of several first starts in one folder, one creates the id and all read it.
  await writeFile(path, newId(), { flag: "wx" }).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
  return `folder ${await readFile(path, "utf8")}`;
}

/** Opens the site's files with the protection of `openSiteFiles`. */
export async function openFilesOfSite(
  env: Pick<Env, "databaseUrl" | "publicUrl" | "scanner"> & FilesPlace,
  db: Database,
  warn?: (error: unknown) => void,
): Promise<SiteFiles> {
  const store = await openFileStore(env, warn, db);
  const scanned = env.scanner
    ? scanDocuments(store, openClamd(env.scanner, warn ? { onAway: warn } : {}))
    : store;
  return openSiteFiles(db, scanned, addressOfFiles(env));
}

/** The public host if sites at other addresses could use the same files, else null. */
export function addressOfFiles(
  env: Pick<Env, "bucket" | "databaseUrl" | "publicUrl"> & Pick<FilesPlace, "filesInDatabase">,
): string | null {
  // A copy of the database includes its files.
  if (env.filesInDatabase) return null;
  return env.bucket !== null || env.databaseUrl !== null ? env.publicUrl.host : null;
}

/**
 * Throws a `FilesOfAnother` if a new database would use the files of another one, because a setting
 * is wrong or a restore is pending.
 */
export async function refuseFilesOfAnother(
  env: Pick<Env, "databaseUrl" | "publicUrl" | "scanner"> & FilesPlace,
  db: Database,
): Promise<void> {
  const files = await openFilesOfSite(env, db, () => {});
  // Storage that does not answer was reported before.
  const owner = await files.owner().catch(() => null);
  if (owner !== "other-database") return;
  throw filesOfAnother(env);
}

/**
 * Throws a `FilesOfAnother` if files with a mark exist but the database has no tables. Makes no
 * change; unmarked files are not detected.
 */
export async function refuseFilesOfLost(env: FilesPlace): Promise<void> {
  if (env.filesInDatabase) return;
  const mark = env.bucket === null ? readDiskMark(join(env.dataDir, "files")) : readBucketMark(env.bucket);
  // Storage that does not answer is reported when it is opened.
  if ((await mark.catch(() => null)) !== null) throw filesOfAnother(env);
}

/**
 * Throws a `WrongSetting` if the database has files and their location is empty, because a setting
 * or disk is missing.
 */
export async function refuseEmptyPlace(env: FilesPlace, db: Database): Promise<void> {
  const store = await openFileStore(env, () => {}, db);
  // Storage that does not answer is reported when the site opens it.
  const isEmpty = async () => (await store.readMark()) === null && (await store.list()).length === 0;
  if (!(await isEmpty().catch(() => false))) return;
  const { files } = await measureFiles(db);
  if (files === 0) return;
  throw new WrongSetting(
    "FILES_URL",
    `the library has ${formatCount(files, "file")}, and ${placeOfFiles(env)} has none: set FILES_URL and DATA_DIR as they were, or put the files there; if they are permanently lost, run "npm run files -- adopt"`,
  );
}

function filesOfAnother(env: FilesPlace): FilesOfAnother {
  const variable = env.bucket === null ? "DATA_DIR" : "FILES_URL";
  return new FilesOfAnother(
    `${variable}: the files in ${placeOfFiles(env)} belong to another database, and the one here is empty: set DATABASE_URL and DATA_DIR as they were, restore the database first, or give another ${variable}; if the files are to be this site's, run "npm run files -- adopt"`,
  );
}
