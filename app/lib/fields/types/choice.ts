import { z } from "zod";
import { defineField, type Field, type FieldOptions, inCard } from "../field.ts";

interface ChoiceOptions<Option extends string> extends FieldOptions {
  labels?: Readonly<Record<Option, string>>;
  /** Default option; without it, the first one. */
  first?: Option;
}

/** Choice of one option. */
export function choice<const Option extends string>(
  label: string,
  options: readonly [Option, ...Option[]],
  { facet, hint, labels, first = options[0] }: ChoiceOptions<NoInfer<Option>> = {},
): Field<Option, true> {
  return inCard(
    defineField<Option>({
      label,
      hint,
      facet,
      input: { control: "select", options, labels },
      schema: z.literal(options),
      empty: first,
      draftSchema: () => z.enum(options).meta({ title: label }),
      answerSchema: () => z.enum(options),
      filter: (name) => ({ name, schema: z.enum(options, `Enter one of: ${options.join(", ")}`) }),
    }),
  );
}
