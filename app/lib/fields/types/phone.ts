import { z } from "zod";
import { phoneSchema, readablePhone } from "#app/lib/text/phone.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import { defineField, type Field, type FieldOptions } from "../field.ts";

/**
 * Phone number of any country, stored as typed with its country code and gaps, or in international format. A number without
 * a country code is a Bangladeshi one.
 */
export function phoneNumber(label: string, { hint }: Pick<FieldOptions, "hint"> = {}): Field<string, false> {
  const schema = plainText({ max: 40 }).transform((typed, context) => {
    // Two numbers would parse as one wrong number.
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
