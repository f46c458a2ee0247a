import type { Kysely, RawBuilder, Transaction } from "kysely";
import type { Schema } from "../schema.ts";

/** All in which the embedded database and PostgreSQL differ. */
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

/** How SQL differs. */
export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** Column type for text that is compared byte by byte. */
  readonly keyType: "text" | `text collate "C"`;
  /** The current time of the database plus `milliseconds`, as stored in columns. All instances share this clock. */
  momentIn(milliseconds: number): RawBuilder<string>;
  /** Ends a query that claims rows: rows locked by another transaction are skipped. */
  readonly skipLocked: RawBuilder<unknown>;
  isUniqueViolation(error: unknown): boolean;
  /** Whether a row was refused by any rule of its table. */
  isConstraintViolation(error: unknown): boolean;
  hasTable(query: Kysely<Schema>, name: string): Promise<boolean>;
  /** Size of the database on disk in bytes. */
  readSize(query: Kysely<Schema>): Promise<number>;
}

/** Full-text search. Words are given already split and folded. */
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

/** The number of hits a search ranks at most, as ranking reads each hit. */
export const mostRanked = 200;

export interface EntrySearch {
  /** Creates the index of entries and one of titles alone, so that finding a word in titles reads no texts. */
  create(query: Kysely<Schema>): Promise<void>;
  index(query: Kysely<Schema>, document: SearchDocument): Promise<void>;
  remove(query: Kysely<Schema>, entryId: string): Promise<void>;
  /** Public entries that hold the terms, best first. */
  find(query: Kysely<Schema>, wanted: WantedEntries, limit: number): Promise<SearchHit[]>;
}

/** Words of which an entry holds all, or all of one of the others that mean the same; words match by their beginning unless `isWholeWord`. */
export type SearchTerm = readonly (readonly string[])[];

/** Where the words of a term are: in the title, in title or summary, or anywhere. */
export type SearchPlace = "title" | "summary" | "anywhere";

export interface WantedEntries {
  terms: readonly SearchTerm[];
  /** Whether an entry holds all terms or at least one. */
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
  /** Ids of leads with words that begin with all the given ones, or equal them if `isWholeWord`, last indexed first; null for either kind. */
  find(
    query: Kysely<Schema>,
    words: readonly string[],
    kind: LeadWords["kind"] | null,
    limit: number,
  ): Promise<string[]>;
}

/** Locks and time limits between transactions and instances. */
export interface Locks {
  /** Waits for the named locks in the order given and holds them until the transaction ends. */
  acquire(query: Transaction<Schema>, ...names: string[]): Promise<void>;
  /** Runs `work` on one instance at a time; others wait. */
  runExclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Lends a connection without statement timeout, for changes of tables; these can be part of a transaction on it. */
  withoutTimeLimit<Result>(work: (query: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** Makes statements of the transaction that wait for a lock longer than half a second fail: see `isLockTimeout`. */
  limitLockWait(query: Transaction<Schema>): Promise<void>;
  /** Whether a statement failed because it waited for a lock too long, or in a deadlock. */
  isLockTimeout(error: unknown): boolean;
}

/** The cache tags of committed changes, passed to all instances. */
export interface ChangeLog {
  /** Id of this instance among those that share the database, new at each start. */
  readonly instance: string;
  /** Writes the tags that a transaction changed for the other instances; returns the number of the change. */
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
  /** False while the log can't be read, once a reconnection has had its time. */
  isListening: boolean;
  /** Milliseconds from the last change to its arrival, or since the log was last read. */
  lagMs: number;
  /** `notices` wake the reader at once; behind a pooler it polls; `itself` has no other instances. */
  way: "notices" | "polling" | "itself";
}

/** A table as both engines hold it. */
export interface TableShape {
  name: string;
  columns: { name: string; type: "text" | "integer" | "real" }[];
  /** Columns of the primary key, in the order in which rows are read. */
  key: string[];
  /** Tables that its foreign keys refer to. */
  refersTo: string[];
}

/** Tables of running instances and of stored files, which backups leave out. */
export const tablesOfInstances = ["changes", "instances", "stored_files", "stored_chunks"];

/** Tables and rows, for backup and restore. */
export interface TableBackup {
  /** All tables in no order, except those of search, of migrations and of `tablesOfInstances`. */
  readTables(query: Kysely<Schema>): Promise<TableShape[]>;
  /** Inserts rows. @param json array of arrays of values, in the order of the columns */
  insertRows(query: Kysely<Schema>, table: Pick<TableShape, "name" | "columns">, json: string): Promise<void>;
  /** Lends a connection that reads the database as of one moment, without blocking writers. */
  readSnapshot<Result>(work: (query: Kysely<Schema>) => Promise<Result>): Promise<Result>;
}

/** The file of the embedded database, which can be removed or replaced while it is open. */
export interface DatabaseFile {
  path: string;
  /** Null while the file at the path is the open one. */
  readLoss(): "removed" | "replaced" | null;
  /** Makes every write fail after the current one, or allows writes again. */
  refuseWrites(isOn: boolean): Promise<void>;
  /** Writes a copy of the database as of one moment into a new file. */
  copyTo(path: string): Promise<void>;
  /** Empties the write-ahead log, so that it holds no deleted rows. Skipped while another process reads. */
  checkpointWal(): Promise<void>;
  /** Records what this connection changes, except search, for `applyChanges` on the database it is a copy of. */
  recordChanges(): ChangeRecording;
  /** Applies recorded changes in the current transaction. False where a row differs from the copied one: roll back then. */
  applyChanges(changes: Uint8Array): boolean;
}

/** Changes of a connection. */
export interface ChangeRecording {
  /** The changes since the last call, as a SQLite changeset. */
  take(): Uint8Array;
}

export interface ConnectionPool {
  readState(): PoolState;
}

/** Connections to a database server. */
export interface PoolState {
  inUse: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
}

/** Milliseconds between two reads of the log of changes, where a pooler keeps PostgreSQL's notices away. */
export const pollMs = 400;
