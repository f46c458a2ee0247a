import { cacheTags } from "#app/database/cache-tags.ts";
import { cachedQuery } from "#app/database/cached-query.ts";
import type { Database } from "#app/database/database.ts";

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
