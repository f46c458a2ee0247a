import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { type Database, write } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { BackupEnv } from "#app/platform/settings/files-env.ts";
import { openBackupStore } from "./store/open-backup-store.ts";

export interface BackupDownload {
  bytes: number;
  /** As it lies there: one that is sealed stays so. */
  chunks: AsyncIterable<Uint8Array>;
}

/** Hands a backup out to an admin, and puts that on record. Throws a DomainError when there is none of the name. */
export async function downloadBackup(
  db: Database,
  place: BackupEnv["place"],
  name: string,
  { actor }: ActionContext,
): Promise<BackupDownload> {
  const store = openBackupStore(place);
  const stored = (await store.list()).find((one) => one.name === name);
  if (!stored) throw new DomainError("missing", "There is no such backup.");
  await write(db, (tx) => recordAudit(tx, actor, "backup.download", "", name));
  return { bytes: stored.bytes, chunks: store.read(name) };
}
