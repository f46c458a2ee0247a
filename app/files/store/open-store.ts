import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "#app/database/database.ts";
import { newId } from "#app/platform/id.ts";
import type { Env } from "#app/platform/settings/env.ts";
import type { Bucket } from "#app/platform/settings/files-env.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import { formatCount } from "#app/text/counts.ts";
import { openClamd, scanDocuments } from "../documents/virus-scanner.ts";
import { openDatabaseStore } from "./database-store.ts";
import { openDiskStore, readDiskMark } from "./disk-store.ts";
import { openS3Store, readBucketMark } from "./s3-store.ts";
import { FilesOfAnother, measureFiles, openSiteFiles, type SiteFiles } from "./site-files.ts";
import { type FileStore, openDrafts } from "./store.ts";

/** Where files are kept: in PostgreSQL, in a bucket, or in the data folder. */
export interface FilesPlace {
  dataDir: string;
  bucket: Bucket | null;
  filesInDatabase?: boolean;
}

/**
 * Opens the place of files that the deployer chose. A bucket that refuses us is a wrong setting; one that gives no answer
 * now may do so soon: a site that gives `warn` is told, and starts all the same.
 * @param db for files that are kept in it
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

/** Where files are kept, for people. */
export function placeOfFiles({ dataDir, bucket, filesInDatabase }: FilesPlace): string {
  if (filesInDatabase) return "PostgreSQL";
  return bucket === null
    ? join(dataDir, "files")
    : `the bucket ${[bucket.name, bucket.prefix].filter(Boolean).join("/")}`;
}

/** A text that is the same for all who have the same files; puts an id beside those of a folder. */
export async function markOfPlace({ dataDir, bucket, filesInDatabase }: FilesPlace): Promise<string> {
  if (filesInDatabase) return "database";
  if (bucket !== null) return `bucket ${bucket.endpoint.host}/${bucket.name}/${bucket.prefix}`;
  const path = join(dataDir, "files", ".id");
  // Of several first starts at once in one folder, all read what the first has written.
  await writeFile(path, newId(), { flag: "wx" }).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
  return `folder ${await readFile(path, "utf8")}`;
}

/** The files of the deployer's site, guarded as `openSiteFiles` says. */
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

/** The public host, where sites at several addresses could reach the same files; null where they can't. */
export function addressOfFiles(
  env: Pick<Env, "bucket" | "databaseUrl" | "publicUrl"> & Pick<FilesPlace, "filesInDatabase">,
): string | null {
  // Files in the database go along with every copy of it.
  if (env.filesInDatabase) return null;
  return env.bucket !== null || env.databaseUrl !== null ? env.publicUrl.host : null;
}

/**
 * For a database that nothing was ever saved in: throws a `FilesOfAnother` when the files here belong to another one, since
 * then a setting was forgotten, or the database is still to be restored.
 */
export async function refuseFilesOfAnother(
  env: Pick<Env, "databaseUrl" | "publicUrl" | "scanner"> & FilesPlace,
  db: Database,
): Promise<void> {
  const files = await openFilesOfSite(env, db, () => {});
  // Storage that gives no answer was told of already.
  const owner = await files.owner().catch(() => null);
  if (owner !== "other-database") return;
  throw filesOfAnother(env);
}

/**
 * The same before there is any table, for a database that is gone or empty where there was one: nothing is made. Files whose mark
 * was lost tell nothing.
 */
export async function refuseFilesOfLost(env: FilesPlace): Promise<void> {
  if (env.filesInDatabase) return;
  const mark = env.bucket === null ? readDiskMark(join(env.dataDir, "files")) : readBucketMark(env.bucket);
  // A place that gives no answer is told of when it is opened.
  if ((await mark.catch(() => null)) !== null) throw filesOfAnother(env);
}

/** Throws a `WrongSetting` where the database knows files and their place holds nothing: a setting or a disk is missing. */
export async function refuseEmptyPlace(env: FilesPlace, db: Database): Promise<void> {
  const store = await openFileStore(env, () => {}, db);
  // A place that gives no answer is reported when the site opens it.
  const isEmpty = async () => (await store.readMark()) === null && (await store.list()).length === 0;
  if (!(await isEmpty().catch(() => false))) return;
  const { files } = await measureFiles(db);
  if (files === 0) return;
  throw new WrongSetting(
    "FILES_URL",
    `the library has ${formatCount(files, "file")}, and ${placeOfFiles(env)} has none: set FILES_URL and DATA_DIR as they were, or put the files there; if they are lost for good, run "npm run files -- adopt"`,
  );
}

function filesOfAnother(env: FilesPlace): FilesOfAnother {
  const variable = env.bucket === null ? "DATA_DIR" : "FILES_URL";
  return new FilesOfAnother(
    `${variable}: the files in ${placeOfFiles(env)} belong to another database, and the one here is empty: set DATABASE_URL and DATA_DIR as they were, restore the database first, or give another ${variable}; if the files are to be this site's, run "npm run files -- adopt"`,
  );
}
