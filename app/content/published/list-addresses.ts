import type { Database } from "#app/database/database.ts";
import type { Kind } from "../kind.ts";
import { entryPath } from "../urls/slug.ts";
import { published } from "./cards.ts";

/** Paths of the public entries of a kind in order of creation, the n-th part (from 1) of `size` each. @param only ids to choose from */
export async function listAddresses(
  db: Database,
  kind: Kind,
  { part, size, only }: { part: number; size: number; only?: readonly string[] | undefined },
): Promise<{ path: string; updatedAt: string }[]> {
  if (only?.length === 0) return [];
  const all = published(db, kind);
  const rows = await (only ? all.where("entries.id", "in", [...only]) : all)
    .select(["slug", "updated_at"])
    .orderBy("entries.id")
    .limit(size)
    .offset((part - 1) * size)
    .execute();
  return rows.map((row) => ({ path: entryPath(kind, row.slug), updatedAt: row.updated_at }));
}
