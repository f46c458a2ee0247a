import { useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { DraftRecord } from "#app/domain/company/sections.ts";
import { type PartOfForm, partsOfForm } from "#app/lib/fields/controls/control.ts";
import { insideGroup } from "#app/lib/fields/controls/controls.ts";
import { FormField } from "#app/lib/fields/controls/form-field.tsx";
import { FormContext, noChoices, noForm, type PictureChoice } from "#app/lib/fields/form-context.ts";
import type { FieldItem } from "#app/lib/fields/inputs.ts";
import { readFields, withoutBlankRows } from "#app/lib/fields/read-form.ts";
import { formTools } from "../content/form/form-tools.ts";
import { errorIn, versionIn } from "../parts/action-result.ts";
import {
  conflictIn,
  FormComparison,
  saveButtonId,
  useConflictComparison,
  useConflictDecision,
} from "../parts/form-conflict.tsx";
import { useFormContent } from "../parts/unsent-text.ts";
import { useFocusFirstInvalid } from "../parts/use-focus-first-invalid.ts";

interface SectionFormProps {
  page: {
    version: number;
    fields: FieldItem;
    draft: DraftRecord;
    /** Values submitted before the password prompt; null without one. */
    restored: Record<string, string> | null;
    /** Pictures for the pickers of the section. */
    pictures: PictureChoice[];
    outdated: Record<string, string>;
  };
  answer: unknown;
}

/** Form of one section, generated from the description of its fields. */
export function SectionForm({ page, answer }: SectionFormProps) {
  const isSending = useNavigation().formMethod === "POST";
  const { fields } = page;
  const [restored, setRestored] = useState(page.restored);
  // A submitted form replaces these values; returning to this screen also has no answer.
  if (answer !== undefined && restored) setRestored(null);
  const form = useRef<HTMLFormElement>(null);
  const refused = errorIn(answer);
  const conflict = conflictIn(answer);
  const sent = answer === undefined ? restored : refused?.typed;
  const typed = sent?.intent === "save" ? sent : null;
  const { decided, decide } = useConflictDecision(conflict, form);
  const content = useFormContent(
    {
      values: decided?.draft ?? (typed ? readSettingsDraft(fields, typed) : page.draft),
      basedOn: decided?.basedOn ?? Number(typed?.basedOn ?? page.version),
      isStored: !decided && !typed,
    },
    versionIn(answer),
  );
  const { isComparing, stopComparing } = useConflictComparison(conflict, form, isSending ? null : content);
  const { touch } = content;
  useFocusFirstInvalid(form, answer);
  return (
    <FormContext
      value={{
        ...noForm,
        choices: { ...noChoices, pictures: page.pictures },
        tools: formTools,
        touch,
        errors: refused?.refusal.fields ?? page.outdated,
        layout: "grid",
      }}
    >
      <div className="stack">
        {conflict && isComparing && (
          <FormComparison
            fields={fields}
            conflict={conflict}
            base={conflict.base ?? {}}
            onApply={decide}
            onClose={stopComparing}
          />
        )}
        <Form
          method="post"
          className="form"
          noValidate
          key={content.key}
          hidden={isComparing}
          ref={form}
          onSubmit={content.noteSending}
          onInput={touch}
          onChange={touch}
        >
          <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true">
            Save
          </button>
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="basedOn" value={content.basedOn} />
          <SectionHint fields={fields} />
          {partsOfSection(fields, content.values).map(({ name, input, value }) => (
            <FormField key={name} name={name} input={input} value={value} />
          ))}
          <div className="row keep">
            <button className="btn" type="submit" id={saveButtonId} aria-disabled={isSending || undefined}>
              Save
            </button>
          </div>
        </Form>
      </div>
    </FormContext>
  );
}

/** Hint of a section with a single group, whose heading is not shown. */
function SectionHint({ fields }: { fields: FieldItem }) {
  const [only, second] = partsOfForm(fields, {});
  const hint = second ? undefined : only?.input.hint;
  return hint ? <p className="hint full-row">{hint}</p> : null;
}

/** Parts of a section; a single group is unwrapped, because its heading would repeat the section's name. */
function partsOfSection(fields: FieldItem, draft: DraftRecord): PartOfForm[] {
  const all = partsOfForm(fields, draft);
  const [first] = all;
  return (first && all.length === 1 && insideGroup(first)) || all;
}

/** Converts submitted values to a draft; `fields` have full paths. */
export function readSettingsDraft(fields: FieldItem, sent: Readonly<Record<string, string>>): DraftRecord {
  const pairs = Object.entries(sent).map(([name, text]) => [name, text.replace(/\r\n?/g, "\n")] as const);
  return withoutBlankRows(fields, readFields(fields, pairs));
}
