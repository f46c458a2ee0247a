import { z } from "zod";
import { emailSchema, parseEmail } from "#app/lib/text/email.ts";
import { defineField, type Field, type FieldOptions, filled } from "../field.ts";
import { textsOf } from "../texts-of.ts";

/** Email address, or empty. */
export function email(label: string, { hint }: Pick<FieldOptions, "hint"> = {}): Field<string, false> {
  return defineField({
    label,
    hint,
    input: { control: "input", attributes: { type: "email", inputMode: "email", dir: "ltr" } },
    schema: emailSchema(),
    empty: "",
  });
}

/** At most `max` email addresses in wire form; the error names the first invalid one. */
export function emails(label: string, { max, hint }: { max: number; hint?: string }): Field<string[], false> {
  return defineField<string[]>({
    label,
    hint,
    input: { control: "textarea", attributes: { rows: 2, inputMode: "email", dir: "ltr" } },
    schema: z.array(z.string()).max(max, `Enter at most ${max} addresses`).transform(parseEach),
    empty: [],
    formValue: (value) => textsOf(value).join("\n"),
    complete: (_, sent) =>
      Array.isArray(sent)
        ? sent
        : String(sent ?? "")
            .split(/[\s,;]+/)
            .filter(Boolean),
    exportValue: (value) => filled(textsOf(value)),
    draftSchema: () => z.array(z.string()).max(max).meta({ title: label }),
    answerSchema: () => z.array(z.string()),
  });
}

function parseEach(typed: string[], context: z.RefinementCtx): string[] {
  const addresses: string[] = [];
  for (const one of typed) {
    const read = parseEmail(one);
    if ("wrong" in read) {
      context.addIssue({ code: "custom", message: `${one.slice(0, 80)}: ${read.wrong}` });
      return z.NEVER;
    }
    addresses.push(read.address);
  }
  return addresses;
}
