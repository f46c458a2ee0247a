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

/** Connections to a database server. */
export interface PoolState {
  inUse: number;
  idle: number;
  /** Queries for which none was free. */
  waiting: number;
}

/** All in which the embedded database and PostgreSQL differ. */
export interface Engine {
  readonly name: "sqlite" | "postgres";
  /** Column type for text that is compared byte by byte, the same on both engines. */
  readonly keyType: "text" | `text collate "C"`;
  createSearch(query: Kysely<Schema>): Promise<void>;
  /** Titles alone, so that a word in a hundred thousand texts is found in titles without a look at those texts. */
  createTitleSearch(query: Kysely<Schema>): Promise<void>;
  /** From now on a deleted word leaves the search at once, and those deleted before leave it now. */
  eraseDeletedWords(query: Kysely<Schema>): Promise<void>;
  indexEntry(query: Kysely<Schema>, document: SearchDocument): Promise<void>;
  forgetEntry(query: Kysely<Schema>, entryId: string): Promise<void>;
  /** Public entries whose words begin with all the given words, best first, at most `limit`. */
  search(query: Kysely<Schema>, words: string[], kind: string | null, limit: number): Promise<SearchHit[]>;
  /** Ends a query that takes jobs in hand: what another is just taking is passed over, not waited for. */
  readonly passLocked: RawBuilder<unknown>;
  readonly leadSearch: LeadSearch;
  /** Holds off other writers of the same thing until this transaction ends. */
  lock(query: Transaction<Schema>, name: string): Promise<void>;
  /** Tells other instances, once the transaction is kept, what it changed. */
  announce(query: Transaction<Schema>, labels: Set<string>): Promise<void>;
  /** Tells this instance. */
  announced(labels: Set<string>): void;
  /** Calls back with what any instance changed; `null` means that anything may have changed. */
  onChange(listener: (labels: Set<string> | null) => void): void;
  /** False while what other instances change can't be heard, and for longer than a reconnection takes. */
  isHearing(): boolean;
  /**
   * Lends a connection that no time limit ends, for a change of the tables. A transaction on it holds such changes too: all of
   * them are kept, or none.
   */
  withoutTimeLimit<Result>(work: (query: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** Does something that only one instance may do at a time; another that comes meanwhile waits. */
  exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  hasTable(query: Kysely<Schema>, name: string): Promise<boolean>;
  /** Writes a whole copy of the database into a new file; null where that is for tools of its own, as with PostgreSQL. */
  readonly copyInto: ((path: string) => Promise<void>) | null;
  /**
   * Takes what was deleted out of the log of writes as well, and empties that; null where nothing can be read from it. Waits for
   * nobody: while another process reads, it is left for the next time.
   */
  readonly emptyLog: (() => Promise<void>) | null;
  /** Null where there are no connections to share. */
  readPool(): PoolState | null;
  /** How many bytes it takes on the disk. */
  readSize(query: Kysely<Schema>): Promise<number>;
  /** Whether the error says that a unique key is taken. */
  isTaken(error: unknown): boolean;
  close(): Promise<void>;
}
