import { type KeyboardEvent, memo, useMemo } from "react";
import { FieldError } from "#app/ui/field.tsx";
import { LengthCounter } from "../content/form/fields/length-counter.tsx";
import { LineField } from "../content/form/fields/plain-fields.tsx";
import { RichTextField } from "../content/form/fields/rich-text-field.tsx";
import { FormContext } from "../content/form/form-context.ts";
import type { IssueDraft } from "./issue-draft.ts";
import { issueFields } from "./issue-fields.ts";
import type { DraftScreen } from "./read-issue.ts";

interface IssueFieldsProps {
  screen: DraftScreen;
  draft: IssueDraft;
  touch(): void;
}

/** What readers get. Drawn once: what is typed lives in the controls, not here. */
export const IssueFields = memo(function IssueFields({ screen, draft, touch }: IssueFieldsProps) {
  const { texts, pictures } = screen;
  const { values, errors } = draft;
  const parts = useMemo(
    () => ({
      texts,
      errors,
      touch,
      choices: { entries: {}, categories: {}, tags: {}, pictures, icons: [] },
    }),
    [texts, pictures, errors, touch],
  );
  return (
    <FormContext.Provider value={parts}>
      <div className="col">
        <SubjectField subject={values.subject} error={errors.subject} />
        <LineField name="preview" input={issueFields.preview} value={values.preview} />
        <RichTextField name="body" input={issueFields.body} value={values.body} />
      </div>
    </FormContext.Provider>
  );
});

/** As large as readers see it in the mail. */
function SubjectField({ subject, error }: { subject: string; error: string | undefined }) {
  const goOn = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.currentTarget.form?.querySelector<HTMLElement>("[name=preview]")?.focus();
  };
  return (
    <div className={error ? "entry-title bad" : "entry-title"}>
      <label className="small mute" htmlFor="f-subject">
        Subject
      </label>
      <textarea
        className="title-input"
        id="f-subject"
        name="subject"
        rows={1}
        dir="auto"
        placeholder="Subject line"
        defaultValue={subject}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "f-subject-error" : undefined}
        onKeyDown={goOn}
      />
      {error && <FieldError id="f-subject-error" text={error} />}
      <LengthCounter for="f-subject" max={issueFields.subject.max} />
    </div>
  );
}
