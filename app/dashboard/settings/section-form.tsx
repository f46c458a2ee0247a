import { type RefObject, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { DraftRecord, SettingsConflict } from "#app/company/sections.ts";
import { controlOf } from "#app/fields/controls/controls.ts";
import { FormField } from "#app/fields/controls/form-field.tsx";
import { FormContext, noChoices, noForm, type PictureChoice } from "#app/fields/form-context.ts";
import type { DescribedField, FieldItem } from "#app/fields/inputs.ts";
import { readFields, withoutBlankRows } from "#app/fields/read-form.ts";
import { Conflict } from "../content/differences.tsx";
import { formTools } from "../content/form/form-tools.ts";
import { errorIn } from "../parts/action-result.ts";
import type { NamedConflict } from "../parts/naming-writer.ts";
import { useFocusOnWrong } from "../parts/use-focus-on-wrong.ts";
import { useLayoutData } from "../shell/layout-data.ts";

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
  const { person } = useLayoutData();
  const { fields } = page;
  const form = useRef<HTMLFormElement>(null);
  const refused = errorIn(answer);
  const conflict = refused?.refusal.code === "stale" ? (refused.refusal.detail as SectionConflict) : null; // as sectionActions say
  const sent = refused?.typed ?? page.kept;
  const typed = sent?.intent === "save" ? sent : null;
  const { decided, isComparing, take, stopComparing } = useDecision(conflict, form);
  const draft = decided?.draft ?? (typed ? readSettingsDraft(fields, typed) : page.draft);
  const basedOn = decided?.basedOn ?? typed?.basedOn ?? page.version;
  useFocusOnWrong(form, answer);
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
        {conflict && isComparing && (
          <Conflict
            form={fields}
            mine={conflict.mine}
            theirs={conflict.theirs}
            base={conflict.base ?? {}}
            by={{ name: conflict.savedByName || "Somebody else", isMe: conflict.savedBy === person.id }}
            at={conflict.savedAt}
            onTake={take}
            onClose={stopComparing}
          />
        )}
        <Form
          method="post"
          className="form"
          noValidate
          key={JSON.stringify([basedOn, draft])}
          hidden={isComparing}
          ref={form}
        >
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
              Save
            </button>
          </div>
        </Form>
      </div>
    </FormContext>
  );
}

type SectionConflict = NamedConflict<SettingsConflict>;

/** Whether a conflict is still to be decided, and what was: that is put into the form, which is sent once it holds it. */
function useDecision(conflict: SectionConflict | null, form: RefObject<HTMLFormElement | null>) {
  const [decision, setDecision] = useState<{ of: SectionConflict; draft: DraftRecord | null } | null>(null);
  const isOfThis = decision !== null && decision.of === conflict;
  const draft = isOfThis ? decision.draft : null;
  useEffect(() => {
    // With its button, so that the focus comes back to it.
    if (draft) form.current?.requestSubmit(form.current.querySelector<HTMLElement>(".keep button"));
  }, [draft, form]);
  const isComparing = conflict !== null && !isOfThis;
  const wasComparing = useRef(isComparing);
  useEffect(() => {
    if (wasComparing.current && !isComparing)
      form.current?.querySelector<HTMLElement>(".keep button")?.focus();
    wasComparing.current = isComparing;
  }, [isComparing, form]);
  return {
    decided: conflict && draft && { draft, basedOn: String(conflict.version) },
    isComparing,
    take: (values: DraftRecord) => conflict && setDecision({ of: conflict, draft: values }),
    stopComparing: () => conflict && setDecision({ of: conflict, draft: null }),
  };
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

/** What a form sent, as the draft it shows again; `fields` carry their whole paths. */
export function readSettingsDraft(fields: FieldItem, sent: Readonly<Record<string, string>>): DraftRecord {
  const pairs = Object.entries(sent).map(([name, text]) => [name, text.replace(/\r\n?/g, "\n")] as const);
  return withoutBlankRows(fields, readFields(fields, pairs));
}
