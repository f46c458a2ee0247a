import { Form } from "react-router";
import { Field } from "#app/ui/field.tsx";

interface ImportFormProps {
  typed: Record<string, string>;
  errors: Record<string, string>;
  /** Whether looking at it is the next step. */
  isFirst: boolean;
}

/** A file or pasted addresses, and how their owners agreed. */
export function ImportForm({ typed, errors, isFirst }: ImportFormProps) {
  return (
    <Form method="post" encType="multipart/form-data" className="form">
      <input type="hidden" name="intent" value="look" />
      <Field
        label="CSV file"
        name="file"
        error={errors.file}
        hint="It needs a column named E-mail. A column named Consent given is read too. Up to 20,000 lines, 2 MB."
      >
        {(control) => (
          <input className="in" type="file" accept=".csv,.txt,text/csv,text/plain" {...control} />
        )}
      </Field>
      <Field label="Or paste addresses" name="csv" isOptional hint="One per line.">
        {(control) => (
          <textarea className="in pasted" rows={3} {...control} defaultValue={typed.csv} dir="ltr" />
        )}
      </Field>
      <Field
        label="Proof of consent"
        name="proof"
        isOptional
        isWide
        error={errors.proof}
        hint="Where, when and to which words, such as “Ticked ‘Send me news’ on the paper form at the book fair, 12 May 2026.” It is kept as the proof of consent for every address. Without it, everybody gets one e-mail that asks them to confirm, and nothing else until they do."
      >
        {(control) => (
          <textarea className="in" rows={3} maxLength={1000} {...control} defaultValue={typed.proof} />
        )}
      </Field>
      <div className="row">
        <button className={isFirst ? "btn" : "btn q"} type="submit">
          Preview
        </button>
      </div>
    </Form>
  );
}
