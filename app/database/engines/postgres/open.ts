import { Kysely } from "kysely";
import pg from "pg";
import type { Schema } from "#app/database/schema.ts";
import { boundPool, withTimeout } from "../bounded-pool.ts";
import { type Connection, pollMs } from "../engine.ts";
import { postgresBackup } from "./backup.ts";
import { type PollingRate, PostgresChanges } from "./changes.ts";
import { connectTimeoutOf, ServerDialect, statementTimeoutOf, withoutStatementTimeout } from "./connect.ts";
import { postgresDialect } from "./dialect.ts";
import { postgresLocks } from "./locks.ts";
import { postgresSearch } from "./search.ts";

interface PostgresLimits {
  /** Milliseconds a connection is waited for, a new one or one of the pool. */
  connectMs: number;
  /** Milliseconds after which the server itself gives up a statement. */
  statementMs: number;
  /** After this a query that was not answered ends with its connection; longer than the server's own limit. */
  queryMs: number;
  reading: PollingRate;
}

function limitsOf(url: string): PostgresLimits {
  const statementMs = statementTimeoutOf(url);
  return {
    connectMs: connectTimeoutOf(url),
    statementMs,
    queryMs: statementMs + 2000,
    reading: {
      everyMs: 1000,
      pollMs,
      answerMs: 4000,
      reachMs: 10 * 60_000,
    },
  };
}

/** Closing gives up after this time. */
const longestCloseMs = 8000;

/** Opens PostgreSQL with bounded waits: a slow, silent or absent database is an error within seconds, never a hang. */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  limits: Partial<PostgresLimits> = {},
): Connection {
  const { connectMs, statementMs, queryMs, reading } = { ...limitsOf(url), ...limits };
  const serverLimits = { statement_timeout: statementMs, idle_in_transaction_session_timeout: 10_000 };
  const pool = new pg.Pool({
    connectionString: withoutStatementTimeout(url),
    max: 10,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...serverLimits,
    application_name: "frontdesk",
  });
  // Without listeners on the pool and on lent clients, a broken connection ends the process.
  pool.on("error", (error) => {
    if (!pool.ending) onError(error);
  });
  pool.on("connect", (client) => client.on("error", () => {}));
  const query = new Kysely<Schema>({
    dialect: new ServerDialect({
      pool: boundPool(pool, queryMs, serverLimits),
    }),
  });
  const changes = new PostgresChanges(query, withoutStatementTimeout(url), onError, reading);
  return {
    query,
    dialect: postgresDialect,
    search: postgresSearch,
    locks: postgresLocks(url),
    changes,
    backup: postgresBackup(url),
    file: null,
    pool: {
      readState: () => ({
        inUse: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
    },
    async close() {
      await changes.close();
      await withTimeout(query.destroy(), longestCloseMs).catch(() => {});
    },
  };
}
