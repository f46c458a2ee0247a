import { z } from "zod";
import { parseClockRanges, writeClockRanges } from "#app/lib/text/clock-ranges.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import { defineField, type Field, type FieldOptions } from "../field.ts";

/** Opening hours shared by some weekdays. */
export interface OpeningHours {
  /** 1 is Monday, 7 is Sunday. */
  days: number[];
  /** Clock time such as "09:00". */
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

/** Opening hours of a company; null means always open. */
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

/** Time ranges of a day in one line, normalized to "10:00–13:00, 14:00–18:00"; "" for none. */
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
