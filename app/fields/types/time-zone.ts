import { z } from "zod";
import { plainText } from "#app/text/plain-text.ts";
import { defineField, type Field, type FieldOptions } from "../field.ts";

export interface TimeZoneInput {
  type: "timeZone";
  zones: readonly string[];
}

/** A time zone such as Asia/Dhaka; empty for UTC. */
export function timeZone(label: string, { hint }: Pick<FieldOptions, "hint"> = {}): Field<string, false> {
  const input: TimeZoneInput = { type: "timeZone", zones: Intl.supportedValuesOf("timeZone") };
  const schema = plainText({ max: 60 }).pipe(
    z.string().refine(isTimeZone, "Give a time zone such as Asia/Dhaka"),
  );
  return defineField({ label, hint, input, schema, empty: "" });
}

function isTimeZone(zone: string): boolean {
  if (zone === "") return true;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}
