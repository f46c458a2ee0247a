import type { Kysely, RawBuilder, Transaction } from "kysely";
import type { Schema } from "../schema.ts";
import type { LeadSearch } from "./lead-search.ts";

/** The words of an entry that search looks in, already split and folded. */
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

/** To rank a hit costs a look at it: no search ranks more than these. */
export const mostRanked = 200;

/** A database of one of the engines, before anything is sealed in it. */
export interface Connection {
  readonly query: Kysely<Schema>;
  readonly engine: Engine;
}

/** What a connection has changed. */
export interface ChangeRecording {
  /** All since the beginning, or since this was last asked. */
  take(): Uint8Array;
}

/** Connections to a database server. */
export interface PoolState {
  inUse: number;
  idle: number;
  /** Queries for which none was free. */
  waiting: number;
}

/** A table as both engines hold it. */
export interface TableShape {
  name: string;
  columns: { name: string; type: "text" | "integer" | "real" }[];
  /** Columns of the primary key: in their order rows are read. */
  key: string[];
  /** Tables that its keys point to. */
  refersTo: string[];
}

/** How what other instances change is heard. */
export interface ChangeListenerStatus {
  /** False while it can't be heard, and for longer than a reconnection takes. */
  isListening: boolean;
  /** Milliseconds that the last changes took to get here, or for which nothing could be read. */
  lagMs: number;
  /** `notices` wake the reader at once; where a pooler stands between there are none (`polling`); `itself` has no others. */
  way: "notices" | "polling" | "itself";
}

/** The file of the embedded database, which others may take away from under the process that has it open. */
export interface OpenFile {
  path: string;
  /** Null while the file at the path is the one that is open. */
  readLoss(): "removed" | "replaced" | null;
  /** Once what is under way has ended, every write fails as on a disk that can't be written to, or no longer. */
  refuseWrites(isOn: boolean): Promise<void>;
}

/** Tables of the processes that run, and of files: nothing that a backup takes along as rows. */
export const tablesOfInstances = ["changes", "instances", "stored_files", "stored_chunks"];

/** All in which the embedded database and PostgreSQL differ. */
export interface Engine {
  readonly name: "sqlite" | "postgres";
  /** Names this instance, from its start to its end, among those that share the database. */
  readonly instance: string;
  /** Column type for text that is compared byte by byte, the same on both engines. */
  readonly keyType: "text" | `text collate "C"`;
  /** Creates the search index of entries, with a separate one of titles, which stays fast for common words. */
  createSearch(query: Kysely<Schema>): Promise<void>;
  indexEntry(query: Kysely<Schema>, document: SearchDocument): Promise<void>;
  forgetEntry(query: Kysely<Schema>, entryId: string): Promise<void>;
  /** Public entries whose words begin with all the given words, best first, at most `limit`. */
  search(query: Kysely<Schema>, words: string[], kind: string | null, limit: number): Promise<SearchHit[]>;
  /** So many milliseconds from now by the clock of the database, which all instances share; written as moments are stored. */
  momentIn(milliseconds: number): RawBuilder<string>;
  /** Ends a query that takes jobs in hand: what another is just taking is passed over, not waited for. */
  readonly passLocked: RawBuilder<unknown>;
  readonly leadSearch: LeadSearch;
  /** Holds off other writers of the same things until this transaction ends; they are locked in the order given. */
  lock(query: Transaction<Schema>, ...names: string[]): Promise<void>;
  /** Tells other instances, once the transaction is kept, what it changed; answers the number of the change. */
  announce(query: Transaction<Schema>, tags: Set<string>): Promise<string | null>;
  /** Tells this instance. @param number of the change that was announced; null when this instance alone is told */
  announced(tags: Set<string>, number: string | null): void;
  /** Calls back with what any instance changed; `null` means that anything may have changed. */
  onChange(listener: (tags: Set<string> | null) => void): void;
  readListenerStatus(): ChangeListenerStatus;
  /** Shortens the log of changes by what every instance has read; null where there is none. */
  readonly shortenChanges: (() => Promise<void>) | null;
  /**
   * Lends a connection that no time limit ends, for a change of the tables. A transaction on it holds such changes too: all of
   * them are kept, or none.
   */
  withoutTimeLimit<Result>(work: (query: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /**
   * From now on a statement of this transaction that waits for others longer than a moment fails with an error that `isHeldUp`
   * knows: whoever comes after it would have to wait as long.
   */
  waitBriefly(query: Transaction<Schema>): Promise<void>;
  isHeldUp(error: unknown): boolean;
  /** Does something that only one instance may do at a time; another that comes meanwhile waits. */
  exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  hasTable(query: Kysely<Schema>, name: string): Promise<boolean>;
  /** Every table but those that are made from others (search), those of running instances, of stored files, and of steps; in no order. */
  readTables(query: Kysely<Schema>): Promise<TableShape[]>;
  /** Adds rows, given as a JSON array of arrays of values in the order of the columns. */
  insertRows(query: Kysely<Schema>, table: Pick<TableShape, "name" | "columns">, json: string): Promise<void>;
  /** Empties what search looks in, so that it can be filled anew. */
  clearSearch(query: Kysely<Schema>): Promise<void>;
  /** Lends a connection on which everything is as it was at one moment, however long it is read; writers wait for nothing. */
  readSnapshot<Result>(work: (query: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** Writes a whole copy of the database as of one moment into a new file; null with PostgreSQL. */
  readonly copyInto: ((path: string) => Promise<void>) | null;
  /**
   * Takes what was deleted out of the log of writes as well, and empties that; null where nothing can be read from it. Waits for
   * nobody: while another process reads, it is left for the next time.
   */
  readonly emptyLog: (() => Promise<void>) | null;
  /**
   * Keeps what this connection changes from now on, so that it can be repeated on the database that this one is a copy of; search
   * is left out. Null with PostgreSQL, where a long change holds nobody up.
   */
  readonly recordChanges: (() => ChangeRecording) | null;
  /**
   * Repeats recorded changes, in the transaction that is under way. False where a row is no longer as it was when it was copied:
   * then the transaction is to be given up.
   */
  readonly repeatChanges: ((changes: Uint8Array) => boolean) | null;
  /** Null with PostgreSQL. */
  readonly openFile: OpenFile | null;
  /** Null where there are no connections to share. */
  readPool(): PoolState | null;
  /** How many bytes it takes on the disk. */
  readSize(query: Kysely<Schema>): Promise<number>;
  /** Whether the error says that a unique key is taken. */
  isTaken(error: unknown): boolean;
  close(): Promise<void>;
}
