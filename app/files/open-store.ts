import { join } from "node:path";
import type { Bucket } from "#app/platform/files-env.ts";
import { WrongSetting } from "#app/platform/wrong-setting.ts";
import { openDiskStore } from "./disk-store.ts";
import { openDrafts } from "./drafts.ts";
import { openS3Store } from "./s3-store.ts";
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
