import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "#app/database/database.ts";
import { openSqlite } from "#app/database/engines/sqlite.ts";
import type { Snapshot } from "./write-backup.ts";

/**
 * Lends everything as it is at this moment, for as long as `work` takes. The embedded database is copied for that into `folder`,
 * which must be there.
 */
export async function withSnapshot<Result>(
  db: Pick<Database, "query" | "engine">,
  folder: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const { copyInto } = db.engine;
  if (copyInto === null)
    return db.engine.readSnapshot((query) =>
      work({
        query,
        engine: db.engine,
        takenAt: new Date(),
      }),
    );
  const path = join(folder, `snapshot-${randomUUID()}.sqlite`);
  try {
    const takenAt = new Date();
    await copyInto(path);
    return await readCopy(path, takenAt, work);
  } finally {
    for (const ending of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${ending}`, { force: true });
  }
}

/** @param takenAt when the copy was made */
export async function readCopy<Result>(
  path: string,
  takenAt: Date,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const copy = openSqlite(path, { readOnly: true });
  try {
    return await work({
      ...copy,
      takenAt,
    });
  } finally {
    await copy.engine.close();
  }
}
