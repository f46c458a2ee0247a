import type { Database } from "#app/database/database.ts";
import { type EntryHint, hintColumns, presentHint } from "../staff-list/entry-hint.ts";

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
