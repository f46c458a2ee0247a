import { join } from "node:path";
import type { Database } from "#app/database/database.ts";
import type { Env } from "#app/platform/settings/env.ts";
import type { Bucket } from "#app/platform/settings/files-env.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import { openClamd, scanDocuments } from "../documents/virus-scanner.ts";
import { openDrafts } from "../library/drafts.ts";
import { openDiskStore } from "./disk-store.ts";
import { openS3Store } from "./s3-store.ts";
import { FilesOfAnother, openSiteFiles, type SiteFiles } from "./site-files.ts";
import type { FileStore } from "./store.ts";

/**
 * Opens the place of files that the deployer chose. A bucket that refuses us is a wrong setting; one that gives no answer
 * now may do so soon: a site that gives `warn` is told, and starts all the same.
 */
export async function openFileStore(
  { dataDir, bucket }: { dataDir: string; bucket: Bucket | null },
  warn?: (error: unknown) => void,
): Promise<FileStore> {
  const folder = join(dataDir, "files");
  if (bucket === null) return openDiskStore(folder);
  const drafts = await openDrafts(join(folder, ".drafts"));
  await drafts.tidy(new Date());
  const store = openS3Store(bucket, drafts);
  await store.check().catch((error) => {
    if (error instanceof WrongSetting || !warn) throw error;
    warn(error);
  });
  return store;
}

/** Where files are kept, for people. */
export function placeOfFiles({ dataDir, bucket }: { dataDir: string; bucket: Bucket | null }): string {
  return bucket === null
    ? join(dataDir, "files")
    : `the bucket ${[bucket.name, bucket.prefix].filter(Boolean).join("/")}`;
}

/** The files of the deployer's site, guarded as `openSiteFiles` says. */
export async function openFilesOfSite(
  env: Pick<Env, "dataDir" | "bucket" | "databaseUrl" | "publicUrl" | "scanner">,
  db: Database,
  warn?: (error: unknown) => void,
): Promise<SiteFiles> {
  const mayBeShared = env.bucket !== null || env.databaseUrl !== null;
  const store = await openFileStore(env, warn);
  const scanned = env.scanner
    ? scanDocuments(store, openClamd(env.scanner, warn ? { onAway: warn } : {}))
    : store;
  return openSiteFiles(db, scanned, mayBeShared ? env.publicUrl.host : null);
}

/**
 * For a database that nothing was ever saved in: throws a `FilesOfAnother` when the files here belong to another one, since
 * then a setting was forgotten, or the database is still to be restored.
 */
export async function refuseFilesOfAnother(
  env: Pick<Env, "dataDir" | "bucket" | "databaseUrl" | "publicUrl" | "scanner">,
  db: Database,
): Promise<void> {
  const files = await openFilesOfSite(env, db, () => {});
  // Storage that gives no answer was told of already.
  const owner = await files.owner().catch(() => null);
  if (owner !== "other-database") return;
  const variable = env.bucket === null ? "DATA_DIR" : "FILES_URL";
  throw new FilesOfAnother(
    `${variable}: the files in ${placeOfFiles(env)} belong to another database, and the one here is empty: set DATABASE_URL as it was, restore the database first, or give another ${variable}; if the files are to be this site's, run "npm run files -- adopt"`,
  );
}
