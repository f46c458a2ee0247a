import { z } from "zod";
import { phoneSchema, readablePhone } from "#app/text/phone.ts";
import { plainText } from "#app/text/plain-text.ts";
import { defineField, type Field, type FieldOptions } from "../field.ts";

/**
 * A phone number of any country, kept as people read it: as it was typed with its country code and gaps, or in international
 * form. One without a country code is of Bangladesh.
 */
export function phoneNumber(label: string, { hint }: Pick<FieldOptions, "hint"> = {}): Field<string, false> {
  const schema = plainText({ max: 40 }).transform((typed, context) => {
    // Two numbers would be read as one that is nobody's.
    if (typed.includes("/")) {
      context.addIssue({ code: "custom", message: "Enter one phone number, without a slash" });
      return z.NEVER;
    }
    const read = phoneSchema().safeParse(typed);
    if (read.success) return /^\+\d+[ -]/.test(typed) ? typed : readablePhone(read.data);
    for (const { message } of read.error.issues) context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
  return defineField({
    label,
    hint,
    input: { control: "input", attributes: { type: "tel", inputMode: "tel", dir: "ltr" } },
    schema,
    empty: "",
  });
}
