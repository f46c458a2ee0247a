import { z } from "zod";
import { plainText } from "#app/lib/text/plain-text.ts";
import { defineField, type Field, type FieldOptions, inCard } from "../field.ts";

/** Calendar day `YYYY-MM-DD`, or empty. */
export function date(label: string): Field<string, true> {
  const day = z.iso
    .date("Enter a date as YYYY-MM-DD")
    .refine(isReasonableYear, "Enter a year from 1900 to 2199");
  return inCard(
    defineField({
      label,
      input: { control: "input", attributes: { type: "date" } },
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

/** Time of day `HH:MM` from 00:00 to 23:59, or empty. */
export function time(label: string, { hint }: { hint?: string } = {}): Field<string, true> {
  return inCard(
    defineField({
      label,
      hint,
      input: { control: "input", attributes: { type: "time" } },
      schema: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, "Enter a time as HH:MM, e.g. 16:30"),
      empty: "",
      answerSchema: () => z.string().meta({ description: "HH:MM, or empty" }),
    }),
  );
}

/** Time zone such as Asia/Dhaka; empty for UTC. */
export function timeZone(label: string, { hint }: Pick<FieldOptions, "hint"> = {}): Field<string, false> {
  const schema = plainText({ max: 60 }).pipe(
    z.string().refine(isTimeZone, "Enter a time zone, e.g. Asia/Dhaka"),
  );
  return defineField({
    label,
    hint,
    input: { control: "select", options: ["", ...Intl.supportedValuesOf("timeZone")], labels: { "": "UTC" } },
    schema,
    empty: "",
  });
}

function isTimeZone(zone: string): boolean {
  if (zone === "") return true;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}
