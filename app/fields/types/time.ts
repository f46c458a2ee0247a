import { z } from "zod";
import { defineField, type Field, inCard } from "../field.ts";

export interface TimeInput {
  type: "time";
}

/** A time of the day, `HH:MM` from 00:00 to 23:59, or empty. */
export function time(label: string, { hint }: { hint?: string } = {}): Field<string, true> {
  const input: TimeInput = { type: "time" };
  return inCard(
    defineField({
      label,
      hint,
      input,
      schema: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, "Give a time as HH:MM, such as 16:30"),
      empty: "",
      answerSchema: () => z.string().meta({ description: "HH:MM, or empty" }),
    }),
  );
}
