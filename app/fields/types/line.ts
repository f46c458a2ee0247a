import { z } from "zod";
import { plainText } from "#app/text/plain-text.ts";
import { defineField, type Field, type FieldOptions, inCard } from "../field.ts";
import { textsOf } from "../texts-of.ts";

export interface LineInput {
  type: "line";
  max: number;
  isRequired: boolean;
}

/** One line of text, at most `max` characters (default 200). */
export function line(
  label: string,
  { max = 200, required = false, hint, facet }: FieldOptions = {},
): Field<string, true> {
  const schema = plainText({ max });
  const input: LineInput = { type: "line", max, isRequired: required };
  return inCard(
    defineField({
      label,
      hint,
      facet,
      input,
      schema: required ? schema.pipe(z.string().min(1, `${label} is needed`)) : schema,
      empty: "",
      parts: (value) => textsOf(value).map((text) => ({ is: "text", text })),
      draftSchema: () => z.string().max(max).meta({ title: label }),
    }),
  );
}
