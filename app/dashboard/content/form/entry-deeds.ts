import { createOrContinue } from "#app/content/create-once.ts";
import { duplicateEntry } from "#app/content/duplicate.ts";
import type { StaffEntry } from "#app/content/entry.ts";
import { changeRows } from "#app/content/form/change-rows.ts";
import { describeForm } from "#app/content/form/describe-form.ts";
import { readForm } from "#app/content/form/read-form.ts";
import type { Kind } from "#app/content/kind.ts";
import { trash, untrash } from "#app/content/publishing.ts";
import { saveInput } from "#app/content/save-entry.ts";
import { undoDeed, withUndo } from "#app/content/undo.ts";
import { type Writing, write } from "#app/database/database.ts";
import { newId } from "#app/platform/id.ts";
import type { Sent } from "../../parts/act.ts";
import type { Done } from "../../parts/answer.ts";
import { leadOn } from "../../parts/lead-on.ts";
import type { Staff } from "../../parts/staff.ts";
import { tellUndone } from "../list/tell-report.ts";
import { readResolved } from "../resolve.ts";
import { type EntryHead, readEntryHead } from "./entry-head.ts";
import { steps } from "./entry-steps.ts";
import { basedOnOf, inputOf, keepingTyped, keyOf, pairsOf } from "./sent-entry.ts";

/** What a deed at an entry answers besides its words: where the entry stands now, or the form with other rows. */
export interface EntryAnswer {
  entry?: EntryHead;
  values?: Record<string, unknown>;
}

type Deed = (sent: Sent, staff: Staff) => Promise<(Done & EntryAnswer) | Response>;
type Save = (tx: Writing, sent: Sent, staff: Staff) => Promise<StaffEntry>;
type Answer = (entry: StaffEntry, done: Done, staff: Staff) => Promise<(Done & EntryAnswer) | Response>;

/** What can be done to an entry that is there. */
export function editDeeds(kind: Kind, id: string): Record<string, Deed> {
  const save: Save = (tx, sent, { deed }) =>
    saveInput(tx, kind, id, basedOnOf(sent.form), inputOf(kind, sent.form), deed);
  const answer: Answer = async (entry, done, staff) => ({
    ...done,
    entry: await readEntryHead(staff, kind, entry),
  });
  return {
    ...deedsOf(kind, save, answer),
    duplicate: (sent, staff) =>
      keepingTyped(sent, async () => {
        const copy = await write(staff.db, async (tx) => {
          await save(tx, sent, staff);
          return duplicateEntry(tx, kind, id, staff.deed);
        });
        return leadOn(pathOf(kind, copy.id), { done: "This is the copy, a draft." });
      }),
    // Without scripts a clash is decided on a form of its own.
    resolve: (sent, { db, deed }) =>
      keepingTyped(sent, async () => {
        const { values, basedOn } = await readResolved(db, kind, id, sent);
        await write(db, (tx) => saveInput(tx, kind, id, basedOn, values, deed));
        return leadOn(pathOf(kind, id), { done: "Saved." });
      }),
    trash: async (_, { db, deed }) => {
      const { title } = await write(db, (tx) => trash(tx, kind, id, deed));
      const back = { intent: "untrash", values: {}, action: pathOf(kind, id) };
      return leadOn(`/dashboard/${kind.dashboard.list}`, { done: `Moved “${title}” to trash.`, undo: back });
    },
    untrash: async (_, { db, deed }) => {
      const { title } = await write(db, (tx) => untrash(tx, kind, id, deed));
      return leadOn(pathOf(kind, id), { done: `Restored “${title}”.` });
    },
    undo: async ({ text }, { db, deed }) => tellUndone(await undoDeed(db, text("undo"), deed)),
  };
}

/** The same for an entry that comes to be by it. */
export function addDeeds(kind: Kind): Record<string, Deed> {
  const save: Save = (tx, sent, { deed }) => {
    const key = keyOf(sent.form);
    return createOrContinue(tx, kind, inputOf(kind, sent.form), { ...deed, key });
  };
  return deedsOf(kind, save, async ({ id }, done) => leadOn(pathOf(kind, id), done));
}

/** What was typed is saved first, in the same transaction as what is done with it. */
function deedsOf(kind: Kind, save: Save, answer: Answer): Record<string, Deed> {
  const saving = Object.entries(steps).map(([intent, { step, say, isPublic }]) => {
    const deed: Deed = (sent, staff) =>
      keepingTyped(sent, async () => {
        const undo = newId();
        const entry = await write(staff.db, async (tx) => {
          const saved = await save(tx, sent, staff);
          // What was typed stays saved; only what was done with it is undone.
          const undoable = { ...staff.deed, undo };
          return withUndo(tx, kind, saved.id, undoable, () => step(tx, kind, saved, sent, staff));
        });
        const done: Done = { done: say(entry, staff) };
        if (isPublic) done.view = entry.path;
        if (intent !== "save")
          done.undo = {
            intent: "undo",
            values: { undo },
            action: pathOf(kind, entry.id),
          };
        return answer(entry, done, staff);
      });
    return [intent, deed] as const;
  });
  return { ...Object.fromEntries(saving), rows: changeSentRows(kind) };
}

/** Without JavaScript a button beside a list gives the form back with other rows; nothing is saved by it. */
function changeSentRows(kind: Kind): Deed {
  const { fields } = describeForm(kind);
  return async ({ form, text }) => ({
    done: "",
    values: changeRows(readForm(fields, pairsOf(form)), text("row")),
  });
}

function pathOf(kind: Kind, id: string): string {
  return `/dashboard/${kind.dashboard.edit}/${id}`;
}
