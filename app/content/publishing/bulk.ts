import type { ActionContext } from "#app/audit/audit.ts";
import type { Kind } from "#app/content/kind.ts";
import { withUndo } from "#app/content/versions/undo.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { newId } from "#app/platform/id.ts";
import { type BulkReport, reportEach } from "./format-report.ts";

/** What was done to one entry of several, each in a transaction of its own. */
export type BulkEntryAction = (
  tx: Writing,
  kind: Kind,
  id: string,
  actionContext: ActionContext,
) => Promise<{ title: string }>;

/** Does the same to several entries: each is done as a whole or not at all, and all can be taken back by one name. */
export async function runBulk(
  db: Database,
  kind: Kind,
  ids: readonly string[],
  actionContext: ActionContext,
  work: BulkEntryAction,
): Promise<BulkReport & { undo: string }> {
  const undo = newId();
  const report = await reportEach(
    ids,
    (id) =>
      write(db, (tx) =>
        withUndo(tx, kind, id, { ...actionContext, undo }, () => work(tx, kind, id, actionContext)),
      ),
    (id) => readTitle(db, id),
  );
  return { ...report, undo };
}

async function readTitle(db: Database, id: string): Promise<string> {
  const row = await db.query.selectFrom("entries").select("title").where("id", "=", id).executeTakeFirst();
  return row?.title ?? "";
}
