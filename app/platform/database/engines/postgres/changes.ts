import { type Kysely, sql } from "kysely";
import pg from "pg";
import type { Schema } from "#app/platform/database/schema.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { withTimeout } from "../bounded-pool.ts";
import type { ChangeListenerStatus, ChangeLog } from "../engine.ts";
import { serverTimestamp } from "./dialect.ts";

const channel = "frontdesk_changes";

/** Time limits of reading the change log. */
export interface PollingRate {
  /** Interval between reads without a notice. */
  everyMs: number;
  /** Interval behind a pooler, which passes no notices on. */
  pollMs: number;
  /** Longest wait for a response. */
  answerMs: number;
  /** Longest gap between two reads that the log covers; `prune` deletes older rows. */
  reachMs: number;
}

/** Time for a reconnection, before the status is no longer `isListening`. */
const reconnectGraceMs = 10_000;

/** Pause before a reconnection. */
const reconnectMs = 500;

/** Pause in which several notices are combined into one read. */
const batchMs = 25;

const retentionMs = 20 * 60_000;

/** Position up to which the log was read. */
interface Position {
  /** Start time of the server, since another server or a restart may restart transaction numbers. */
  server: string;
  /** Oldest transaction still running at the read. */
  xmin: bigint;
  /** Server time in milliseconds since 1970. */
  at: number;
}

interface LogRow {
  server: string;
  xmin: string;
  now: string;
  /** Null in the single row of a response without changes. */
  seq: string | null;
  xid: string;
  tags: string;
  at: string;
}

/**
 * Reads every change of transactions that were still running at the last read, because a lower change number may be committed
 * after a higher one. Changes that were seen already are skipped.
 */
const readLog = `select now.*, changes.seq, changes.xid, changes.tags, changes.at
  from (select pg_postmaster_start_time()::text as server, txid_snapshot_xmin(txid_current_snapshot()) as xmin,
    (extract(epoch from clock_timestamp()) * 1000)::bigint as now) as now
  left join changes on changes.xid >= $1::bigint order by changes.seq`;

/**
 * Change log in a table that is written in the transaction of each change and read on a separate connection, which reconnects
 * automatically. Notices only start a read; behind a pooler the log is polled.
 */
export class PostgresChanges implements ChangeLog {
  readonly instance = newId();
  #callbacks: ((tags: Set<string> | null) => void)[] = [];
  #client: pg.Client | null = null;
  /** Settles when the last query on the connection has ended. */
  #lastQuery: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;
  #position: Position | null = null;
  /** Numbers of seen changes that the next read returns again. */
  #seen = new Set<string>();
  /** Numbers of this instance's own changes since the last read began. */
  #own = new Set<string>();
  #isReading = false;
  #hasNewNotice = false;
  #isNoticeScheduled = false;
  #notifiedAt = 0;
  /** Time of the last read, in milliseconds of `performance.now()`. */
  #readAt = performance.now();
  #delayMs = 0;
  #way: ChangeListenerStatus["way"] = "notices";
  readonly #query: Kysely<Schema>;
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  readonly #rate: PollingRate;

  readonly prune = async (): Promise<void> => {
    await this.#query.deleteFrom("changes").where("at", "<", serverTimestamp(-retentionMs)).execute();
  };

  constructor(query: Kysely<Schema>, url: string, onError: (error: Error) => void, rate: PollingRate) {
    this.#query = query;
    this.#url = url;
    this.#onError = onError;
    this.#rate = rate;
  }

  readStatus(): ChangeListenerStatus {
    const silentMs = this.#callbacks.length === 0 ? 0 : performance.now() - this.#readAt;
    const { everyMs, answerMs } = this.#rate;
    return {
      isListening: silentMs < everyMs + answerMs + reconnectGraceMs,
      lagMs: silentMs > 2 * everyMs ? Math.round(silentMs) : this.#delayMs,
      way: this.#way,
    };
  }

  onChange(callback: (tags: Set<string> | null) => void): void {
    this.#callbacks.push(callback);
    if (this.#callbacks.length === 1) void this.#connect();
  }

  async record(query: Kysely<Schema>, tags: Set<string>): Promise<string | null> {
    if (tags.size === 0) return null;
    const { rows } = await sql<{ seq: string }>`
      insert into changes (tags, at) values (${[...tags].join("\n")}, ${serverTimestamp(0)}) returning seq`.execute(
      query,
    );
    return rows[0]?.seq ?? null;
  }

  notify(tags: Set<string>, number: string | null): void {
    if (number !== null && this.#client) {
      this.#own.add(number);
      this.#sendNotice(this.#client);
    }
    this.#notifyListeners(tags);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    const ended = this.#client?.end();
    // An unreachable server never confirms the end.
    if (ended) await withTimeout(ended, this.#rate.answerMs).catch(() => {});
  }

  /** Sends one notice for several changes. A notice inside the transaction would serialize all commits of the database. */
  #sendNotice(client: pg.Client): void {
    if (this.#isNoticeScheduled) return;
    this.#isNoticeScheduled = true;
    const wait = Math.max(0, this.#notifiedAt + batchMs - performance.now());
    setTimeout(() => {
      this.#isNoticeScheduled = false;
      this.#notifiedAt = performance.now();
      // A missed notice only delays the read to the next interval.
      this.#runQuery(client, "select pg_notify($1, $2)", [channel, this.instance]).catch(() => {});
    }, wait).unref();
  }

  /** Runs one query at a time: each waits for the previous one, the first for the connection. */
  #runQuery<Row extends pg.QueryResultRow>(
    client: pg.Client,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    const answer = this.#lastQuery.then(() => client.query<Row>(text, [...values]));
    this.#lastQuery = answer.catch(() => {});
    return answer;
  }

  #notifyListeners(tags: Set<string> | null): void {
    for (const callback of this.#callbacks) callback(tags);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 2000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: "frontdesk-changes",
    });
    this.#client = client;
    client.on("error", (error) => this.#reconnect(client, error));
    client.on("end", () => this.#reconnect(client, null));
    client.on("notification", ({ payload }) => {
      if (payload !== this.instance) this.#readSoon(client);
    });
    const connected = client.connect();
    this.#lastQuery = connected.catch(() => {});
    try {
      await connected;
      this.#way = (await this.#isDirect(client)) ? "notices" : "polling";
      if (this.#way === "notices")
        await withTimeout(this.#runQuery(client, `listen ${channel}`), this.#rate.answerMs);
      await this.#read(client);
    } catch (error) {
      this.#reconnect(client, error instanceof Error ? error : new Error(String(error)));
    }
  }

  /**
   * Whether the connection has its own server process. A pooler reports another process id at connect, and passes no notices to
   * a waiting connection.
   */
  async #isDirect(client: pg.Client): Promise<boolean> {
    const { processID } = client as { processID?: unknown }; // not in its types
    const response = this.#runQuery<{ pid: number }>(client, "select pg_backend_pid() as pid");
    const { rows } = await withTimeout(response, this.#rate.answerMs);
    return rows[0]?.pid === processID;
  }

  /** Schedules a read after a notice; a notice during a read causes another one, since the change may be missing in the first. */
  #readSoon(client: pg.Client): void {
    this.#hasNewNotice = true;
    this.#scheduleRead(client, Math.max(0, this.#readAt + batchMs - performance.now()));
  }

  #scheduleRead(client: pg.Client, milliseconds: number): void {
    if (this.#closed || client !== this.#client || this.#isReading) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(client), milliseconds);
    this.#timer.unref();
  }

  /** Reads new changes and schedules the next read. The interval also detects broken connections, which report no error. */
  async #read(client: pg.Client): Promise<void> {
    if (this.#closed || client !== this.#client || this.#isReading) return;
    this.#isReading = true;
    this.#hasNewNotice = false;
    const own = this.#own;
    this.#own = new Set();
    try {
      const startedAt = performance.now();
      const after = this.#position?.xmin.toString() ?? null;
      const { rows } = await withTimeout(
        this.#runQuery<LogRow>(client, readLog, [after]),
        this.#rate.answerMs,
      );
      this.#readAt = startedAt;
      this.#handleRows(rows, own);
      this.#isReading = false;
      const { everyMs, pollMs } = this.#rate;
      this.#scheduleRead(client, this.#hasNewNotice ? batchMs : this.#way === "polling" ? pollMs : everyMs);
    } catch (error) {
      this.#isReading = false;
      for (const number of own) this.#own.add(number);
      this.#reconnect(client, error instanceof Error ? error : new Error(String(error)));
    }
  }

  #handleRows(rows: LogRow[], own: ReadonlySet<string>): void {
    const [head] = rows;
    if (!head) return;
    const before = this.#position;
    const position = { server: head.server, xmin: BigInt(head.xmin), at: Number(head.now) };
    this.#position = position;
    const changes = rows.filter(({ seq }) => seq !== null);
    if (before === null || !isLogComplete(before, position, this.#rate.reachMs)) {
      this.#seen = new Set();
      this.#notifyListeners(null);
      return;
    }
    const fresh = changes.filter(
      ({ seq }) => seq !== null && !this.#seen.has(seq) && !own.has(seq) && !this.#own.has(seq),
    );
    this.#seen = new Set(
      changes.flatMap(({ seq, xid }) => (seq !== null && BigInt(xid) >= position.xmin ? [seq] : [])),
    );
    this.#delayMs = Math.max(0, ...fresh.map(({ at }) => position.at - Date.parse(at)));
    if (fresh.length > 0) this.#notifyListeners(new Set(fresh.flatMap(({ tags }) => tags.split("\n"))));
  }

  #reconnect(client: pg.Client, error: Error | null): void {
    if (this.#closed || client !== this.#client) return;
    this.#client = null;
    if (this.#timer) clearTimeout(this.#timer);
    if (error) this.#onError(error);
    client.end().catch(() => {});
    this.#timer = setTimeout(() => void this.#connect(), reconnectMs);
    this.#timer.unref();
  }
}

/** Whether the log still covers all changes since `before` with the same transaction numbers. */
function isLogComplete(before: Position, now: Position, reachMs: number): boolean {
  return before.server === now.server && now.xmin >= before.xmin && now.at - before.at < reachMs;
}
