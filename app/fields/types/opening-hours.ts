import { z } from "zod";
import { parseClockRanges, writeClockRanges } from "#app/text/clock-ranges.ts";
import { plainText } from "#app/text/plain-text.ts";
import { defineField, type Field, type FieldOptions } from "../field.ts";

/** The same hours on each of some days. */
export interface OpeningHours {
  /** 1 is Monday, 7 Sunday. */
  days: number[];
  /** As a clock shows it, such as "09:00". */
  from: string;
  to: string;
}

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 09:00");

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

/** Parts of a day in one line, "10:00–13:00, 14:00–18:00", stored in that form however they were typed; "" for none. */
export function clockRanges(label: string, { hint }: Pick<FieldOptions, "hint"> = {}): Field<string, false> {
  const schema = plainText({ max: 80 }).transform((typed, context) => {
    const ranges = parseClockRanges(typed);
    if (typeof ranges !== "string") return writeClockRanges(ranges);
    context.addIssue({ code: "custom", message: ranges });
    return z.NEVER;
  });
  return defineField({
    label,
    hint,
    input: { control: "line", max: 80, isRequired: false },
    schema,
    empty: "",
    draftSchema: () => z.string().max(80).meta({ title: label }),
    answerSchema: () => z.string().meta({ description: "Such as 10:00–13:00, 14:00–18:00, or empty" }),
  });
}
