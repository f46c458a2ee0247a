import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import type { EntryRow } from "../entry.ts";

/** Removes an entry with all its versions, addresses and links; the pictures it held are free again. */
export async function removeEntry(tx: Writing, { id, kind }: Pick<EntryRow, "id" | "kind">): Promise<void> {
  await tx.engine.forgetEntry(tx.query, id);
  await tx.query.deleteFrom("undos").where("part", "=", id).execute();
  await tx.query.deleteFrom("entry_links").where("to_type", "=", "entry").where("to_id", "=", id).execute();
  await tx.query.deleteFrom("entries").where("id", "=", id).execute();
  tx.invalidate(cacheTags.states(kind));
}
