import type { Kysely } from "kysely";
import type { Schema } from "#app/database/schema.ts";
import type { Locks } from "../engine.ts";

/** One connection writes, in one process that owns the data folder: locks have nothing to wait for. */
export function sqliteLocks(query: Kysely<Schema>): Locks {
  return {
    acquire: async () => {},
    runExclusively: (_name, work) => work(),
    withoutTimeLimit: (work) => work(query),
    limitLockWait: async () => {},
    isLockTimeout: () => false,
  };
}
