import { sql } from "kysely";
import { type EntryHint, hintColumns, presentHint } from "#app/content/staff-list/find-entries.ts";
import { type Database, write } from "#app/database/database.ts";
import type { State } from "#app/database/tables/content.ts";
import { type Repeated, repeat } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Kind } from "../kind.ts";
import { kinds } from "../kinds.ts";
import { importNote } from "../versions/import-note.ts";
import { openEntryIfExists } from "../versions/open-entry.ts";
import { archive, publish } from "./publishing.ts";

/** Publishes and archives what is due, each in a transaction of its own; answers how many. One that fails stays due and delays no other. */
export async function runDue(
  db: Database,
  clock: Clock,
  onError: (error: unknown, entryId: string) => void,
): Promise<number> {
  let done = 0;
  for (const { id, kind } of await findDue(db, clock)) {
    try {
      done += await runOne(db, kind, id, clock);
    } catch (error) {
      onError(error, id);
    }
  }
  return done;
}

/** Looks every few seconds; the first look, at once, catches up on what fell due while nothing ran. */
export function startSchedule(
  db: Database,
  clock: Clock,
  onError: (error: unknown, entryId: string) => void,
  everyMs = 5000,
): Repeated {
  return repeat(
    () => runDue(db, clock, onError),
    everyMs,
    (error) => onError(error, ""),
  );
}

const actor = { id: "schedule", requestId: "" };

async function findDue(db: Database, clock: Clock): Promise<{ id: string; kind: Kind }[]> {
  const now = clock.now().toISOString();
  const rows = await db.query
    .selectFrom("entries")
    .select(["id", "kind"])
    .where("deleted_at", "is", null)
    .where((eb) => eb.or([eb("publish_at", "<=", now), eb("unpublish_at", "<=", now)]))
    .orderBy("publish_at")
    .limit(500)
    .execute();
  return rows.flatMap(({ id, kind }) =>
    kinds.filter(({ name }) => name === kind).map((found) => ({ id, kind: found })),
  );
}

/** Reads the entry again under its lock: another instance may have done it meanwhile. */
function runOne(db: Database, kind: Kind, id: string, clock: Clock): Promise<number> {
  return write(db, async (tx) => {
    const entry = await openEntryIfExists(tx, kind, id);
    if (entry === null) return 0;
    const now = clock.now();
    const isDue = (moment: string | null) => moment !== null && moment <= now.toISOString();
    const { publish_at, unpublish_at } = entry.row;
    const published = isDue(publish_at) ? await publish(tx, entry, { actor, now }) : entry;
    if (isDue(unpublish_at)) await archive(tx, published, { actor, now });
    return Number(isDue(publish_at)) + Number(isDue(unpublish_at));
  });
}

/** What happens to an entry by itself at a moment. */
export interface ScheduledChange extends EntryHint {
  action: "publish" | "archive";
  at: string;
  /** Its moment has passed and it has not happened. */
  isOverdue: boolean;
}

/** The schedule looks every few seconds; what it has not done after a minute stands still. */
const graceMs = 60_000;

/** What is scheduled, the soonest first; what is overdue stands before all. At most `limit` to publish and as many to archive. */
export async function listScheduled(db: Database, now: Date, limit: number): Promise<ScheduledChange[]> {
  const late = new Date(now.getTime() - graceMs).toISOString();
  const read = async (column: "publish_at" | "unpublish_at", action: ScheduledChange["action"]) => {
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
      return hint ? [{ ...hint, action, at, isOverdue: at < late }] : [];
    });
  };
  const all = [...(await read("publish_at", "publish")), ...(await read("unpublish_at", "archive"))];
  return all.toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

/** Drafts, and public entries with newer edits, whose newest version this person wrote by hand; the last changed first. */
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
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("entry_versions")
            .select("number")
            .whereRef("entry_id", "=", "entries.id")
            .whereRef("number", "=", "latest_version")
            .where((eb) => eb.or([eb("note", "=", importNote), eb("note", "like", `${importNote}. %`)])),
        ),
      ),
    )
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap((row) => {
    const hint = presentHint(row);
    return hint ? [{ ...hint, state: row.state, updatedAt: row.updated_at }] : [];
  });
}
