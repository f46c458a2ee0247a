import type { BackupEnv } from "#app/platform/settings/files-env.ts";
import type { BackupStore } from "./backup-store.ts";
import { openBackupBucket } from "./bucket.ts";
import { openBackupFolder } from "./folder.ts";
import { isBackupName } from "./names.ts";

/**
 * The place of backups that the deployer chose.
 * @param isOurs which names it keeps, lists and removes; all others are left alone
 */
export function openBackupStore(
  place: BackupEnv["place"],
  isOurs: (name: string) => boolean = isBackupName,
): BackupStore {
  return "folder" in place ? openBackupFolder(place.folder, isOurs) : openBackupBucket(place.bucket, isOurs);
}
