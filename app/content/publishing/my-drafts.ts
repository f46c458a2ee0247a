import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import type { State } from "#app/database/tables/content.ts";
import { type EntryHint, hintColumns, presentHint } from "../staff-list/entry-hint.ts";

/** Drafts, and public entries with newer edits, whose newest version this person wrote; the last changed first. */
export async function listMyDrafts(
  db: Database,
  personId: string,
  limit: number,
): Promise<(EntryHint & { state: State; updatedAt: string })[]> {
  const rows = await db.query
    .selectFrom("entries")
    .select([...hintColumns, "state", "updated_at"])
    .where("author_id", "=", personId)
    // As it stands in the partial index: a bound value would not be recognised there.
    .where(sql<boolean>`state in ('draft', 'changed') and deleted_at is null`)
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap((row) => {
    const hint = presentHint(row);
    return hint ? [{ ...hint, state: row.state, updatedAt: row.updated_at }] : [];
  });
}
