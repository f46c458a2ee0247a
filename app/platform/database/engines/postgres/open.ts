import { Kysely } from "kysely";
import pg from "pg";
import type { Schema } from "#app/platform/database/schema.ts";
import { boundPool, withTimeout } from "../bounded-pool.ts";
import { type Connection, pollMs } from "../engine.ts";
import { postgresBackup } from "./backup.ts";
import { type PollingRate, PostgresChanges } from "./changes.ts";
import { connectTimeoutOf, ServerDialect, statementTimeoutOf, withoutStatementTimeout } from "./connect.ts";
import { postgresDialect } from "./dialect.ts";
import { postgresLocks } from "./locks.ts";
import { postgresSearch } from "./search.ts";

interface PostgresLimits {
  /** Milliseconds to wait for a connection of the pool. */
  connectMs: number;
  /** Milliseconds after which the server cancels a statement. */
  statementMs: number;
  /** Milliseconds after which a query without response is closed with its connection; longer than `statementMs`. */
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

/** Longest wait for the pool to close. */
const maxCloseMs = 8000;

/** Opens PostgreSQL with time limits, so that a slow or unreachable server causes an error within seconds. */
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
      await withTimeout(query.destroy(), maxCloseMs).catch(() => {});
    },
  };
}
