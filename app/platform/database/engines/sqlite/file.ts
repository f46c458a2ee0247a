import { statSync } from "node:fs";
import { backup, type DatabaseSync } from "node:sqlite";
import { type Kysely, sql } from "kysely";
import type { Schema } from "#app/platform/database/schema.ts";
import type { ChangeRecording, DatabaseFile } from "../engine.ts";

/** Milliseconds to wait for another writing process; blocks the event loop meanwhile. */
export const busyTimeoutMs = 1000;

export function sqliteFile(
  query: Kysely<Schema>,
  file: DatabaseSync,
  { path, isReadOnly }: { path: string; isReadOnly: boolean },
): DatabaseFile {
  const opened = statSync(path, { bigint: true, throwIfNoEntry: false });
  return {
    path,
    readLoss() {
      const current = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (current === undefined) return "removed";
      return current.ino === opened?.ino && current.dev === opened.dev ? null : "replaced";
    },
    refuseWrites: (isOn) =>
      query.connection().execute(async (connection) => {
        await sql.raw(`pragma query_only = ${isOn ? "on" : "off"}`).execute(connection);
      }),
    // A copy on another connection restarts with each write and may never end.
    copyTo: isReadOnly
      ? async (target) => void (await sql`vacuum into ${target}`.execute(query))
      : async (target) => void (await backup(file, target, { rate: 100 })),
    checkpointWal: () => checkpointWal(query),
    recordChanges: () => recordChanges(file),
    applyChanges: (changes) => file.applyChangeset(changes, { filter: (table) => !searchTable.test(table) }),
  };
}

async function checkpointWal(query: Kysely<Schema>): Promise<void> {
  await query.connection().execute(async (connection) => {
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(connection);
    } finally {
      await sql.raw(`pragma busy_timeout = ${busyTimeoutMs}`).execute(connection);
    }
  });
}

function recordChanges(file: DatabaseSync): ChangeRecording {
  let session = file.createSession();
  return {
    take() {
      const changes = session.changeset();
      session.close();
      session = file.createSession();
      return changes;
    },
  };
}

/** Tables of search and the shadow tables of FTS5, whose row numbers differ between copies. */
const searchTable = /^(entry_search|entry_titles|lead_search)/;
