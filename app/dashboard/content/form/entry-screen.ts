import {
  type Byline,
  type DataOf,
  describeForm,
  type EntryFormDescription,
  type Kind,
  richTextsOf,
} from "#app/content/kind.ts";
import { prepareHtmlElsewhere } from "#app/content/published/render.ts";
import { findByTitle } from "#app/content/staff-list/find-entries.ts";
import { readEntry } from "#app/content/versions/read-versions.ts";
import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import { emptyRecord } from "#app/fields/field.ts";
import type { FormChoices } from "#app/fields/form-context.ts";
import { markdownOf } from "#app/fields/types/rich-text.ts";
import { newId } from "#app/platform/id.ts";
import { readFormChoices } from "./read-choices.ts";
import { type EntryHead, readEntryHead } from "./read-entry-form.ts";

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
