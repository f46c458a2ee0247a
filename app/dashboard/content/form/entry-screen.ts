import type { StaffEntry } from "#app/content/entry.ts";
import {
  type Byline,
  type DataOf,
  describeForm,
  type EntryFormDescription,
  type Kind,
  richTextsOf,
} from "#app/content/kind.ts";
import { prepareHtmlElsewhere } from "#app/content/published/render.ts";
import { publishChecked, scheduleChecked } from "#app/content/publishing/check-and-publish.ts";
import { formatUndoReport } from "#app/content/publishing/format-report.ts";
import {
  archive,
  discardChanges,
  schedule,
  trash,
  unpublish,
  untrash,
} from "#app/content/publishing/publishing.ts";
import { findByTitle } from "#app/content/staff-list/find-entries.ts";
import { createOrContinue, duplicateEntry } from "#app/content/versions/create-entry.ts";
import { type OpenEntry, openEntry, presentOpenEntry } from "#app/content/versions/open-entry.ts";
import { readEntry } from "#app/content/versions/read-versions.ts";
import { type SaveConflict, saveInput } from "#app/content/versions/save-entry.ts";
import { undoAction, withUndo } from "#app/content/versions/undo.ts";
import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import { withConflictAuthor } from "#app/dashboard/parts/with-conflict-author.ts";
import { type Writing, write } from "#app/database/database.ts";
import { emptyRecord } from "#app/fields/field.ts";
import type { FormChoices } from "#app/fields/form-context.ts";
import { markdownOf } from "#app/fields/types/rich-text.ts";
import { validationError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { spellMoment } from "#app/text/moments.ts";
import type { ActionOk } from "../../parts/action-result.ts";
import { type FormInput, redirectWithFlash } from "../../parts/handle-action.ts";
import { readFormChoices } from "./read-choices.ts";
import { basedOnOf, type EntryHead, inputOf, keyOf, momentIn, readEntryHead } from "./read-entry-form.ts";

/** All that the screen for one entry of any kind is drawn from. */
export interface EntryScreen {
  form: EntryFormDescription;
  /** Null for an entry that is not there yet; then `key` stands for the draft it will be. */
  entry: EntryHead | null;
  key: string;
  values: Record<string, unknown>;
  /** Rich texts by field: as Markdown for the plain text area, and as HTML until the editor is there. */
  texts: Record<string, { markdown: string; html: string }>;
  choices: FormChoices;
}

export async function readAddScreen({ db, person }: Staff, kind: Kind): Promise<EntryScreen> {
  const values: Record<string, unknown> = emptyRecord(kind.fields);
  if (kind.byline) Object.assign(values, await readByline(db, kind.byline, person.name));
  return { ...(await readRest(db, kind, values)), entry: null, key: newId(), values };
}

/** How a new entry names whoever begins it: by the record of that name, or in words where there is none. */
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
  const docs = richTextsOf(kind, values as DataOf<Kind>); // as stored, or empty
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

/** What an action at an entry answers besides its words: where the entry stands now. */
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

/** What can be done to an entry that is there. */
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
      // The form starts again with the published text.
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

/** The same for an entry that comes to be by it. */
export function addActions(kind: Kind): Record<string, EntryFormAction> {
  const save: Save = (tx, sent, { actionContext }) => {
    const key = keyOf(sent.form);
    return createOrContinue(tx, kind, inputOf(kind, sent.form), { ...actionContext, key });
  };
  return actionsOf(kind, save, async ({ id }, done) => redirectWithFlash(pathOf(kind, id), done));
}

/** What was typed is saved first, in the same transaction as what is done with it. */
function actionsOf(kind: Kind, save: Save, answer: Answer): Record<string, EntryFormAction> {
  const saving = Object.entries(steps).map(([intent, { step, say, isPublic }]) => {
    const entryAction: EntryFormAction = async (sent, staff) => {
      const undo = newId();
      const entry = await withConflictAuthor(
        staff.db,
        ({ author }: SaveConflict) => author,
        () =>
          write(staff.db, async (tx) => {
            const saved = await save(tx, sent, staff);
            if (!step) return presentOpenEntry(saved);
            // What was typed stays saved; only what was done with it is undone.
            const undoable = { ...staff.actionContext, undo };
            return presentOpenEntry(await withUndo(tx, saved, undoable, () => step(tx, saved, sent, staff)));
          }),
      );
      const done: ActionOk = { done: say(entry, staff) };
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
  /** Left out where the form is only saved. */
  step?(tx: Writing, saved: OpenEntry, sent: FormInput, staff: Staff): Promise<OpenEntry>;
  say(entry: StaffEntry, staff: Staff): string;
  /** Whether the entry can be read on the site afterwards. */
  isPublic?: boolean;
}

/** What can be done with an entry once its form is saved, by the intent of the button, and what is said afterwards. */
const steps: Record<string, Step> = {
  save: { say: () => "Saved." },
  publish: {
    step: (tx, saved, sent, staff) => publishChecked(tx, saved, checkedAction(sent, staff)),
    say: ({ title }) => `Published “${title}”.`,
    isPublic: true,
  },
  schedule: { step: scheduleSent, say: formatSchedule },
  unschedule: {
    step: (tx, saved, _, { actionContext }) =>
      schedule(tx, saved, { publishAt: null, unpublishAt: null }, actionContext),
    say: () => "Schedule cancelled.",
  },
  unpublish: {
    step: (tx, saved, _, { actionContext }) => unpublish(tx, saved, actionContext),
    say: ({ title }) => `Unpublished “${title}”. It is a draft again.`,
  },
  archive: {
    step: (tx, saved, _, { actionContext }) => archive(tx, saved, actionContext),
    say: ({ title }) => `Archived “${title}”. It is no longer on the site.`,
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

/** What stands against publishing needs a reason, which the audit keeps. */
function checkedAction({ text }: FormInput, { actionContext, publicUrl }: Staff) {
  return { ...actionContext, publicUrl, reason: text("reason") || undefined };
}

function formatSchedule({ publishAt, unpublishAt }: StaffEntry, { timeZone }: Staff): string {
  const spell = (at: string) => `${spellMoment(at, timeZone)} (${timeZone})`;
  const begins = publishAt === null ? "" : `Scheduled for ${spell(publishAt)}.`;
  const ends = unpublishAt === null ? "" : `To be archived on ${spell(unpublishAt)}.`;
  return [begins, ends].filter(Boolean).join(" ");
}
