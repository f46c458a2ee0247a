import type { StaffEntry } from "#app/content/entry.ts";
import type { Kind } from "#app/content/kind.ts";
import { findKind } from "#app/content/kinds.ts";
import { createOrContinue } from "#app/content/versions/create-entry.ts";
import { openEntry, presentOpenEntry } from "#app/content/versions/open-entry.ts";
import { readEntry } from "#app/content/versions/read-versions.ts";
import { type SaveConflict, saveInput } from "#app/content/versions/save-entry.ts";
import {
  basedOnOf,
  inputOf,
  keyOf,
  readEntryHead,
  saveWhatFits,
} from "#app/dashboard/content/form/read-entry-form.ts";
import { requireScreen, type Staff } from "#app/dashboard/parts/require-screen.ts";
import { withConflictAuthor } from "#app/dashboard/parts/with-conflict-author.ts";
import { write } from "#app/database/database.ts";
import { readForm, staffForm } from "#app/http/bodies/read-form.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { Route } from "./+types/save-route.ts";
import type { SaveAnswer } from "./use-form-saver.ts";

/** Where an entry stands, for a screen that has it open. */
export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  return answering(async () => {
    const kind = kindOf(args.params.kind);
    return { entry: await readEntryHead(staff, kind, await readEntry(staff.db, kind, args.params.id)) };
  });
}

/** Keeps what stands in the form now, without a word to anybody else. */
export async function action(args: Route.ActionArgs) {
  const staff = await requireScreen(args);
  return answering(async () => {
    const kind = kindOf(args.params.kind);
    const form = await readForm(args.request, staffForm);
    const input = inputOf(kind, form);
    const isAutosave = form.get("intent") !== "save";
    const save = (what: Input) => saveForm(staff, kind, args.params.id, form, what, isAutosave);
    if (!isAutosave) return { entry: await readEntryHead(staff, kind, await save(input)) };
    const { saved, refusal } = await saveWhatFits(input, args.params.id === "new", save);
    const entry = await readEntryHead(staff, kind, saved);
    return refusal
      ? {
          entry,
          refusal: present(refusal),
        }
      : { entry };
  });
}

type Input = Record<string, unknown>;

function saveForm(
  { db, actionContext }: Staff,
  kind: Kind,
  id: string,
  form: FormData,
  input: Input,
  isAutosave: boolean,
): Promise<StaffEntry> {
  const how = { ...actionContext, isAutosave };
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

async function answering(work: () => Promise<SaveAnswer>): Promise<Response> {
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
