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
