import { z } from "zod";
import { defineField, type Field, type FieldOptions, inCard } from "../field.ts";

export interface ChoiceInput {
  type: "choice";
  options: readonly string[];
  /** What people read; without them each option is its own word. */
  labels?: Readonly<Record<string, string>>;
}

/** One of a few; the first where nothing was chosen. */
export function choice<const Option extends string>(
  label: string,
  options: readonly [Option, ...Option[]],
  { facet, hint, labels }: FieldOptions & { labels?: Readonly<Record<Option, string>> } = {},
): Field<Option, true> {
  const input: ChoiceInput = labels ? { type: "choice", options, labels } : { type: "choice", options };
  return inCard(
    defineField<ChoiceInput, Option>({
      label,
      hint,
      facet,
      input,
      schema: z.literal(options),
      empty: options[0],
      draftSchema: () => z.enum(options).meta({ title: label }),
      answerSchema: () => z.enum(options),
      filter: (name) => ({ name, schema: z.enum(options, `Give one of: ${options.join(", ")}`) }),
    }),
  );
}
