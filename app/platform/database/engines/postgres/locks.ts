import { sql, type Transaction } from "kysely";
import type { Schema } from "#app/platform/database/schema.ts";
import type { Locks } from "../engine.ts";
import { withoutTimeLimit } from "./connect.ts";

/** Transaction-level advisory locks, since session locks do not work behind a pooler. */
export function postgresLocks(url: string): Locks {
  return {
    acquire,
    runExclusively: (name, work) =>
      withoutTimeLimit(url, (own) =>
        own.transaction().execute(async (tx) => {
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
          await acquire(tx, name);
          return work();
        }),
      ),
    withoutTimeLimit: (work) => withoutTimeLimit(url, work),
    limitLockWait: async (tx) => void (await sql`set local lock_timeout = '500ms'`.execute(tx)),
    isLockTimeout: (error) =>
      error instanceof Error && "code" in error && lockTimeoutCodes.has(String(error.code)),
  };
}

async function acquire(tx: Transaction<Schema>, ...names: string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${names}::text[]) with ordinality as given (name, place) order by place`.execute(tx);
}

/** Lock not available, and deadlock. */
const lockTimeoutCodes = new Set(["55P03", "40P01"]);
