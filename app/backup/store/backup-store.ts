/** Where backups are kept, each under the name that `backupName` made. */
export interface BackupStore {
  /** For people. */
  place: string;
  /** Nothing has the name before `finish`, however the process ends. */
  write(name: string): Promise<BackupDraft>;
  /** Throws a `PlainError` when there is no such backup. */
  read(name: string): AsyncIterable<Uint8Array>;
  list(): Promise<StoredBackup[]>;
  /** No error when there is none. */
  remove(name: string): Promise<void>;
  /** Removes what killed processes have left half written. */
  tidy(now: Date): Promise<void>;
}

export interface BackupDraft {
  append(chunk: Uint8Array): Promise<void>;
  /** It has reached the disk under its name when this resolves; answers how many bytes. */
  finish(): Promise<number>;
  abandon(): Promise<void>;
}

export interface StoredBackup {
  name: string;
  bytes: number;
}

/** Longer than a backup that is still being written keeps silent. */
export const draftMs = 6 * 3_600_000;
