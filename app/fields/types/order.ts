import { z } from "zod";
import { defineField, type Field } from "../field.ts";

export interface OrderInput {
  type: "order";
  options: readonly { value: string; label: string }[];
}

/** Some of the given names in an order of one's own; all of them at first. */
export function order<const Name extends string>(
  label: string,
  names: Readonly<Record<Name, string>>,
  { hint }: { hint?: string } = {},
): Field<Name[], false> {
  const options = Object.entries<string>(names).map(([value, words]) => ({ value, label: words }));
  const values = options.map(({ value }) => value as Name); // the keys of the record itself
  const input: OrderInput = { type: "order", options };
  const schema = z
    .array(z.enum(values))
    .refine((chosen) => new Set(chosen).size === chosen.length, "The same part stands here twice");
  return defineField<OrderInput, Name[]>({
    label,
    hint,
    input,
    // An enum of the names gives names.
    schema: schema as unknown as z.ZodType<Name[]>,
    empty: values,
    draftSchema: () => z.array(z.enum(values)).meta({ title: label }),
    answerSchema: () => z.array(z.enum(values)),
  });
}
