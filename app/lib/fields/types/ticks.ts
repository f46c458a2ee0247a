import { z } from "zod";
import { defineField, distinct, type Field, filled, keepOrder } from "../field.ts";
import { idShape } from "../ids.ts";
import { textsOf } from "../texts-of.ts";

interface TicksOptions<Name extends string> {
  /** Names ticked by default. */
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
  const values = options.map(({ value }) => value as Name); // the keys of `names`
  const schema = distinct(z.array(z.enum(values, "Choose from the list")), "A name is listed twice");
  return defineField<Name[]>({
    label,
    hint,
    input: { control: "checkboxes", options },
    // The enum is built from the names.
    schema: schema as unknown as z.ZodType<Name[]>,
    empty: [...first],
    complete: keepOrder,
    exportValue: (value) => filled(textsOf(value)),
    draftSchema: () => z.array(z.enum(values)).meta({ title: label }),
    answerSchema: () => z.array(z.enum(values)),
  });
}

interface OrderOptions<Name extends string> {
  /** Names shown by default; all of them if omitted. */
  first?: readonly Name[];
  hint?: string;
}

/** Some of the given names in a custom order. */
export function order<const Name extends string>(
  label: string,
  names: Readonly<Record<Name, string>>,
  { first, hint }: OrderOptions<NoInfer<Name>> = {},
): Field<Name[], false> {
  const options = Object.entries<string>(names).map(([value, words]) => ({ value, label: words }));
  const values = options.map(({ value }) => value as Name); // the keys of `names`
  const schema = z
    .array(z.enum(values))
    .refine((chosen) => new Set(chosen).size === chosen.length, "A part is listed twice");
  return defineField<Name[]>({
    label,
    hint,
    input: { control: "order", options },
    // The enum is built from the names.
    schema: schema as unknown as z.ZodType<Name[]>,
    empty: [...(first ?? values)],
    draftSchema: () => z.array(z.enum(values)).meta({ title: label }),
    answerSchema: () => z.array(z.enum(values)),
  });
}

/** Staff members, by id. */
export function staff(label: string, { hint }: { hint?: string } = {}): Field<string[], false> {
  return defineField<string[]>({
    label,
    hint,
    input: { control: "staff" },
    schema: z.array(z.string().max(100, "Choose from the list")).max(50, "Choose at most 50 people"),
    empty: [],
    complete: keepOrder,
    exportValue: (value) => filled(textsOf(value)),
    draftSchema: () => z.array(idShape()).meta({ title: label }),
    answerSchema: () => z.array(idShape()),
  });
}
