import { type Kysely, sql } from "kysely";
import pg from "pg";
import type { Schema } from "#app/database/schema.ts";
import { newId } from "#app/platform/id.ts";
import { withTimeout } from "../bounded-pool.ts";
import type { ChangeListenerStatus, ChangeLog } from "../engine.ts";
import { serverMoment } from "./dialect.ts";

const channel = "frontdesk_changes";

/** How often the log is read when no notice comes, and how long the answer may take. */
export interface PollingRate {
  everyMs: number;
  /** How often where no notice can come, since a pooler stands between. */
  pollMs: number;
  answerMs: number;
  /** Age up to which the log is relied on; `prune` deletes rows later. */
  reachMs: number;
}

/** A connection that is gone comes back within seconds; only one that stays away makes this instance deaf. */
const deafAfterMs = 10_000;

/** After so long a connection that is gone is asked for again. */
const reconnectMs = 500;

/** Of notices that come one after the other, all are read together after so long. */
const gatherMs = 25;

const keptMs = 20 * 60_000;

/** Up to where the log was read. */
interface Position {
  /** When the server started: another server, or this one after a restart, may number its transactions anew. */
  server: string;
  /** All transactions before this one had ended. */
  xmin: bigint;
  /** Milliseconds since 1970, by the server's clock. */
  at: number;
}

interface LogRow {
  server: string;
  xmin: string;
  now: string;
  /** Null in the one row of an answer that holds no change. */
  seq: string | null;
  xid: string;
  tags: string;
  at: string;
}

/**
 * The numbers of changes are given before they are kept, so that a lower one may appear after a higher one. What was read is
 * therefore told by transactions: every change of one that had not ended when the log was last read is read again, and those
 * that were heard already are left out. Nobody has to wait for anybody else's commit.
 */
const readLog = `select now.*, changes.seq, changes.xid, changes.tags, changes.at
  from (select pg_postmaster_start_time()::text as server, txid_snapshot_xmin(txid_current_snapshot()) as xmin,
    (extract(epoch from clock_timestamp()) * 1000)::bigint as now) as now
  left join changes on changes.xid >= $1::bigint order by changes.seq`;

/**
 * What the instances changed, in a log that is written in the transaction of its cause, and read on a connection of its own
 * that comes back by itself. Notices only wake the reader; where a pooler stands between, there are none, and it looks by
 * itself. The own changes of this instance it is told here.
 */
export class PostgresChanges implements ChangeLog {
  readonly instance = newId();
  #callbacks: ((tags: Set<string> | null) => void)[] = [];
  #client: pg.Client | null = null;
  /** Settles when the connection has answered what it was asked last. */
  #answered: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;
  #position: Position | null = null;
  /** Numbers that were heard, and will be read once more. */
  #heard = new Set<string>();
  /** Numbers of this instance's own changes since the last reading began. */
  #own = new Set<string>();
  #isReading = false;
  #isWoken = false;
  #isNotifying = false;
  #notifiedAt = 0;
  /** When it last was read, in milliseconds of `performance.now()`. */
  #readAt = performance.now();
  #delayMs = 0;
  #way: ChangeListenerStatus["way"] = "notices";
  readonly #query: Kysely<Schema>;
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  readonly #rate: PollingRate;

  readonly prune = async (): Promise<void> => {
    await this.#query.deleteFrom("changes").where("at", "<", serverMoment(-keptMs)).execute();
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
      isListening: silentMs < everyMs + answerMs + deafAfterMs,
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
      insert into changes (tags, at) values (${[...tags].join("\n")}, ${serverMoment(0)}) returning seq`.execute(
      query,
    );
    return rows[0]?.seq ?? null;
  }

  notify(tags: Set<string>, number: string | null): void {
    if (number !== null && this.#client) {
      this.#own.add(number);
      this.#notifySoon(this.#client);
    }
    this.#notifyListeners(tags);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    const ended = this.#client?.end();
    // A server that can't be reached never confirms the end.
    if (ended) await withTimeout(ended, this.#rate.answerMs).catch(() => {});
  }

  /**
   * Wakes the others, for all changes of a moment at once. A notice in the transaction itself would make every commit of the
   * database wait for the one before it.
   */
  #notifySoon(client: pg.Client): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    const wait = Math.max(0, this.#notifiedAt + gatherMs - performance.now());
    setTimeout(() => {
      this.#isNotifying = false;
      this.#notifiedAt = performance.now();
      // Whoever hears nothing reads within a second.
      this.#ask(client, "select pg_notify($1, $2)", [channel, this.instance]).catch(() => {});
    }, wait).unref();
  }

  /** A connection takes one statement at a time: each waits for the one before it, the first for the connection. */
  #ask<Row extends pg.QueryResultRow>(
    client: pg.Client,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    const answer = this.#answered.then(() => client.query<Row>(text, [...values]));
    this.#answered = answer.catch(() => {});
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
    client.on("error", (error) => this.#lost(client, error));
    client.on("end", () => this.#lost(client, null));
    client.on("notification", ({ payload }) => {
      if (payload !== this.instance) this.#wake(client);
    });
    const connected = client.connect();
    this.#answered = connected.catch(() => {});
    try {
      await connected;
      this.#way = (await this.#isDirect(client)) ? "notices" : "polling";
      if (this.#way === "notices")
        await withTimeout(this.#ask(client, `listen ${channel}`), this.#rate.answerMs);
      await this.#read(client);
    } catch (error) {
      this.#lost(client, error instanceof Error ? error : new Error(String(error)));
    }
  }

  /**
   * Whether a connection has a server process of its own: one that a pooler lends for a transaction is told another number at
   * its start than it has, and would hear nothing while it waits.
   */
  async #isDirect(client: pg.Client): Promise<boolean> {
    const { processID } = client as { processID?: unknown }; // not in its types
    const asked = this.#ask<{ pid: number }>(client, "select pg_backend_pid() as pid");
    const { rows } = await withTimeout(asked, this.#rate.answerMs);
    return rows[0]?.pid === processID;
  }

  /** What comes while the log is being read may not be in what is read. */
  #wake(client: pg.Client): void {
    this.#isWoken = true;
    this.#readIn(client, Math.max(0, this.#readAt + gatherMs - performance.now()));
  }

  #readIn(client: pg.Client, milliseconds: number): void {
    if (this.#closed || client !== this.#client || this.#isReading) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(client), milliseconds);
    this.#timer.unref();
  }

  /** Reads what is new, and goes on reading. A way that was cut says nothing: whoever only waits would never know. */
  async #read(client: pg.Client): Promise<void> {
    if (this.#closed || client !== this.#client || this.#isReading) return;
    this.#isReading = true;
    this.#isWoken = false;
    const own = this.#own;
    this.#own = new Set();
    try {
      const askedAt = performance.now();
      const after = this.#position?.xmin.toString() ?? null;
      const { rows } = await withTimeout(this.#ask<LogRow>(client, readLog, [after]), this.#rate.answerMs);
      this.#readAt = askedAt;
      this.#take(rows, own);
      this.#isReading = false;
      const { everyMs, pollMs } = this.#rate;
      this.#readIn(client, this.#isWoken ? gatherMs : this.#way === "polling" ? pollMs : everyMs);
    } catch (error) {
      this.#isReading = false;
      for (const number of own) this.#own.add(number);
      this.#lost(client, error instanceof Error ? error : new Error(String(error)));
    }
  }

  #take(rows: LogRow[], own: ReadonlySet<string>): void {
    const [head] = rows;
    if (!head) return;
    const before = this.#position;
    const position = { server: head.server, xmin: BigInt(head.xmin), at: Number(head.now) };
    this.#position = position;
    const changes = rows.filter(({ seq }) => seq !== null);
    if (before === null || !reachesBack(before, position, this.#rate.reachMs)) {
      this.#heard = new Set();
      this.#notifyListeners(null);
      return;
    }
    const fresh = changes.filter(
      ({ seq }) => seq !== null && !this.#heard.has(seq) && !own.has(seq) && !this.#own.has(seq),
    );
    this.#heard = new Set(
      changes.flatMap(({ seq, xid }) => (seq !== null && BigInt(xid) >= position.xmin ? [seq] : [])),
    );
    this.#delayMs = Math.max(0, ...fresh.map(({ at }) => position.at - Date.parse(at)));
    if (fresh.length > 0) this.#notifyListeners(new Set(fresh.flatMap(({ tags }) => tags.split("\n"))));
  }

  #lost(client: pg.Client, error: Error | null): void {
    if (this.#closed || client !== this.#client) return;
    this.#client = null;
    if (this.#timer) clearTimeout(this.#timer);
    if (error) this.#onError(error);
    client.end().catch(() => {});
    this.#timer = setTimeout(() => void this.#connect(), reconnectMs);
    this.#timer.unref();
  }
}

/** Whether all that was changed since the position is still in the log, and numbered as it was. */
function reachesBack(before: Position, now: Position, reachMs: number): boolean {
  return before.server === now.server && now.xmin >= before.xmin && now.at - before.at < reachMs;
}
