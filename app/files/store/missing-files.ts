import { sql } from "kysely";
import { cacheTags } from "#app/database/cache-tags.ts";
import { cachedQuery } from "#app/database/cached-query.ts";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "./store.ts";

/** So many of the newest, and as many of all, are looked for: enough to tell a folder that lacks some share of them. */
const sampleSize = 20;
/** What is being stored at this moment is no fault. */
const settledMs = 10 * 60_000;

/** Looks whether the bytes of some files of the library are where they should be. */
export async function countMissing(
  db: Database,
  store: FileStore,
  now: Date,
): Promise<{ looked: number; missing: number }> {
  const settled = db.query
    .selectFrom("files")
    .select("id")
    .where("bytes", ">", 0)
    .where("deleted_at", "is", null)
    .where("updated_at", "<", new Date(now.getTime() - settledMs).toISOString());
  const [newest, some] = await Promise.all([
    settled.orderBy("created_at", "desc").limit(sampleSize).execute(),
    settled.orderBy(sql`random()`).limit(sampleSize).execute(),
  ]);
  const ids = new Set([...newest, ...some].map(({ id }) => id));
  let missing = 0;
  for (const id of ids) if ((await store.listOf(id)).length === 0) missing += 1;
  return {
    looked: ids.size,
    missing,
  };
}

/** How many files the library holds and how many bytes they have; added up again only when one has changed. */
export function measureFiles(db: Database): Promise<{ files: number; bytes: number }> {
  return cachedQuery(db, "size of the library", [cacheTags.library], async () => {
    const row = await db.query
      .selectFrom("files")
      .select((eb) => [eb.fn.countAll().as("files"), eb.fn.sum("bytes").as("bytes")])
      .executeTakeFirst();
    return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
  });
}
