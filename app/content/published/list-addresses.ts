import type { Database } from "#app/database/database.ts";
import type { Kind } from "../kind.ts";
import { entryPath } from "../urls/slug.ts";
import { published } from "./cards.ts";

/** Paths of the public entries of a kind in order of creation, the n-th part (from 1) of `size` each. */
export async function listAddresses(
  db: Database,
  kind: Kind,
  { part, size }: { part: number; size: number },
): Promise<{ path: string; updatedAt: string }[]> {
  const rows = await published(db, kind)
    .select(["slug", "updated_at"])
    .orderBy("entries.id")
    .limit(size)
    .offset((part - 1) * size)
    .execute();
  return rows.map((row) => ({ path: entryPath(kind, row.slug), updatedAt: row.updated_at }));
}
