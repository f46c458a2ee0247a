import type { Kysely, RawBuilder, Transaction } from "kysely";
import type { Schema } from "../schema.ts";

/** Parts in which the embedded database and PostgreSQL differ. */
export interface Engine {
  readonly dialect: Dialect;
  readonly search: Search;
  readonly locks: Locks;
  readonly changes: ChangeLog;
  readonly backup: TableBackup;
  /** The file of the embedded database; null with PostgreSQL. */
  readonly file: DatabaseFile | null;
  /** The connections to the database server; null with the embedded database. */
  readonly pool: ConnectionPool | null;
}

/** An open database, before it has the key of its encrypted columns. */
export interface Connection extends Engine {
  readonly query: Kysely<Schema>;
  close(): Promise<void>;
}

/** Differences in SQL. */
export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** Column type for text that is compared byte by byte. */
  readonly keyType: "text" | `text collate "C"`;
  /** The current time of the database plus `milliseconds`, as stored in columns. All instances share this clock. */
  timestampIn(milliseconds: number): RawBuilder<string>;
  /** Ends a query that claims rows: rows locked by another transaction are skipped. */
  readonly skipLocked: RawBuilder<unknown>;
  isUniqueViolation(error: unknown): boolean;
  /** Whether a row violates a constraint of its table. */
  isConstraintViolation(error: unknown): boolean;
  hasTable(query: Kysely<Schema>, name: string): Promise<boolean>;
  /** Size of the database on disk in bytes. */
  readSize(query: Kysely<Schema>): Promise<number>;
}

/** Full-text search; callers split and fold the words. */
export interface Search {
  readonly entries: EntrySearch;
  readonly leads: LeadSearch;
  /** Empties all indexes. */
  clear(query: Kysely<Schema>): Promise<void>;
}

/** The words of an entry. */
export interface SearchDocument {
  entryId: string;
  kind: string;
  title: string[];
  summary: string[];
  body: string[];
}

export interface SearchHit {
  entryId: string;
  kind: string;
}

/** Maximum number of hits that a search ranks, since ranking reads each hit. */
export const maxRankedHits = 200;

export interface EntrySearch {
  /** Creates the index of entries and one of titles, so that a search in titles reads no texts. */
  create(query: Kysely<Schema>): Promise<void>;
  index(query: Kysely<Schema>, document: SearchDocument): Promise<void>;
  remove(query: Kysely<Schema>, entryId: string): Promise<void>;
  /** Finds public entries that contain the terms, best first. */
  find(query: Kysely<Schema>, wanted: WantedEntries, limit: number): Promise<SearchHit[]>;
}

/** Alternatives of a term; an entry must contain all words of one. Words match by prefix unless `isWholeWord`. */
export type SearchTerm = readonly (readonly string[])[];

/** Fields to search: the title, title and summary, or all. */
export type SearchPlace = "title" | "summary" | "anywhere";

export interface WantedEntries {
  terms: readonly SearchTerm[];
  /** Whether an entry must match all terms or at least one. */
  match: "all" | "any";
  place: SearchPlace;
  /** Null for every kind. */
  kind: string | null;
}

/** The words of a lead. */
export interface LeadWords {
  leadId: string;
  kind: "messages" | "calls";
  words: string[];
}

export interface LeadSearch {
  create(query: Kysely<Schema>): Promise<void>;
  index(query: Kysely<Schema>, lead: LeadWords): Promise<void>;
  remove(query: Kysely<Schema>, leadIds: readonly string[]): Promise<void>;
  /** Returns ids of leads that match all words by prefix, or exactly if `isWholeWord`, newest first. @param kind null for both kinds */
  find(
    query: Kysely<Schema>,
    words: readonly string[],
    kind: LeadWords["kind"] | null,
    limit: number,
  ): Promise<string[]>;
}

/** Locks and time limits of transactions and instances. */
export interface Locks {
  /** Waits for the named locks in the order given and holds them until the transaction ends. */
  acquire(query: Transaction<Schema>, ...names: string[]): Promise<void>;
  /** Runs `work` on one instance at a time; others wait. */
  runExclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Lends a connection without statement timeout, for schema changes; transactions can run on it. */
  withoutTimeLimit<Result>(work: (query: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** Limits lock waits of the transaction to 500 ms: see `isLockTimeout`. */
  limitLockWait(query: Transaction<Schema>): Promise<void>;
  /** Whether a statement failed because it waited for a lock too long, or in a deadlock. */
  isLockTimeout(error: unknown): boolean;
}

/** The cache tags of committed changes, passed to all instances. */
export interface ChangeLog {
  /** Id of this instance among those that share the database, new at each start. */
  readonly instance: string;
  /** Logs the tags for the other instances; returns the number of the change. */
  record(query: Transaction<Schema>, tags: Set<string>): Promise<string | null>;
  /** Notifies this instance. @param number result of `record`; null to notify this instance alone */
  notify(tags: Set<string>, number: string | null): void;
  /** Calls back with the tags that any instance changed; null means that anything may have changed. */
  onChange(listener: (tags: Set<string> | null) => void): void;
  readStatus(): ChangeListenerStatus;
  /** Deletes changes that every instance has read; null where there is no log. */
  readonly prune: (() => Promise<void>) | null;
}

/** How changes of other instances are received. */
export interface ChangeListenerStatus {
  /** False when the log has been unreadable for longer than a reconnection takes. */
  isListening: boolean;
  /** Milliseconds from the last change to its arrival, or since the log was last read. */
  lagMs: number;
  /** `notices` start a read at once; `polling` is used behind a pooler; `itself` has no other instances. */
  way: "notices" | "polling" | "itself";
}

/** Description of a table that is the same in both engines. */
export interface TableShape {
  name: string;
  columns: { name: string; type: "text" | "integer" | "real" }[];
  /** Columns of the primary key in read order. */
  key: string[];
  /** Tables that its foreign keys refer to. */
  refersTo: string[];
}

/** Tables of running instances and of stored files, which backups leave out. */
export const unbackedTables = ["changes", "instances", "stored_files", "stored_chunks"];

/** Tables and rows, for backup and restore. */
export interface TableBackup {
  /** Reads all tables, unsorted, except those of search, migrations and `unbackedTables`. */
  readTables(query: Kysely<Schema>): Promise<TableShape[]>;
  /** Inserts rows. @param json array of arrays of values, in the order of the columns */
  insertRows(query: Kysely<Schema>, table: Pick<TableShape, "name" | "columns">, json: string): Promise<void>;
  /** Lends a connection with a consistent snapshot, without blocking writers. */
  readSnapshot<Result>(work: (query: Kysely<Schema>) => Promise<Result>): Promise<Result>;
}

/** The file of the embedded database, which can be removed or replaced while it is open. */
export interface DatabaseFile {
  path: string;
  /** Null while the file at the path is the open one. */
  readLoss(): "removed" | "replaced" | null;
  /** Makes every write fail after the current one, or allows writes again. */
  refuseWrites(isOn: boolean): Promise<void>;
  /** Writes a consistent copy of the database to a new file. */
  copyTo(path: string): Promise<void>;
  /** Empties the write-ahead log, so that it holds no deleted rows. Skipped while another process reads. */
  checkpointWal(): Promise<void>;
  /** Records the changes of this connection, for `applyChanges` on the database it is a copy of. */
  recordChanges(): ChangeRecording;
  /** Applies recorded changes, except search, in the current transaction. Returns false if a row has changed since the copy: roll back then. */
  applyChanges(changes: Uint8Array): boolean;
}

/** Recorded changes of a connection. */
export interface ChangeRecording {
  /** Returns the changes since the last call as a SQLite changeset. */
  take(): Uint8Array;
}

export interface ConnectionPool {
  readState(): PoolState;
}

/** Connections to a database server. */
export interface PoolState {
  inUse: number;
  idle: number;
  /** Queries waiting for a connection. */
  waiting: number;
}

/** Milliseconds between two reads of the change log behind a pooler, which passes no notices of PostgreSQL on. */
export const pollMs = 400;
