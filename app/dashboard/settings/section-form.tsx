import { Form, useLocation, useNavigation } from "react-router";
import type { DraftRecord, SettingsConflict } from "#app/company/sections.ts";
import type { PartOfForm } from "#app/fields/controls/control.ts";
import { controlOf } from "#app/fields/controls/controls.ts";
import { FormField } from "#app/fields/controls/form-field.tsx";
import { FormContext, noChoices, noForm, type PictureChoice } from "#app/fields/form-context.ts";
import type { DescribedField, FieldItem } from "#app/fields/inputs.ts";
import { readFields, withoutBlankRows } from "#app/fields/read-form.ts";
import { formTools } from "../content/form/form-tools.ts";
import { errorIn } from "../parts/action-result.ts";
import { Moment } from "../parts/moment.tsx";

interface SectionFormProps {
  page: {
    version: number;
    fields: FieldItem;
    draft: DraftRecord;
    /** For pictures to be chosen from, where the section has any. */
    pictures: PictureChoice[];
    outdated: Record<string, string>;
  };
  answer: unknown;
}

/** The form of one section, drawn from what the server says of its fields. It knows none of them by name. */
export function SectionForm({ page, answer }: SectionFormProps) {
  const isSending = useNavigation().formMethod === "POST";
  const { fields } = page;
  const refused = errorIn(answer);
  const conflict = refused?.refusal.code === "stale" ? (refused.refusal.detail as SettingsConflict) : null; // as saveSection says
  const typed = refused?.typed.intent === "save" ? refused.typed : null;
  const draft = typed ? readSettingsDraft(fields, typed) : page.draft;
  const basedOn = conflict?.version ?? typed?.basedOn ?? page.version;
  return (
    <FormContext
      value={{
        ...noForm,
        choices: { ...noChoices, pictures: page.pictures },
        tools: formTools,
        errors: refused?.refusal.fields ?? page.outdated,
        layout: "grid",
      }}
    >
      <div className="stack">
        {conflict && <SettingsConflictView fields={fields} mine={draft} conflict={conflict} />}
        <Form method="post" className="form" noValidate key={JSON.stringify([basedOn, draft])}>
          <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true">
            Save
          </button>
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="basedOn" value={basedOn} />
          {partsOf(fields, draft).map(({ name, input, value }) => (
            <FormField key={name} name={name} input={input} value={value} />
          ))}
          <div className="row keep">
            <button className="btn" type="submit" aria-disabled={isSending || undefined}>
              {conflict ? "Overwrite with mine" : "Save"}
            </button>
          </div>
        </Form>
      </div>
    </FormContext>
  );
}

/** A section that is one frame needs none with the section's own name on it. */
function partsOf(
  fields: FieldItem,
  draft: DraftRecord,
): { name: string; input: DescribedField; value: unknown }[] {
  const all = Object.entries(fields).map(([name, input]) => ({ name, input, value: draft[name] }));
  const [first] = all;
  if (!first || all.length > 1) return all;
  const { isFrame, inside } = controlOf(first.input);
  return isFrame && inside ? inside(first.name, first.value, first.input) : all;
}

interface SettingsConflictProps {
  fields: FieldItem;
  mine: DraftRecord;
  conflict: SettingsConflict;
}

/** What somebody else has saved meanwhile beside what was typed here; nothing is lost of either. */
function SettingsConflictView({ fields, mine, conflict }: SettingsConflictProps) {
  const [theirs, ours] = [flatten(fields, conflict.draft), flatten(fields, mine)];
  const { pathname } = useLocation();
  const names = [...new Set([...theirs.keys(), ...ours.keys()])];
  const differing = names.filter((name) => theirs.get(name) !== ours.get(name));
  return (
    <section className="saved-meanwhile" role="alert">
      <h2>Somebody else has saved this meanwhile</h2>
      <p>
        {conflict.savedAt && (
          <>
            Saved <Moment at={conflict.savedAt} />.{" "}
          </>
        )}
        What you typed is still in the form. Save it over theirs, or <a href={pathname}>load theirs</a>.
      </p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Theirs</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="said" dir="auto">
                {theirs.get(name) || "nothing"}
              </td>
              <td className="said" dir="auto">
                {ours.get(name) || "nothing"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Every value by the labels that lead to it. */
function flatten(fields: FieldItem, record: DraftRecord): Map<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([name, input]) => flattenOne({ name, input, value: record[name] })),
  );
}

function flattenOne({ name, input, value }: Omit<PartOfForm, "label">): [string, string][] {
  const { inside } = controlOf(input);
  if (!inside) return [[input.label, Array.isArray(value) ? value.join(", ") : String(value ?? "")]];
  return inside(name, value, input).flatMap((part) =>
    flattenOne({ name: part.name, input: { ...part.input, label: part.label }, value: part.value }),
  );
}

/** What a form sent, as the draft it shows again; `fields` carry their whole paths. */
export function readSettingsDraft(fields: FieldItem, sent: Readonly<Record<string, string>>): DraftRecord {
  const pairs = Object.entries(sent).map(([name, text]) => [name, text.replace(/\r\n?/g, "\n")] as const);
  return withoutBlankRows(fields, readFields(fields, pairs));
}
