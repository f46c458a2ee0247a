import { findKind } from "#app/content/kinds.ts";
import { untrash } from "#app/content/publishing.ts";
import { type Report, reportEach } from "#app/content/report.ts";
import { deleteForGood } from "#app/content/trash-list.ts";
import { undoDeed, withUndo } from "#app/content/undo.ts";
import { write } from "#app/database/database.ts";
import { newId } from "#app/platform/id.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { tellReport, tellUndone } from "../content/list/tell-report.ts";
import type { Sent } from "../parts/act.ts";
import type { Done } from "../parts/answer.ts";
import type { Staff } from "../parts/staff.ts";

/** What can be done with what lies in the trash; a line's value is its kind and its id. */
export const trashDeeds = {
  async restore(sent: Sent, staff: Staff): Promise<Done> {
    const undo = newId();
    return tellReport("Restored:", { ...(await restoreAll(chosen(sent), staff, undo)), undo });
  },
  async delete(sent: Sent, { db, deed }: Staff): Promise<Done> {
    if (!sent.isTicked("sure"))
      throw new Refusal("invalid", "Deleting permanently can’t be undone. Tick “I am sure”, then try again.");
    const ids = chosen(sent).map(({ id }) => id);
    const { done } = tellReport("Deleted permanently:", {
      ...(await reportEach(ids, (id) => deleteForGood(db, id, deed))),
      undo: "",
    });
    return { done };
  },
  undo: async (sent: Sent, { db, deed }: Staff): Promise<Done> =>
    tellUndone(await undoDeed(db, sent.text("undo"), deed)),
};

function chosen(sent: Sent): { kind: string; id: string }[] {
  const lines = sent.all("id").slice(0, 100);
  if (lines.length === 0) throw new Refusal("invalid", "Select at least one entry first.");
  return lines.map((line) => {
    const [kind = "", id = ""] = line.split(" ");
    return { kind, id };
  });
}

function restoreAll(
  lines: { kind: string; id: string }[],
  { db, deed }: Staff,
  undo: string,
): Promise<Report> {
  const kindOf = new Map(lines.map(({ kind, id }) => [id, findKind(kind)]));
  return reportEach([...kindOf.keys()], (id) => {
    const kind = kindOf.get(id);
    if (!kind) throw new Refusal("missing", "This is not in the trash any more.");
    return write(db, (tx) => withUndo(tx, kind, id, { ...deed, undo }, () => untrash(tx, kind, id, deed)));
  });
}
