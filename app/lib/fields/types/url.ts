import { z } from "zod";
import { defineField, type Field, type FieldOptions, inCard } from "../field.ts";

/** Web address with http or https, or empty. */
export function url(label: string): Field<string, true> {
  const address = z
    .url({ protocol: /^https?$/, error: "Enter a full web address that starts with https://" })
    .max(2000);
  return inCard(
    defineField({
      label,
      input: {
        control: "input",
        attributes: { inputMode: "url", placeholder: "https://", spellCheck: false },
      },
      schema: z.union([z.literal(""), address]),
      empty: "",
      parts: (value) => (typeof value === "string" ? [{ is: "address", address: value }] : []),
      fillsPage: (value) => value !== "",
    }),
  );
}

/** Full web address or a path of this site, or empty. */
export function linkTarget(label: string, { hint }: Pick<FieldOptions, "hint"> = {}): Field<string, false> {
  const address = z
    .string()
    .regex(
      /^(https?:\/\/[^\s/\\?#]|\/(?![/\\]))[^\s\\]*$/,
      "Enter a full web address, or one of this site that starts with /",
    );
  return defineField({
    label,
    hint,
    input: { control: "input", attributes: { inputMode: "url", dir: "ltr" } },
    schema: z.union([z.literal(""), address]),
    empty: "",
  });
}
