import { emailSchema } from "#app/text/email.ts";
import { defineField, type Field, type FieldOptions } from "../field.ts";

export interface EmailInput {
  type: "email";
}

/** An e-mail address that answers reach, or empty. */
export function email(label: string, { hint }: Pick<FieldOptions, "hint"> = {}): Field<string, false> {
  const input: EmailInput = { type: "email" };
  return defineField({ label, hint, input, schema: emailSchema(), empty: "" });
}
