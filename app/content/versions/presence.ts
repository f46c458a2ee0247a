import type { Database, Writing } from "#app/database/database.ts";

/** A window in which somebody has an entry open, and the version it shows. */
export interface PresentPerson {
  userId: string;
  version: number;
}

export interface OpenWindow extends PresentPerson {
  entryId: string;
  /** Made by the window itself. */
  windowId: string;
}

/** Windows tell that they are open every 20 seconds; one that misses two calls is gone. */
const goneAfterMs = 50_000;

/** Notes that a window has an entry open, and forgets windows that are gone. */
export async function notePresence(tx: Writing, open: OpenWindow, now: Date): Promise<void> {
  const { entryId: entry_id, windowId: window_id, userId: user_id, version } = open;
  const seen = { version, seen_at: now.toISOString() };
  await tx.query.deleteFrom("entry_presence").where("seen_at", "<", goneBefore(now)).execute();
  await tx.query
    .insertInto("entry_presence")
    .values({ entry_id, window_id, user_id, ...seen })
    .onConflict((conflict) => conflict.columns(["entry_id", "user_id", "window_id"]).doUpdateSet(seen))
    .execute();
}

/** Notes that a window was closed. */
export async function endPresence(
  tx: Writing,
  { entryId, userId, windowId }: Omit<OpenWindow, "version">,
): Promise<void> {
  await tx.query
    .deleteFrom("entry_presence")
    .where("entry_id", "=", entryId)
    .where("user_id", "=", userId)
    .where("window_id", "=", windowId)
    .execute();
}

/** Windows in which an entry is open now. */
export async function listPresent(db: Database, entryId: string, now: Date): Promise<PresentPerson[]> {
  return db.query
    .selectFrom("entry_presence")
    .select(["user_id as userId", "version"])
    .where("entry_id", "=", entryId)
    .where("seen_at", ">=", goneBefore(now))
    .orderBy("user_id")
    .execute();
}

function goneBefore(now: Date): string {
  return new Date(now.getTime() - goneAfterMs).toISOString();
}
