import { z } from "zod";
import { defineField, type Field, inCard } from "../field.ts";

export interface DateInput {
  type: "date";
}

/** A calendar day, `YYYY-MM-DD`, or empty. */
export function date(label: string): Field<string, true> {
  const input: DateInput = { type: "date" };
  const day = z.iso
    .date("Give a date as YYYY-MM-DD")
    .refine(isReasonableYear, "Give a year from 1900 to 2199");
  return inCard(
    defineField({
      label,
      input,
      schema: z.union([z.literal(""), day]),
      empty: "",
      answerSchema: () => z.string().meta({ description: "YYYY-MM-DD, or empty" }),
    }),
  );
}

function isReasonableYear(day: string): boolean {
  const year = Number(day.slice(0, 4));
  return year >= 1900 && year <= 2199;
}
