import { useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { DraftRecord } from "#app/company/sections.ts";
import { type PartOfForm, partsOfForm } from "#app/fields/controls/control.ts";
import { insideGroup } from "#app/fields/controls/controls.ts";
import { FormField } from "#app/fields/controls/form-field.tsx";
import { FormContext, noChoices, noForm, type PictureChoice } from "#app/fields/form-context.ts";
import type { FieldItem } from "#app/fields/inputs.ts";
import { readFields, withoutBlankRows } from "#app/fields/read-form.ts";
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
import { useFocusOnWrong } from "../parts/use-focus-on-wrong.ts";

interface SectionFormProps {
  page: {
    version: number;
    fields: FieldItem;
    draft: DraftRecord;
    /** What was typed before its person was led to confirm who they are; null when nothing was. */
    kept: Record<string, string> | null;
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
  const [kept, setKept] = useState(page.kept);
  // Once it was sent, it is settled; the way back to this screen has no answer either.
  if (answer !== undefined && kept) setKept(null);
  const form = useRef<HTMLFormElement>(null);
  const refused = errorIn(answer);
  const conflict = conflictIn(answer);
  const sent = answer === undefined ? kept : refused?.typed;
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
  useFocusOnWrong(form, answer);
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
            onTake={decide}
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

/** The hint of a section that is one group, whose own heading is not drawn. */
function SectionHint({ fields }: { fields: FieldItem }) {
  const [only, second] = partsOfForm(fields, {});
  const hint = second ? undefined : only?.input.hint;
  return hint ? <p className="hint full-row">{hint}</p> : null;
}

/** A section that is one group needs none with the section's own name on it. */
function partsOfSection(fields: FieldItem, draft: DraftRecord): PartOfForm[] {
  const all = partsOfForm(fields, draft);
  const [first] = all;
  return (first && all.length === 1 && insideGroup(first)) || all;
}

/** What a form sent, as the draft it shows again; `fields` carry their whole paths. */
export function readSettingsDraft(fields: FieldItem, sent: Readonly<Record<string, string>>): DraftRecord {
  const pairs = Object.entries(sent).map(([name, text]) => [name, text.replace(/\r\n?/g, "\n")] as const);
  return withoutBlankRows(fields, readFields(fields, pairs));
}
