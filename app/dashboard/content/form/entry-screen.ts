import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import { withConflictAuthor } from "#app/dashboard/parts/with-conflict-author.ts";
import type { StaffEntry } from "#app/domain/content/entry.ts";
import {
  type Byline,
  type DataOf,
  describeForm,
  type EntryFormDescription,
  type Kind,
  richTextsOf,
} from "#app/domain/content/kind.ts";
import { prepareHtmlElsewhere } from "#app/domain/content/published/render.ts";
import { publishChecked, scheduleChecked } from "#app/domain/content/publishing/check-and-publish.ts";
import { formatUndoReport } from "#app/domain/content/publishing/format-report.ts";
import {
  archive,
  discardChanges,
  schedule,
  trash,
  unpublish,
  untrash,
} from "#app/domain/content/publishing/publishing.ts";
import { findByTitle } from "#app/domain/content/staff-list/find-entries.ts";
import { createOrContinue, duplicateEntry } from "#app/domain/content/versions/create-entry.ts";
import { type OpenEntry, openEntry, presentOpenEntry } from "#app/domain/content/versions/open-entry.ts";
import { readEntry } from "#app/domain/content/versions/read-versions.ts";
import { type SaveConflict, saveInput } from "#app/domain/content/versions/save-entry.ts";
import { undoAction, withUndo } from "#app/domain/content/versions/undo.ts";
import { validationError } from "#app/lib/errors/domain-error.ts";
import { emptyRecord } from "#app/lib/fields/field.ts";
import type { FormChoices } from "#app/lib/fields/form-context.ts";
import { markdownOf } from "#app/lib/fields/types/rich-text.ts";
import { spellMoment } from "#app/lib/text/moments.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import type { ActionOk } from "../../parts/action-result.ts";
import { type FormInput, redirectWithFlash } from "../../parts/handle-action.ts";
import { readFormChoices } from "./read-choices.ts";
import { basedOnOf, type EntryHead, inputOf, keyOf, momentIn, readEntryHead } from "./read-entry-form.ts";

/** Data of the editing screen for an entry of any kind. */
export interface EntryScreen {
  form: EntryFormDescription;
  /** Null for an entry that is not stored yet; `key` then identifies its draft. */
  entry: EntryHead | null;
  key: string;
  values: Record<string, unknown>;
  /** Rich texts by field: Markdown for the plain text area, HTML until the editor has loaded. */
  texts: Record<string, { markdown: string; html: string }>;
  choices: FormChoices;
}

export async function readAddScreen({ db, person }: Staff, kind: Kind): Promise<EntryScreen> {
  const values: Record<string, unknown> = emptyRecord(kind.fields);
  if (kind.byline) Object.assign(values, await readByline(db, kind.byline, person.name));
  return { ...(await readRest(db, kind, values)), entry: null, key: newId(), values };
}

/** Byline of a new entry: the current user's author record, or their name as text. */
async function readByline(db: Staff["db"], { record, kind, words }: Byline, name: string) {
  const found = await findByTitle(db, kind, name);
  return found === null ? { [words]: name } : { [record]: found };
}

export async function readEditScreen(staff: Staff, kind: Kind, id: string): Promise<EntryScreen> {
  const entry = await readEntry(staff.db, kind, id);
  const head = await readEntryHead(staff, kind, entry);
  return { ...(await readRest(staff.db, kind, entry.data)), entry: head, key: "", values: entry.data };
}

async function readRest(db: Staff["db"], kind: Kind, values: Record<string, unknown>) {
  const docs = richTextsOf(kind, values as DataOf<Kind>); // values are stored or empty
  const toHtml = await prepareHtmlElsewhere(
    db,
    docs.map(({ doc }) => doc),
  );
  const texts = docs.map(({ field, doc }) => [field, { markdown: markdownOf(doc), html: toHtml(doc) }]);
  return {
    form: describeForm(kind),
    texts: Object.fromEntries(texts),
    choices: await readFormChoices(db, kind, values),
  };
}

/** Current state of the entry, part of the answer to each action. */
export interface EntryAnswer {
  entry?: EntryHead;
}

type EntryFormAction = (sent: FormInput, staff: Staff) => Promise<(ActionOk & EntryAnswer) | Response>;
type Save = (tx: Writing, sent: FormInput, staff: Staff) => Promise<OpenEntry>;
type Answer = (
  entry: StaffEntry,
  done: ActionOk,
  staff: Staff,
) => Promise<(ActionOk & EntryAnswer) | Response>;

/** Actions of a stored entry. */
export function editActions(kind: Kind, id: string): Record<string, EntryFormAction> {
  const save: Save = async (tx, sent, { actionContext }) => {
    const entry = await openEntry(tx, kind, id);
    return saveInput(tx, entry, basedOnOf(sent.form), inputOf(kind, sent.form), actionContext);
  };
  const answer: Answer = async (entry, done, staff) => ({
    ...done,
    entry: await readEntryHead(staff, kind, entry),
  });
  return {
    ...actionsOf(kind, save, answer),
    duplicate: async (sent, staff) => {
      const copy = await write(staff.db, async (tx) =>
        duplicateEntry(tx, await save(tx, sent, staff), staff.actionContext),
      );
      return redirectWithFlash(pathOf(kind, copy.id), { done: "This is the copy, a draft." });
    },
    discard: async ({ form }, { db, actionContext }) => {
      const undo = newId();
      await write(db, async (tx) => {
        const entry = await openEntry(tx, kind, id);
        await withUndo(tx, entry, { ...actionContext, undo }, () =>
          discardChanges(tx, entry, basedOnOf(form), actionContext),
        );
      });
      const done = "Discarded the changes. They stay in the history.";
      const back = { intent: "undo", values: { undo }, action: pathOf(kind, id) };
      // Reloads the form with the published text.
      return redirectWithFlash(pathOf(kind, id), { done, undo: back }, { isReload: true });
    },
    trash: async (_, { db, actionContext }) => {
      const { row } = await write(db, async (tx) => trash(tx, await openEntry(tx, kind, id), actionContext));
      const back = { intent: "untrash", values: {}, action: pathOf(kind, id) };
      return redirectWithFlash(`/dashboard/${kind.dashboard.list}`, {
        done: `Moved “${row.title}” to trash.`,
        undo: back,
      });
    },
    untrash: async (_, { db, actionContext }) => {
      const { row } = await write(db, async (tx) =>
        untrash(tx, await openEntry(tx, kind, id), actionContext),
      );
      return redirectWithFlash(pathOf(kind, id), { done: `Restored “${row.title}”.` });
    },
    undo: async ({ text }, { db, actionContext }) =>
      formatUndoReport(await undoAction(db, text("undo"), actionContext)),
  };
}

/** Actions that create an entry. */
export function addActions(kind: Kind): Record<string, EntryFormAction> {
  const save: Save = (tx, sent, { actionContext }) => {
    const key = keyOf(sent.form);
    return createOrContinue(tx, kind, inputOf(kind, sent.form), { ...actionContext, key });
  };
  return actionsOf(kind, save, async ({ id }, done) => redirectWithFlash(pathOf(kind, id), done));
}

/** Saves the form, then runs the action of the button in the same transaction. */
function actionsOf(kind: Kind, save: Save, answer: Answer): Record<string, EntryFormAction> {
  const saving = Object.entries(steps).map(([intent, { step, message, isPublic }]) => {
    const entryAction: EntryFormAction = async (sent, staff) => {
      const undo = newId();
      const entry = await withConflictAuthor(
        staff.db,
        ({ author }: SaveConflict) => author,
        () =>
          write(staff.db, async (tx) => {
            const saved = await save(tx, sent, staff);
            if (!step) return presentOpenEntry(saved);
            // Undo reverts only the action and keeps the saved text.
            const undoable = { ...staff.actionContext, undo };
            return presentOpenEntry(await withUndo(tx, saved, undoable, () => step(tx, saved, sent, staff)));
          }),
      );
      const done: ActionOk = { done: message(entry, staff) };
      if (isPublic) done.view = entry.path;
      if (step)
        done.undo = {
          intent: "undo",
          values: { undo },
          action: pathOf(kind, entry.id),
        };
      return answer(entry, done, staff);
    };
    return [intent, entryAction] as const;
  });
  return Object.fromEntries(saving);
}

function pathOf(kind: Kind, id: string): string {
  return `/dashboard/${kind.dashboard.edit}/${id}`;
}

interface Step {
  /** Omitted when the action only saves the form. */
  step?(tx: Writing, saved: OpenEntry, sent: FormInput, staff: Staff): Promise<OpenEntry>;
  message(entry: StaffEntry, staff: Staff): string;
  /** Whether the action leaves the entry public. */
  isPublic?: boolean;
}

/** Actions by the button's intent, run after the form is saved, with their messages. */
const steps: Record<string, Step> = {
  save: { message: () => "Saved." },
  publish: {
    step: (tx, saved, sent, staff) => publishChecked(tx, saved, checkedAction(sent, staff)),
    message: ({ title }) => `Published “${title}”.`,
    isPublic: true,
  },
  schedule: { step: scheduleSent, message: formatSchedule },
  unschedule: {
    step: (tx, saved, _, { actionContext }) =>
      schedule(tx, saved, { publishAt: null, unpublishAt: null }, actionContext),
    message: () => "Schedule cancelled.",
  },
  unpublish: {
    step: (tx, saved, _, { actionContext }) => unpublish(tx, saved, actionContext),
    message: ({ title }) => `Unpublished “${title}”. It is a draft again.`,
  },
  archive: {
    step: (tx, saved, _, { actionContext }) => archive(tx, saved, actionContext),
    message: ({ title }) => `Archived “${title}”. It is no longer on the site.`,
  },
};

async function scheduleSent(tx: Writing, saved: OpenEntry, sent: FormInput, staff: Staff) {
  const { actionContext, timeZone } = staff;
  const publishAt = momentIn(sent, "publishAt", timeZone);
  const unpublishAt = momentIn(sent, "unpublishAt", timeZone);
  const past = Object.entries({ publishAt, unpublishAt }).filter(
    ([, at]) => at !== null && at <= actionContext.now.toISOString(),
  );
  if (past.length > 0)
    throw validationError(past.map(([name]) => ({ path: [name], message: "This time has passed" })));
  if (publishAt === null && unpublishAt === null)
    throw validationError([{ path: ["publishAt"], message: "Enter a date and time" }]);
  return scheduleChecked(tx, saved, { publishAt, unpublishAt }, checkedAction(sent, staff));
}

/** Publishing an entry with errors needs a reason, which the audit log records. */
function checkedAction({ text }: FormInput, { actionContext, publicUrl }: Staff) {
  return { ...actionContext, publicUrl, reason: text("reason") || undefined };
}

function formatSchedule({ publishAt, unpublishAt }: StaffEntry, { timeZone }: Staff): string {
  const spell = (at: string) => `${spellMoment(at, timeZone)} (${timeZone})`;
  const begins = publishAt === null ? "" : `Scheduled for ${spell(publishAt)}.`;
  const ends = unpublishAt === null ? "" : `To be archived on ${spell(unpublishAt)}.`;
  return [begins, ends].filter(Boolean).join(" ");
}
