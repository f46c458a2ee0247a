import type { Kysely } from "kysely";
import type { Schema } from "#app/platform/database/schema.ts";
import type { Locks } from "../engine.ts";

/** No-op locks: one connection of one process writes. */
export function sqliteLocks(query: Kysely<Schema>): Locks {
  return {
    acquire: async () => {},
    runExclusively: (_name, work) => work(),
    withoutTimeLimit: (work) => work(query),
    limitLockWait: async () => {},
    isLockTimeout: () => false,
  };
}
