import type { Database } from "#app/database/database.ts";
import { withBreaks } from "#app/platform/breaks.ts";
import type { Kind } from "../kind.ts";
import { entryPath } from "../urls/slug.ts";
import { published } from "./cards.ts";

/** Rows that one query may fetch without keeping others waiting. */
const atOnce = 200;

/**
 * Paths of the public entries of a kind by their place in its list, the first to come (the oldest) first; the n-th part (from 1)
 * of `size` each. They are read a few at a time, and other requests are answered between. @param only ids to choose from
 */
export async function* listAddresses(
  db: Database,
  kind: Kind,
  { part, size, only }: { part: number; size: number; only?: readonly string[] | undefined },
): AsyncGenerator<{ path: string; updatedAt: string }> {
  if (only?.length === 0) return;
  const all = published(db, kind);
  // The index entries_public alone answers this.
  const ids = await (only ? all.where("entries.id", "in", [...only]) : all)
    .select("entries.id")
    .orderBy("sort_key")
    .orderBy("entries.id")
    .limit(size)
    .offset((part - 1) * size)
    .execute();
  const starts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, slice) => slice * atOnce);
  for await (const start of withBreaks(starts)) {
    const slice = ids.slice(start, start + atOnce).map(({ id }) => id);
    // By their ids alone: with more conditions SQLite goes through a whole index of the kind.
    const rows = await db.query
      .selectFrom("entries")
      .select(["id", "slug", "updated_at"])
      .where("id", "in", slice)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of slice) {
      const row = byId.get(id);
      if (row) yield { path: entryPath(kind, row.slug), updatedAt: row.updated_at };
    }
  }
}
