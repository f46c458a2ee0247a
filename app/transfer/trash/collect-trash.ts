import type { Database } from "#app/database/database.ts";
import { type BundleEntryHead, collectEntries } from "../bundle/collect-entries.ts";
import { asItem, type IdNames } from "../bundle/write-front-matter.ts";
import type { CollectedRecord } from "../records/collect-records.ts";
import { trashList } from "./import-trash.ts";

/** What lies in the trash, each entry with everything it was before. */
export async function* collectTrash(
  db: Database,
  heads: readonly BundleEntryHead[],
  names: IdNames,
): AsyncGenerator<CollectedRecord> {
  for await (const { head, sheet, draft } of collectEntries(db, heads, names))
    yield {
      list: trashList,
      row: { kind: head.kind.name, deletedAt: head.row.deleted_at, entry: asItem(sheet, draft) },
    };
}
