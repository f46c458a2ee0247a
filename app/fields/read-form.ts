import type { Sent } from "./controls/control.ts";
import { controlOf } from "./controls/controls.ts";
import { readRecord, recordWithoutBlanks } from "./controls/record-fields.tsx";
import type { FieldInput, FieldItem } from "./inputs.ts";

/** What a form sends: names and texts, in the order in which they stand in it. */
export type SentPairs = readonly (readonly [name: string, text: string])[];

/** Everything a form sent, file fields aside. */
export function pairsOf(form: FormData): SentPairs {
  return [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []));
}

/**
 * Makes of a form's plain names, such as `seo.title` and `features.0.title`, the values of its fields, for their schema
 * to judge. Runs in browsers too. A text that was not sent at all is left out, so that it stays as it is.
 */
export function readFields(fields: FieldItem, pairs: SentPairs): Record<string, unknown> {
  const sent = new Map<string, string[]>();
  for (const [name, text] of pairs) sent.set(name, [...(sent.get(name) ?? []), text]);
  return readRecord(fields, "", readPartOf(sent));
}

/** Spare rows, with nothing in them, are no rows. */
export function withoutBlankRows(
  fields: FieldItem,
  values: Record<string, unknown>,
): Record<string, unknown> {
  return { ...Object(recordWithoutBlanks(fields, values, withoutBlanks)) };
}

function readPartOf(sent: Sent) {
  const readPart = (input: FieldInput, name: string): unknown =>
    controlOf(input).read(sent, name, input, readPart);
  return readPart;
}

function withoutBlanks(input: FieldInput, value: unknown): unknown {
  return controlOf(input).withoutBlanks?.(value, input, withoutBlanks) ?? value;
}
