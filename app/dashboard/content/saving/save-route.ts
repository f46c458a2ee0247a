import { readFormChoices } from "#app/dashboard/content/form/read-choices.ts";
import {
  basedOnOf,
  inputOf,
  keyOf,
  readEntryHead,
  replacedIn,
  saveValidFields,
} from "#app/dashboard/content/form/read-entry-form.ts";
import { requireScreen, type Staff } from "#app/dashboard/parts/require-screen.ts";
import { withConflictAuthor } from "#app/dashboard/parts/with-conflict-author.ts";
import { readActorNames } from "#app/domain/accounts/staff/actor-names.ts";
import type { StaffEntry } from "#app/domain/content/entry.ts";
import type { Kind } from "#app/domain/content/kind.ts";
import { findKind } from "#app/domain/content/kinds.ts";
import { createOrContinue } from "#app/domain/content/versions/create-entry.ts";
import { openEntry, presentOpenEntry } from "#app/domain/content/versions/open-entry.ts";
import { endPresence, listPresent, notePresence } from "#app/domain/content/versions/presence.ts";
import { listHistory, readEntry } from "#app/domain/content/versions/read-versions.ts";
import { type Save, type SaveConflict, saveInput } from "#app/domain/content/versions/save-entry.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { isSame } from "#app/lib/fields/differences/compare-data.ts";
import { mergeDisjoint } from "#app/lib/fields/differences/three-way-merge.ts";
import { describeFields } from "#app/lib/fields/field.ts";
import { write } from "#app/platform/database/database.ts";
import { readForm, staffForm } from "#app/platform/http/bodies/read-form.ts";
import type { Route } from "./+types/save-route.ts";
import type { MergedFields, SaveAnswer } from "./use-form-saver.ts";

/** GET is not supported; visitors without a session are redirected to sign in. */
export async function loader(args: Route.LoaderArgs) {
  await requireScreen(args);
  throw new Response(null, { status: 404 });
}

/** Saves the form, or records that a window opened or closed the entry. */
export async function action(args: Route.ActionArgs) {
  const staff = await requireScreen(args);
  return answerJson(async () => {
    const kind = kindOf(args.params.kind);
    const { id } = args.params;
    const form = await readForm(args.request, staffForm);
    const intent = form.get("intent");
    if (intent === "open") return recordOpen(staff, kind, id, form);
    if (intent === "close") return recordClosed(staff, id, form);
    const merging = createMerge(kind);
    const save = (what: Input) =>
      saveForm(staff, { kind, id, form, input: what, isAutosave: intent !== "save", merge: merging.merge });
    const { saved, refusal } =
      intent === "save"
        ? { saved: await save(inputOf(kind, form)), refusal: null }
        : await saveValidFields(inputOf(kind, form), id === "new", save);
    return {
      entry: await readEntryHead(staff, kind, saved),
      ...(refusal && { refusal: present(refusal) }),
      ...(merging.taken().length > 0 && { merged: await readMerged(staff, kind, saved, merging.taken()) }),
    };
  });
}

/** Records that a window has the entry open; returns its state and the other people in it. */
async function recordOpen(staff: Staff, kind: Kind, id: string, form: FormData): Promise<SaveAnswer> {
  const { db, person, actionContext } = staff;
  const entry = await readEntry(db, kind, id);
  const open = { entryId: id, userId: person.id, windowId: windowOf(form), version: basedOnOf(form) };
  await write(db, (tx) => notePresence(tx, open, actionContext.now));
  const present = await listPresent(db, id, actionContext.now);
  const others = [...new Set(present.map(({ userId }) => userId))].filter((userId) => userId !== person.id);
  const nameOf = await readActorNames(db, others);
  return { entry: await readEntryHead(staff, kind, entry), others: others.map(nameOf) };
}

async function recordClosed({ db, person }: Staff, id: string, form: FormData): Promise<SaveAnswer> {
  await write(db, (tx) => endPresence(tx, { entryId: id, userId: person.id, windowId: windowOf(form) }));
  return {};
}

function windowOf(form: FormData): string {
  return String(form.get("window") ?? "").slice(0, 40);
}

/**
 * Merges a form into a newer version when no field changed in both, and records the fields taken from that
 * version.
 */
function createMerge(kind: Kind): { merge: NonNullable<Save["merge"]>; taken(): string[] } {
  const fields = describeFields(kind.fields);
  let taken: string[] = [];
  return {
    merge(mine, newest, base) {
      const merged = mergeDisjoint(fields, mine, newest, base);
      taken = merged
        ? Object.keys(fields).filter((name) => !isSame(merged[name], Reflect.get(mine, name)))
        : [];
      return merged;
    },
    taken: () => taken,
  };
}

/** Values of the fields that another person changed, for a form that still shows the former ones. */
async function readMerged(
  { db, person }: Staff,
  kind: Kind,
  { id, data, version }: StaffEntry,
  names: readonly string[],
): Promise<MergedFields> {
  const { versions } = await listHistory(db, id, { before: version + 1 });
  const by = versions.find((one) => one.by !== person.id)?.by ?? null;
  return {
    values: Object.fromEntries(names.map((name) => [name, Reflect.get(data, name)])),
    choices: await readFormChoices(db, kind, data),
    by: (await readActorNames(db, [by]))(by),
  };
}

type Input = Record<string, unknown>;

interface SentForm {
  kind: Kind;
  id: string;
  form: FormData;
  input: Input;
  isAutosave: boolean;
  merge: NonNullable<Save["merge"]>;
}

function saveForm(
  { db, actionContext }: Staff,
  { kind, id, form, input, isAutosave, merge }: SentForm,
): Promise<StaffEntry> {
  const how = { ...actionContext, isAutosave, merge, replaced: replacedIn(form) };
  return withConflictAuthor(
    db,
    ({ author }: SaveConflict) => author,
    () =>
      write(db, async (tx) => {
        const saved =
          id === "new"
            ? await createOrContinue(tx, kind, input, { ...how, key: keyOf(form) })
            : await saveInput(tx, await openEntry(tx, kind, id), basedOnOf(form), input, how);
        return presentOpenEntry(saved);
      }),
  );
}

function kindOf(name: string): Kind {
  const kind = findKind(name);
  if (!kind) throw new DomainError("missing", "There is no such kind.");
  return kind;
}

async function answerJson(work: () => Promise<SaveAnswer>): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  try {
    return Response.json((await work()) satisfies SaveAnswer, { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return Response.json({ refusal: present(error) } satisfies SaveAnswer, { headers });
  }
}

function present({ code, message, fields, detail = null }: DomainError): NonNullable<SaveAnswer["refusal"]> {
  return { code, message, fields, detail };
}
