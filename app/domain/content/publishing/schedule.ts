import { sql } from "kysely";
import { type EntryHint, hintColumns, presentHint } from "#app/domain/content/staff-list/find-entries.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import type { State } from "#app/platform/database/tables/content.ts";
import { type PeriodicTask, repeat } from "#app/platform/jobs/background-work.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import type { Kind } from "../kind.ts";
import { kinds } from "../kinds.ts";
import { importNote } from "../versions/import-note.ts";
import { openEntryIfExists } from "../versions/open-entry.ts";
import { archive, publish } from "./publishing.ts";

/**
 * Publishes and archives due entries, each in a separate transaction; returns their number. A failed one stays due and
 * does not block others.
 */
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

/** Checks every few seconds; the first check runs immediately and includes changes missed during downtime. */
export function startSchedule(
  db: Database,
  clock: Clock,
  onError: (error: unknown, entryId: string) => void,
  everyMs = 5000,
): PeriodicTask {
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

/** Reads the entry again under its lock, because another instance may have processed it. */
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

/** Scheduled change of an entry. */
export interface ScheduledChange extends EntryHint {
  action: "publish" | "archive";
  at: string;
  /** Whether its time has passed without execution. */
  isOverdue: boolean;
}

/**
 * Delay in milliseconds after which a scheduled change counts as overdue; the schedule normally runs every few seconds.
 */
const graceMs = 60_000;

/** Scheduled changes, overdue first, then by time; at most `limit` to publish and as many to archive. */
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

/** Drafts and public entries with newer edits whose newest version this person saved manually, last changed first. */
export async function listMyDrafts(
  db: Database,
  personId: string,
  limit: number,
): Promise<(EntryHint & { state: State; updatedAt: string })[]> {
  const rows = await db.query
    .selectFrom("entries")
    .select([...hintColumns, "state", "updated_at"])
    .where("author_id", "=", personId)
    // Literal, because a bound value would not match the partial index.
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
