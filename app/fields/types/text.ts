import { z } from "zod";
import { plainText } from "#app/text/plain-text.ts";
import { defineField, type Field, type FieldOptions } from "../field.ts";
import { textsOf } from "../texts-of.ts";

export interface TextInput {
  type: "text";
  max: number;
}

/** Some paragraphs of plain text, at most `max` characters (default 2,000). */
export function text(label: string, { max = 2000, hint, facet }: FieldOptions = {}): Field<string, false> {
  const input: TextInput = { type: "text", max };
  return defineField({
    label,
    hint,
    facet,
    input,
    schema: plainText({ max, lines: true }),
    empty: "",
    column: "page",
    parts: (value) => textsOf(value).map((words) => ({ is: "text", text: words })),
    draftSchema: () => z.string().max(max).meta({ title: label }),
  });
}
