import { z } from "zod";
import { foldDigits } from "#app/lib/text/fold.ts";
import { cleanSingleLine } from "#app/lib/text/single-line.ts";
import { defineField, type Field } from "../field.ts";

interface Bounds {
  min: number;
  max: number;
  hint?: string;
}

export function whole(label: string, first: number, { min, max, hint }: Bounds): Field<number, false> {
  const words = `Write a whole number from ${min} to ${max}`;
  const schema = z.int(words).min(min, words).max(max, words);
  return numberField(label, { isWhole: true, schema, first, hint });
}

/** Whole number, or null if empty. */
export function wholeOrNone(
  label: string,
  first: number | null,
  { min, max, hint }: Bounds,
): Field<number | null, false> {
  const words = `Write a whole number from ${min} to ${max}, or leave it empty`;
  const schema = z.int(words).min(min, words).max(max, words).nullable();
  return numberField(label, { isWhole: true, schema, first, hint });
}

/** Decimal number, or null if empty. */
export function decimal(label: string, { min, max, hint }: Bounds): Field<number | null, false> {
  const words = `Write a number from ${min} to ${max}`;
  const schema = z.number(words).min(min, words).max(max, words).nullable();
  return numberField(label, { isWhole: false, schema, first: null, hint });
}

interface NumberParts<Value> {
  isWhole: boolean;
  schema: z.ZodType<Value>;
  first: Value;
  hint: string | undefined;
}

function numberField<Value extends number | null>(
  label: string,
  { isWhole, schema, first, hint }: NumberParts<Value>,
): Field<Value, false> {
  return defineField<Value>({
    label,
    hint,
    input: { control: "number", isWhole },
    schema,
    empty: first,
    formValue: showNumber,
    complete: readNumber,
    draftSchema: () => schema.meta({ title: label }),
    answerSchema: () => schema,
  });
}

function showNumber(value: unknown): string {
  return value === null ? "" : String(value);
}

/** Parsed number; other text stays unchanged for the schema to reject. */
function readNumber(_before: unknown, sent: unknown): unknown {
  const text = foldDigits(cleanSingleLine(String(sent ?? "")))
    .replace(",", ".")
    .replace(/^[\u2010-\u2015\u2212]/, "-");
  if (text === "") return null;
  return Number.isFinite(Number(text)) ? Number(text) : sent;
}
