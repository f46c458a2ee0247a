import type { Database } from "#app/database/database.ts";
import type { Kind } from "../kind.ts";
import { slugKey } from "../urls/slug.ts";

export interface FacetCount {
  /** What a filter's address carries: a tag's or type's folded form, or a category's id. */
  key: string;
  /** As it was written. */
  value: string;
  count: number;
}

/** How many public entries hold each value of a field, most first; kept up to date by every publish, never counted here. */
export function countFacet(db: Database, kind: Kind, field: string, limit = 200): Promise<FacetCount[]> {
  return db.query
    .selectFrom("facet_counts")
    .select(["value_key as key", "value", "count"])
    .where("kind", "=", kind.name)
    .where("field", "=", field)
    .where("count", ">", 0)
    .orderBy("count", "desc")
    .orderBy("value_key")
    .limit(limit)
    .execute();
}

/** How many entries of a kind the public sees. */
export async function countPublished(db: Database, kind: Kind): Promise<number> {
  const [whole] = await countFacet(db, kind, "", 1);
  return whole?.count ?? 0;
}

/** How many public entries hold one value of a field. */
export async function countValue(db: Database, kind: Kind, field: string, value: string): Promise<number> {
  const row = await db.query
    .selectFrom("facet_counts")
    .select("count")
    .where("kind", "=", kind.name)
    .where("field", "=", field)
    .where("value_key", "=", slugKey(value))
    .executeTakeFirst();
  return row?.count ?? 0;
}
