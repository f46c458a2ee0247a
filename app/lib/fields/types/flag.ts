import { z } from "zod";
import { defineField, type Field, type FieldOptions, inCard } from "../field.ts";

/** Yes or no. */
export function flag(
  label: string,
  { isOn = false, hint }: Pick<FieldOptions, "hint"> & { isOn?: boolean } = {},
): Field<boolean, true> {
  return inCard(
    defineField({
      label,
      hint,
      input: { control: "checkbox" },
      schema: z.boolean(),
      empty: isOn,
      exportValue: (value) => (value === isOn ? undefined : value),
      draftSchema: () => z.boolean().meta({ title: label }),
      answerSchema: () => z.boolean(),
    }),
  );
}
