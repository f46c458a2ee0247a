import type { Generated } from "kysely";

/** Work that one instance does for all, from the first time it was done. */
export interface LeaseTable {
  /** What is done. */
  name: string;
  /** The instance that does it or did it last. */
  holder: string;
  /** New each time it is taken. */
  token: string;
  held_since: string;
  /** From then on the next may take it. */
  until: string;
  /** Null while it is held, and when its holder ended without being done. */
  done_at: string | null;
}

/** What was changed, for the caches of other instances; empty in the embedded database. */
export interface ChangeTable {
  seq: Generated<string>;
  /** The transaction that wrote it. */
  xid: Generated<string>;
  /** Cache tags, one a line. */
  labels: string;
  at: string;
}

/** A process that runs on this database, or did until lately. */
export interface InstanceTable {
  id: string;
  /** Machine and port, for people. */
  name: string;
  version: string;
  started_at: string;
  seen_at: string;
  /** Where its files are, for people. */
  files: string;
  /** The same for all that have the same files. */
  files_mark: string;
  /** How it hears of changes. */
  hears: "notices" | "polling" | "itself";
  lag_ms: number;
}

/** A file kept in the database: its name in the store, or its path in the trash. */
export interface StoredFileTable {
  path: string;
  /** Bytes. */
  size: number;
  changed_at: string;
}

export interface StoredChunkTable {
  path: string;
  /** 0, 1, 2 … */
  number: number;
  bytes: Uint8Array;
}
