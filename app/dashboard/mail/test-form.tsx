import { Form } from "react-router";
import { Field } from "#app/ui/field.tsx";
import type { Refused } from "../parts/answer.ts";

/** A mail to see whether mail arrives. */
export function TestForm({ email, refused }: { email: string; refused: Refused | null }) {
  const own = refused?.typed.intent === "test" ? refused : null;
  return (
    <Form method="post" className="stack" noValidate preventScrollReset>
      <input type="hidden" name="intent" value="test" />
      <Field
        label="Send a test e-mail to"
        name="to"
        error={own?.refusal.fields.to}
        hint="If it arrives in the spam folder, check the sender and the DKIM signature."
      >
        {(control) => (
          <input className="in" type="email" {...control} defaultValue={own?.typed.to ?? email} />
        )}
      </Field>
      <p>
        <button className="btn q" type="submit">
          Send test
        </button>
      </p>
    </Form>
  );
}
