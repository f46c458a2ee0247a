import type { Database } from "#app/database/database.ts";
import { minutesToRead } from "#app/rich-text/text.ts";
import {
  type CategoryRedirects,
  followCategoryRedirects,
  readCategoryRedirects,
} from "../categories/category-redirects.ts";
import { type Entry, headColumns, presentEntryHead } from "../entry.ts";
import { type Kind, readStoredData } from "../kind.ts";
import { inOrder, published } from "./cards.ts";

/** Public entries in full, by id, in the order asked for; those that are not public are left out. */
export async function readPublished<K extends Kind>(
  db: Database,
  kind: K,
  ids: readonly string[],
): Promise<Entry<K>[]> {
  if (ids.length === 0) return [];
  const rows = await publishedEntries(db, kind)
    .where("entries.id", "in", [...ids])
    .execute();
  const gone = await readCategoryRedirects(db);
  return inOrder(
    ids,
    rows.map((row) => presentEntry(kind, row, gone)),
  );
}

/** Public entries of a kind with the whole of their live version. */
export function publishedEntries(db: Database, kind: Kind) {
  return published(db, kind)
    .innerJoin("entry_versions", (join) =>
      join.onRef("entry_versions.entry_id", "=", "entries.id").onRef("number", "=", "live_version"),
    )
    .select([...headColumns, "data", "words"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof publishedEntries>["execute"]>>[number];

export function presentEntry<K extends Kind>(kind: K, row: Row, gone: CategoryRedirects): Entry<K> {
  const data = followCategoryRedirects(kind, readStoredData(kind, row.data), gone);
  return { ...presentEntryHead(kind, row), minutes: minutesToRead(row.words), data };
}
