import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";

/**
 * Wraps a pool so that a connection is closed when a query gets no response within `limitMs`, since the server's own limit has
 * no effect once the server is unreachable.
 * @param serverLimits sent as startup parameters and at each transaction; a pooler rejects or ignores startup parameters, so
 * there a query outside a transaction has only `limitMs`
 */
export function boundPool(pool: pg.Pool, limitMs: number, serverLimits: ServerLimits): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await connectWithFallback(pool, serverLimits);
      const bounded = wrapped.get(client) ?? boundClient(client, limitMs, beginWith(serverLimits));
      wrapped.set(client, bounded);
      return bounded;
    },
    end: () => pool.end(),
  };
}

/** In milliseconds. */
type ServerLimits = Record<"statement_timeout" | "idle_in_transaction_session_timeout", number>;

async function connectWithFallback(pool: pg.Pool, serverLimits: ServerLimits): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    if (!(error instanceof Error && /unsupported startup parameter/.test(error.message))) throw error;
    const names = Object.keys(serverLimits) as (keyof ServerLimits)[]; // the type has no other keys
    for (const name of names) delete pool.options[name];
    return pool.connect();
  }
}

function beginWith(serverLimits: ServerLimits): string {
  const settings = Object.entries(serverLimits).map(([name, value]) => `set local ${name} = ${value}`);
  return ["begin", ...settings].join("; ");
}

function boundClient(client: pg.PoolClient, limitMs: number, begin: string): PostgresPoolClient {
  let timeout: Error | null = null;

  function query<Row>(text: string, values: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>> {
    if (timeout) return Promise.reject(timeout);
    // Without values, PostgreSQL accepts several statements in one message.
    const response = client.query(text === "begin" ? begin : text, [
      ...values,
    ]) as Promise<unknown> as Promise<PostgresQueryResult<Row>>; // Kysely's type differs only in the command names
    return withTimeout(response, limitMs).catch((error: unknown) => {
      if (error instanceof QueryTimeout) timeout = error;
      throw error;
    });
  }

  return {
    query: query as PostgresPoolClient["query"], // cursors are not used
    release: (destroy) => client.release(destroy === true || timeout !== null),
  };
}

/** A query without a response in time; `isDatabaseUnavailable` recognizes the beginning of its message. */
class QueryTimeout extends Error {
  constructor(limitMs: number) {
    super(`Connection terminated: PostgreSQL did not respond for ${limitMs} ms`);
  }
}

/** Resolves with the response, or rejects with a `QueryTimeout` after `limitMs`. */
export function withTimeout<Response>(response: Promise<Response>, limitMs: number): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new QueryTimeout(limitMs)), limitMs);
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Whether an error of either engine means that the database is unavailable: unreachable, shutting down, full, damaged or locked
 * for too long. Later attempts may succeed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }; // checked below
  if (code === "ERR_SQLITE_ERROR") return sqliteCodes.has(Number(errcode) & 0xff);
  return typeof code === "string" ? unavailableCode.test(code) : unavailableMessage.test(error.message);
}

/** Primary result codes: busy, locked, out of memory, read-only, I/O error, corrupt, full, can't open, protocol, no database. */
const sqliteCodes = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

/**
 * Network errors, then PostgreSQL's classes: connection, authorization, missing database, resources, operator, system.
 * 55000 comes while the database accepts no connections.
 */
const unavailableCode =
  /^(E(CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|TIMEDOUT|PIPE|NOTFOUND)|EAI_AGAIN|(08|28|3D|53|57|58)[0-9A-Z]{3}|55000)$/;

/** Errors of the PostgreSQL client and its pool without a code. */
const unavailableMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;
