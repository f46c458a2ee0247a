import { sql } from "kysely";
import { type EntryHint, hintColumns, presentHint } from "#app/content/staff-list/entry-hint.ts";
import type { Database } from "#app/database/database.ts";
import type { State } from "#app/database/tables/content.ts";

/** What happens to an entry by itself at a moment. */
export interface ScheduledChange extends EntryHint {
  does: "goes out" | "comes down";
  at: string;
  /** Its moment has passed and it has not happened. */
  isOverdue: boolean;
}

/** The schedule looks every few seconds; what it has not done after a minute stands still. */
const graceMs = 60_000;

/** What is scheduled, the soonest first; what is overdue stands before all. At most `limit` of going out and as many of coming down. */
export async function listScheduled(db: Database, now: Date, limit: number): Promise<ScheduledChange[]> {
  const late = new Date(now.getTime() - graceMs).toISOString();
  const read = async (column: "publish_at" | "unpublish_at", does: ScheduledChange["does"]) => {
    const rows = await db.query
      .selectFrom("entries")
      .select([...hintColumns, `${column} as at`])
      .where("deleted_at", "is", null)
      .where(column, "is not", null)
      .orderBy(column)
      .limit(limit)
      .execute();
    return rows.flatMap((row) => {
      const [hint, at] = [presentHint(row), row.at ?? ""];
      return hint ? [{ ...hint, does, at, isOverdue: at < late }] : [];
    });
  };
  const all = [...(await read("publish_at", "goes out")), ...(await read("unpublish_at", "comes down"))];
  return all.toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

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
