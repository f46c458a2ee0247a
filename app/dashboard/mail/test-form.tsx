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
        label="Send a test letter to"
        name="to"
        error={own?.refusal.fields.to}
        hint="If it lands among spam, look at its signature and sender."
      >
        {(control) => (
          <input className="in" type="email" {...control} defaultValue={own?.typed.to ?? email} />
        )}
      </Field>
      <p>
        <button className="btn q" type="submit">
          Send the test
        </button>
      </p>
    </Form>
  );
}
