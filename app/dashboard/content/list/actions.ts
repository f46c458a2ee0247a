import { removeView, saveView } from "#app/accounts/staff/saved-views.ts";
import { findCategory } from "#app/content/categories/categories.ts";
import { recategorize } from "#app/content/categories/recategorize.ts";
import type { Kind } from "#app/content/kind.ts";
import { moveByOne, reorderEntry } from "#app/content/ordering/reorder-entry.ts";
import { type BulkEntryAction, runBulk } from "#app/content/publishing/bulk.ts";
import { tellReport, tellUndone } from "#app/content/publishing/format-report.ts";
import { publishChecked } from "#app/content/publishing/publish-checked.ts";
import { archive, trash, unpublish } from "#app/content/publishing/publishing.ts";
import { duplicateEntry } from "#app/content/versions/create-entry.ts";
import { snapshotCreated, undoAction } from "#app/content/versions/undo.ts";
import type { ActionOk } from "#app/dashboard/parts/action-result.ts";
import type { FormInput } from "#app/dashboard/parts/handle-action.ts";
import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import { write } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { parseListParams, queryOf } from "./list-params.ts";
import { possibleFor, taxonomyOf } from "./read-list.ts";

type ListAction = (sent: FormInput, staff: Staff) => Promise<ActionOk>;

/** What can be done on the list of a kind. */
export function actionsOf(kind: Kind): Record<string, ListAction> {
  return {
    publish: each(
      kind,
      "Published",
      (staff) => (tx, _kind, id, actionContext) =>
        publishChecked(tx, kind, id, { ...actionContext, publicUrl: staff.publicUrl }),
    ),
    archive: each(kind, "Archived", () => archive),
    unpublish: each(kind, "Unpublished", () => unpublish),
    trash: each(kind, "Moved to trash:", () => trash),
    "add-category": categorize(kind, "add"),
    "remove-category": categorize(kind, "remove"),
    "move-up": each(
      kind,
      "Moved",
      () => (tx, _kind, id, actionContext) => moveByOne(tx, kind, id, "up", actionContext),
    ),
    "move-down": each(
      kind,
      "Moved",
      () => (tx, _kind, id, actionContext) => moveByOne(tx, kind, id, "down", actionContext),
    ),
    move: (sent, staff) =>
      each(
        kind,
        "Moved",
        () => (tx, _kind, id, actionContext) => reorderEntry(tx, kind, id, besideOf(sent), actionContext),
      )(sent, staff),
    duplicate: (sent, staff) => duplicate(kind, sent, staff),
    undo: async (sent, { db, actionContext }) =>
      tellUndone(await undoAction(db, sent.text("undo"), actionContext)),
    "save-view": (sent, staff) => keepView(kind, sent, staff),
    "remove-view": async (sent, { db, person }) => {
      const { name } = await write(db, (tx) => removeView(tx, person.id, sent.text("view")));
      return { done: `Deleted the view “${name}”.` };
    },
  };
}

const mostAtOnce = 100;

function each(kind: Kind, did: string, work: (staff: Staff) => BulkEntryAction): ListAction {
  return async (sent, staff) => {
    const ids = sent.all("id").slice(0, mostAtOnce);
    if (ids.length === 0) throw new DomainError("invalid", "Select at least one entry first.");
    return tellReport(did, await runBulk(staff.db, kind, ids, staff.actionContext, work(staff)));
  };
}

function categorize(kind: Kind, way: "add" | "remove"): ListAction {
  return async (sent, staff) => {
    const taxonomy = taxonomyOf(kind);
    const found = taxonomy && (await findCategory(staff.db, taxonomy, sent.text("into")));
    if (!found) throw new DomainError("invalid", "Choose a category first.");
    const did = way === "add" ? `Added to ${found.name}:` : `Removed from ${found.name}:`;
    return each(
      kind,
      did,
      () => (tx, _kind, id, actionContext) => recategorize(tx, kind, id, { [way]: found.id }, actionContext),
    )(sent, staff);
  };
}

function besideOf(sent: FormInput) {
  return sent.text("before") === "" ? { after: sent.text("after") } : { before: sent.text("before") };
}

async function duplicate(kind: Kind, sent: FormInput, { db, actionContext }: Staff): Promise<ActionOk> {
  const undo = newId();
  const copy = await write(db, async (tx) => {
    const made = await duplicateEntry(tx, kind, sent.text("id"), actionContext);
    await snapshotCreated(tx, kind, made.id, { ...actionContext, undo });
    return made;
  });
  return { done: `Created “${copy.title}”, a draft.`, undo: { intent: "undo", values: { undo } } };
}

/** Only what the list understands is kept of an address. */
async function keepView(
  kind: Kind,
  sent: FormInput,
  { db, person, actionContext }: Staff,
): Promise<ActionOk> {
  const possible = possibleFor(kind);
  const asked = parseListParams(new URLSearchParams(sent.text("query")), possible);
  const query = queryOf({ ...asked, after: "", before: "" }, possible);
  const name = sent.text("name");
  await write(db, (tx) => saveView(tx, person.id, kind.name, { name, query }, actionContext.now));
  return { done: `Saved the view “${name.trim()}”.` };
}
