import { Form, useLocation, useNavigation } from "react-router";
import type {
  DraftRecord,
  SettingInput as Input,
  SettingFormField,
  SettingsDraft,
} from "#app/company/form-field.ts";
import { readSettingsDraft } from "#app/company/read-draft.ts";
import type { SettingsConflict } from "#app/company/save-section.ts";
import { type ControlProps, LabelledField } from "#app/ui/field.tsx";
import { errorIn } from "../parts/action-result.ts";
import { Moment } from "../parts/moment.tsx";
import { OrderField } from "./order-field.tsx";
import { RowsField } from "./rows-field.tsx";
import { type SettingFieldProps, SettingFormContext, useSettingForm } from "./setting-context.ts";

interface SectionFormProps {
  page: {
    version: number;
    fields: SettingFormField[];
    draft: DraftRecord;
    zones: string[];
    outdated: Record<string, string>;
  };
  answer: unknown;
}

/** The form of one section, drawn from what the server says of its fields. It knows none of them by name. */
export function SectionForm({ page, answer }: SectionFormProps) {
  const isSending = useNavigation().formMethod === "POST";
  const { fields, zones } = page;
  const refused = errorIn(answer);
  const conflict = refused?.refusal.code === "stale" ? (refused.refusal.detail as SettingsConflict) : null; // as saveSection says
  const typed = refused?.typed.intent === "save" ? refused.typed : null;
  const redrawn = isRedrawn(answer) ? answer.draft : null;
  const draft = redrawn ?? (typed ? readSettingsDraft(fields, typed) : page.draft);
  const basedOn = conflict?.version ?? typed?.basedOn ?? page.version;
  return (
    <SettingFormContext value={{ errors: refused?.refusal.fields ?? page.outdated, zones }}>
      <div className="stack">
        {conflict && <SettingsConflictView fields={fields} mine={draft} conflict={conflict} />}
        <Form method="post" className="form" noValidate key={JSON.stringify([basedOn, draft])}>
          <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true">
            Save
          </button>
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="basedOn" value={basedOn} />
          {unwrap(fields, draft).map(({ field, path, value }) => (
            <SettingField key={path} field={field} path={path} value={value} />
          ))}
          <div className="row keep">
            <button className="btn" type="submit" aria-disabled={isSending || undefined}>
              {conflict ? "Save mine over it" : "Save"}
            </button>
          </div>
        </Form>
      </div>
    </SettingFormContext>
  );
}

/** A section that is one group needs no frame with the section's own name on it. */
function unwrap(fields: readonly SettingFormField[], draft: DraftRecord): SettingFieldProps[] {
  const [first] = fields;
  if (fields.length !== 1 || first?.input.type !== "group")
    return fields.map((field) => ({ field, path: field.name, value: draft[field.name] }));
  const record = Object(draft[first.name]) as DraftRecord; // a group is drawn from a record
  return first.input.fields.map((field) => ({
    field,
    path: `${first.name}.${field.name}`,
    value: record[field.name],
  }));
}

function isRedrawn(answer: unknown): answer is { draft: DraftRecord } {
  return (
    typeof answer === "object" && answer !== null && "draft" in answer && typeof answer.draft === "object"
  );
}

/** One setting, by what it is. */
function SettingField({ field, path, value }: SettingFieldProps) {
  const { errors } = useSettingForm();
  const { input, label, hint } = field;
  if (input.type === "group") return <GroupField field={field} path={path} value={value} />;
  if (input.type === "list")
    return <RowsField field={field} input={input} path={path} value={value} Part={SettingField} />;
  if (input.type === "order") return <OrderField field={field} input={input} path={path} value={value} />;
  if (input.type === "flag")
    return (
      <div className="field full-row">
        <label className="check">
          <input type="checkbox" name={path} defaultChecked={value === true} />
          {label}
        </label>
        {hint && <p className="hint">{hint}</p>}
      </div>
    );
  const isWide = input.type === "text" || input.type === "richText" || input.type === "lines";
  return (
    <LabelledField label={label} name={path} hint={hint} error={errors[path]} isWide={isWide}>
      {(control) => <SettingInput input={input} control={control} value={String(value ?? "")} />}
    </LabelledField>
  );
}

/** Settings that belong together; the fields of one record. */
function GroupField({ field, path, value }: SettingFieldProps) {
  if (field.input.type !== "group") return null;
  const record = Object(value) as DraftRecord; // a group is drawn from a record
  return (
    <fieldset>
      <legend>{field.label}</legend>
      <div className="form">
        {field.input.fields.map((part) => (
          <SettingField
            key={part.name}
            field={part}
            path={`${path}.${part.name}`}
            value={record[part.name]}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface SettingInputProps {
  input: Input;
  control: ControlProps;
  value: string;
}

/** What a setting is typed into. */
function SettingInput({ input, control, value }: SettingInputProps) {
  const { zones } = useSettingForm();
  switch (input.type) {
    case "richText":
      return <RichTextSetting control={control} value={value} />;
    case "text":
      return (
        <textarea
          className="input"
          {...control}
          defaultValue={value}
          maxLength={input.max}
          dir="auto"
          rows={3}
        />
      );
    case "lines":
      return <textarea className="input" {...control} defaultValue={value} dir="auto" rows={input.max} />;
    case "timeZone":
      return (
        <select className="input" {...control} defaultValue={value}>
          <option value="">UTC</option>
          {zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      );
    case "number":
      return (
        <input
          className="input num"
          {...control}
          defaultValue={value}
          inputMode={input.isWhole ? "numeric" : "decimal"}
        />
      );
    case "line":
      return <input className="input" {...control} defaultValue={value} maxLength={input.max} dir="auto" />;
    default:
      return <input className="input" {...control} {...kinds[input.type]} defaultValue={value} dir="ltr" />;
  }
}

const kinds: Record<string, { type?: string; inputMode?: "url" | "email" | "tel" }> = {
  email: { type: "email", inputMode: "email" },
  tel: { type: "tel", inputMode: "tel" },
  // Paths of this site are no addresses to a browser's own check.
  link: { inputMode: "url" },
};

/** A text with headings, lists and links, as Markdown; what writes it otherwise goes here. */
function RichTextSetting({ control, value }: { control: ControlProps; value: string }) {
  return (
    <textarea className="input prose" {...control} defaultValue={value} dir="auto" rows={14} spellCheck />
  );
}

interface SettingsConflictProps {
  fields: readonly SettingFormField[];
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
    <section className="overtaken" role="alert">
      <h2 className="t">Somebody else has saved this meanwhile</h2>
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
function flatten(fields: readonly SettingFormField[], record: DraftRecord, above = ""): Map<string, string> {
  return new Map(fields.flatMap((field) => [...flattenOne(field, record[field.name], above + field.label)]));
}

function flattenOne(
  { input }: SettingFormField,
  value: SettingsDraft | undefined,
  label: string,
): Map<string, string> {
  // A group is a record and a list an array of them.
  if (input.type === "group") return flatten(input.fields, Object(value) as DraftRecord, `${label}, `);
  if (input.type === "list")
    return new Map(
      (Array.isArray(value) ? (value as DraftRecord[]) : []).flatMap((row, at) => [
        ...flatten(input.fields, row, `${label} ${at + 1}, `),
      ]),
    );
  return new Map([[label, Array.isArray(value) ? value.join(", ") : String(value ?? "")]]);
}
