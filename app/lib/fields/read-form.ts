import type { Sent } from "./controls/control.ts";
import { controlOf } from "./controls/controls.ts";
import { readRecord, recordWithoutBlanks } from "./controls/record-fields.tsx";
import type { FieldInput, FieldItem } from "./inputs.ts";

/** Submitted names and texts in document order. */
export type SentPairs = readonly (readonly [name: string, text: string])[];

/** Submitted values of a form, without file fields. */
export function pairsOf(form: FormData): SentPairs {
  return [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []));
}

/**
 * Field values from submitted names such as `seo.title` and `features.0.title`, before validation, in browsers too. A field
 * that was not submitted is left out, so that it stays unchanged.
 */
export function readFields(fields: FieldItem, pairs: SentPairs): Record<string, unknown> {
  const sent = new Map<string, string[]>();
  for (const [name, text] of pairs) sent.set(name, [...(sent.get(name) ?? []), text]);
  return readRecord(fields, "", readPartOf(sent));
}

/** Copy of the values without empty rows. */
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
