import { z } from "zod";
import { defineField, distinct, type Field, filled } from "../field.ts";
import { textsOf } from "../texts-of.ts";

export interface TicksInput {
  type: "ticks";
  options: readonly { value: string; label: string }[];
}

interface TicksOptions<Name extends string> {
  /** Ticked at first. */
  first?: readonly Name[];
  hint?: string;
}

/** Any of the given names, each at most once. */
export function ticks<const Name extends string>(
  label: string,
  names: Readonly<Record<Name, string>>,
  { first = [], hint }: TicksOptions<NoInfer<Name>> = {},
): Field<Name[], false> {
  const options = Object.entries<string>(names).map(([value, words]) => ({ value, label: words }));
  const values = options.map(({ value }) => value as Name); // the keys of the record itself
  const input: TicksInput = { type: "ticks", options };
  const schema = distinct(z.array(z.enum(values, "Choose from the list")), "The same name stands here twice");
  return defineField<TicksInput, Name[]>({
    label,
    hint,
    input,
    // An enum of the names gives names.
    schema: schema as unknown as z.ZodType<Name[]>,
    empty: [...first],
    exportValue: (value) => filled(textsOf(value)),
    draftSchema: () => z.array(z.enum(values)).meta({ title: label }),
    answerSchema: () => z.array(z.enum(values)),
  });
}
