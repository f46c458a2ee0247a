import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";

/**
 * A pool whose queries never hang: a connection on which one is not answered within `limitMs` is closed and not lent out
 * again. The server's own limit can't do this, since a server that can't be reached any more ends nothing here.
 * @param serverLimits of which the pool tells the server when it connects. A pooler refuses that, or knows nothing of it: there
 * each transaction brings its own, and a query outside of one has ours alone.
 */
export function boundPool(pool: pg.Pool, limitMs: number, serverLimits: ServerLimits): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await connectAnyhow(pool, serverLimits);
      const bounded = known.get(client) ?? boundClient(client, limitMs, beginWith(serverLimits));
      known.set(client, bounded);
      return bounded;
    },
    end: () => pool.end(),
  };
}

/** In milliseconds. */
type ServerLimits = Record<"statement_timeout" | "idle_in_transaction_session_timeout", number>;

async function connectAnyhow(pool: pg.Pool, serverLimits: ServerLimits): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    if (!(error instanceof Error && /unsupported startup parameter/.test(error.message))) throw error;
    const names = Object.keys(serverLimits) as (keyof ServerLimits)[]; // the pool was made with these
    for (const name of names) delete pool.options[name];
    return pool.connect();
  }
}

function beginWith(serverLimits: ServerLimits): string {
  const settings = Object.entries(serverLimits).map(([name, value]) => `set local ${name} = ${value}`);
  return ["begin", ...settings].join("; ");
}

function boundClient(client: pg.PoolClient, limitMs: number, begin: string): PostgresPoolClient {
  let silence: Error | null = null;

  function query<Row>(text: string, values: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>> {
    if (silence) return Promise.reject(silence);
    // In one message: without values, PostgreSQL takes several statements.
    const answer = client.query(text === "begin" ? begin : text, [...values]) as Promise<unknown> as Promise<
      PostgresQueryResult<Row>
    >; // the same, with the commands named
    return withTimeout(answer, limitMs).catch((error: unknown) => {
      if (error instanceof NoAnswer) silence = error;
      throw error;
    });
  }

  return {
    query: query as PostgresPoolClient["query"], // no cursors here
    release: (destroy) => client.release(destroy === true || silence !== null),
  };
}

/** The database said nothing in the time it has; begins as `isDatabaseUnavailable` knows it. */
class NoAnswer extends Error {
  constructor(limitMs: number) {
    super(`Connection terminated: PostgreSQL gave no answer for ${limitMs} ms`);
  }
}

/** What comes first: the answer, or a `NoAnswer` after so many milliseconds. */
export function withTimeout<Answer>(answer: Promise<Answer>, limitMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer(limitMs)), limitMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Whether an error says that the database can't be asked at present, whichever of the two it is: it is gone, shuts down,
 * is out of room, broken or held by somebody else for too long. Asking again later may do; another question won't.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
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
