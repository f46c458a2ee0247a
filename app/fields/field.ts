import { z } from "zod";

/** What the dashboard draws for a field; plain data, so that a form can be described without code. */
export type FieldInput =
  | { type: "line" | "text"; max: number; isRequired: boolean }
  | { type: "richText" | "icon" | "image" | "images" | "date" | "flag" | "url" | "tags" }
  | { type: "choice"; options: readonly string[] }
  | { type: "list"; max: number; item: FieldItem }
  | { type: "group"; item: FieldItem }
  | { type: "entries" | "entry"; kind: string }
  | { type: "categories"; taxonomy: string };

/** The parts of a record by name, as they are drawn. */
export type FieldItem = Record<string, FieldInput & { label: string; hint: string }>;

/** One field of a kind: how it is checked, stored when empty, drawn, and used by lists. */
export interface Field<Value = unknown, InCard extends boolean = boolean> {
  readonly label: string;
  readonly input: FieldInput;
  readonly schema: z.ZodType<Value>;
  readonly empty: Value;
  /** Lists carry this field; long texts stay out so that a list of twenty entries stays light. */
  readonly inCard: InCard;
  /** Entries can be filtered and counted by this field's values. */
  readonly isFacet: boolean;
  readonly hint: string;
}

export type Fields = Record<string, Field>;
export type ValuesOf<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};
export type CardValuesOf<F extends Fields> = ValuesOf<{
  [Name in keyof F as F[Name]["inCard"] extends true ? Name : never]: F[Name];
}>;

export interface FieldOptions {
  /** Characters of a text, or rows of a list. */
  max?: number;
  required?: boolean;
  facet?: boolean;
  hint?: string;
}

/** A strict record of fields: unknown keys are refused, missing ones get their empty value. */
export function recordSchema<F extends Fields>(fields: F): z.ZodType<ValuesOf<F>> {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.schema.prefault(field.empty as never)]),
  );
  // The shape is built key by key from the very fields that ValuesOf maps.
  return z.strictObject(shape) as unknown as z.ZodType<ValuesOf<F>>;
}

export function emptyRecord<F extends Fields>(fields: F): ValuesOf<F> {
  // Each field's own empty value fills its own key, which is what ValuesOf says.
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.empty]),
  ) as ValuesOf<F>;
}

export function describeFields(fields: Fields): FieldItem {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { input, label, hint }]) => [name, { ...input, label, hint }]),
  );
}
