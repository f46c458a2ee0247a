import type { Database } from "#app/database/database.ts";
import type { Names } from "#app/fields/differences/compare-data.ts";
import type { DataOf, Kind } from "../kind.ts";
import { linksOf } from "../links/links.ts";

/** Names of everything that some versions point to, by id: entries, pictures and categories. */
export function readNames(db: Database, kind: Kind, versions: readonly DataOf<Kind>[]): Promise<Names> {
  return readNamesOf(
    db,
    versions.flatMap((data) => linksOf(kind, data).map(({ id }) => id)),
  );
}

/** Names of entries, pictures and categories by their ids; unknown ids are left out. */
export async function readNamesOf(db: Database, given: readonly string[]): Promise<Names> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return {};
  const entries = db.query.selectFrom("entries").select(["id", "title as name"]).where("id", "in", ids);
  const files = db.query.selectFrom("files").select(["id", "name"]).where("id", "in", ids);
  const categories = db.query.selectFrom("categories").select(["id", "name"]).where("id", "in", ids);
  const rows = await Promise.all([entries.execute(), files.execute(), categories.execute()]);
  return Object.fromEntries(rows.flat().map(({ id, name }) => [id, name]));
}
