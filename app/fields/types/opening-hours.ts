import { z } from "zod";
import { defineField, type Field } from "../field.ts";

/** The same hours on each of some days. */
export interface OpeningHours {
  /** 1 is Monday, 7 Sunday. */
  days: number[];
  /** As a clock shows it, such as "09:00". */
  from: string;
  to: string;
}

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Give a time such as 09:00");

const shape = z.strictObject({
  days: z.array(z.int().min(1).max(7)).min(1, "Tick at least one day").max(7),
  from: clockTime,
  to: clockTime,
});

const schema = shape
  .refine(({ from, to }) => from < to, { error: "The end must be after the beginning", path: ["to"] })
  .nullable();

/** The hours in which a company is open; null means every hour. */
export function openingHours(
  label: string,
  { hint }: { hint?: string } = {},
): Field<OpeningHours | null, false> {
  return defineField<OpeningHours | null>({
    label,
    hint,
    input: { control: "openingHours" },
    schema,
    empty: null,
    draftSchema: () => shape.nullable().meta({ title: label }),
    answerSchema: () => shape.nullable(),
  });
}
