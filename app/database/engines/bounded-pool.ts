import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";

/**
 * A pool whose queries never hang: a connection on which one is not answered within `limitMs` is closed and not lent out
 * again. The server's own limit can't do this, since a server that can't be reached any more ends nothing here.
 */
export function boundPool(pool: pg.Pool, limitMs: number): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const bounded = known.get(client) ?? boundClient(client, limitMs);
      known.set(client, bounded);
      return bounded;
    },
    end: () => pool.end(),
  };
}

function boundClient(client: pg.PoolClient, limitMs: number): PostgresPoolClient {
  let silence: Error | null = null;

  function query<Row>(text: string, values: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>> {
    if (silence) return Promise.reject(silence);
    const answer = client.query(text, [...values]) as Promise<unknown> as Promise<PostgresQueryResult<Row>>; // the same, with the commands named
    return orSilence(answer, limitMs).catch((error: unknown) => {
      if (error instanceof NoAnswer) silence = error;
      throw error;
    });
  }

  return {
    query: query as PostgresPoolClient["query"], // no cursors here
    release: (destroy) => client.release(destroy === true || silence !== null),
  };
}

/** The database said nothing in the time it has; begins as `isAway` knows it. */
class NoAnswer extends Error {
  constructor(limitMs: number) {
    super(`Connection terminated: PostgreSQL gave no answer for ${limitMs} ms`);
  }
}

/** What comes first: the answer, or a `NoAnswer` after so many milliseconds. */
export function orSilence<Answer>(answer: Promise<Answer>, limitMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer(limitMs)), limitMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Whether an error says that the database can't be asked at present, whichever of the two it is: it is gone, shuts down,
 * is out of room, broken or held by somebody else for too long. Asking again later may do; another question won't.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }; // looked at, not believed
  if (code === "ERR_SQLITE_ERROR") return sqliteCodes.has(Number(errcode) & 0xff);
  return typeof code === "string" ? awayCode.test(code) : awayMessage.test(error.message);
}

/** Primary result codes: busy, locked, out of memory, read-only, I/O error, corrupt, full, can't open, protocol, no database. */
const sqliteCodes = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

/** What the network says, then PostgreSQL's classes: connection, authorization, no such database, resources, operator, system; 55000 while the database takes no connections. */
const awayCode =
  /^(E(CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|TIMEDOUT|PIPE|NOTFOUND)|EAI_AGAIN|(08|28|3D|53|57|58)[0-9A-Z]{3}|55000)$/;

/** Errors of the PostgreSQL client and its pool that carry no code. */
const awayMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;
