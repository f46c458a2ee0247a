import { Form, useNavigation } from "react-router";
import type { DraftRecord, FormField } from "#app/company/form-field.ts";
import { readDraft } from "#app/company/read-draft.ts";
import type { Overtaken } from "#app/company/save-section.ts";
import { refusalIn } from "../parts/answer.ts";
import { Overtaking } from "./overtaking.tsx";
import { FormContext, type SettingFieldProps } from "./setting-context.ts";
import { SettingField } from "./setting-field.tsx";

interface SectionFormProps {
  page: {
    version: number;
    fields: FormField[];
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
  const refused = refusalIn(answer);
  const overtaken = refused?.refusal.code === "stale" ? (refused.refusal.detail as Overtaken) : null; // as saveSection says
  const typed = refused?.typed.intent === "save" ? refused.typed : null;
  const redrawn = isRedrawn(answer) ? answer.draft : null;
  const draft = redrawn ?? (typed ? readDraft(fields, typed) : page.draft);
  const basedOn = overtaken?.version ?? typed?.basedOn ?? page.version;
  return (
    <FormContext value={{ errors: refused?.refusal.fields ?? page.outdated, zones }}>
      <div className="stack">
        {overtaken && <Overtaking fields={fields} mine={draft} overtaken={overtaken} />}
        <Form method="post" className="form" noValidate key={JSON.stringify([basedOn, draft])}>
          <button className="vh" type="submit" tabIndex={-1} aria-hidden="true">
            Save
          </button>
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="basedOn" value={basedOn} />
          {unwrap(fields, draft).map(({ field, path, value }) => (
            <SettingField key={path} field={field} path={path} value={value} />
          ))}
          <div className="row keep">
            <button className="btn" type="submit" aria-disabled={isSending || undefined}>
              {overtaken ? "Save mine over it" : "Save"}
            </button>
          </div>
        </Form>
      </div>
    </FormContext>
  );
}

/** A section that is one group needs no frame with the section's own name on it. */
function unwrap(fields: readonly FormField[], draft: DraftRecord): SettingFieldProps[] {
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
