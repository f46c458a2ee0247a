import { z } from "zod";
import { plainText } from "#app/text/plain-text.ts";
import { emptyDoc, type RichText, richTextSchema } from "./rich-text/schema.ts";

/** What the dashboard draws for a field; plain data, so that a form can be described without code. */
export type FieldInput =
  | { type: "line" | "text" | "richText" | "icon" | "image" | "images" | "date" | "flag" | "url" | "tags" }
  | { type: "choice"; options: readonly string[] }
  | { type: "list"; item: Record<string, FieldInput & { label: string }> }
  | { type: "group"; item: Record<string, FieldInput & { label: string }> }
  | { type: "entries" | "entry"; kind: string }
  | { type: "categories"; taxonomy: string };

/** One field of a kind: how it is checked, stored when empty, drawn, and used by lists. */
export interface Field<Value = unknown> {
  readonly label: string;
  readonly input: FieldInput;
  readonly schema: z.ZodType<Value>;
  readonly empty: Value;
  /** Lists carry this field; long texts stay out so that a list of twenty entries stays light. */
  readonly inCard: boolean;
  /** Entries can be filtered and counted by this field's values. */
  readonly isFacet: boolean;
  readonly hint?: string;
}

type FieldOptions = { max?: number; required?: boolean; facet?: boolean; hint?: string; inCard?: boolean };

/** One line of text, at most `max` characters (default 200). */
export function line(label: string, options: FieldOptions = {}): Field<string> {
  return textField("line", label, { max: 200, inCard: true, ...options });
}

/** Some paragraphs of plain text, at most `max` characters (default 2,000). */
export function text(label: string, options: FieldOptions = {}): Field<string> {
  return textField("text", label, { max: 2000, inCard: false, ...options });
}

/** A web address, http or https, or empty. */
export function url(label: string, options: FieldOptions = {}): Field<string> {
  const schema = z.union([
    z.literal(""),
    z.url({ protocol: /^https?$/, error: "Give a full web address that starts with https://" }).max(2000),
  ]);
  return field(label, { type: "url" }, schema, "", { inCard: true, ...options });
}

/** The name of an icon of the curated set; empty for none. */
export function icon(label: string): Field<string> {
  return field(
    label,
    { type: "icon" },
    z.string().regex(/^[a-z0-9-]{0,40}$/, "Choose an icon from the list"),
    "",
    { inCard: true },
  );
}

export function richText(label: string): Field<RichText> {
  return field(label, { type: "richText" }, richTextSchema as z.ZodType<RichText>, emptyDoc, {});
}

/** A picture of the library, by its file id. */
export function image(label: string, options: FieldOptions = {}): Field<string | null> {
  return field(label, { type: "image" }, fileId.nullable(), null, { inCard: true, ...options });
}

export function images(label: string): Field<string[]> {
  return field(label, { type: "images" }, z.array(fileId).max(60), [], {});
}

/** A calendar day, `YYYY-MM-DD`, or empty. */
export function date(label: string, options: FieldOptions = {}): Field<string> {
  const schema = z.union([
    z.literal(""),
    z.iso.date("Give a date as YYYY-MM-DD").refine(isReasonableYear, "Give a year from 1900 to 2199"),
  ]);
  return field(label, { type: "date" }, schema, "", { inCard: true, ...options });
}

export function flag(label: string): Field<boolean> {
  return field(label, { type: "flag" }, z.boolean(), false, { inCard: true });
}

export function choice<const Option extends string>(
  label: string,
  options: readonly [Option, ...Option[]],
  rest: FieldOptions = {},
): Field<Option> {
  return field<Option>(
    label,
    { type: "choice", options },
    z.enum(options) as unknown as z.ZodType<Option>,
    options[0],
    { inCard: true, ...rest },
  );
}

export function tags(label: string): Field<string[]> {
  const schema = z
    .array(plainText({ max: 60 }).pipe(z.string().min(1, "A tag needs a name")))
    .max(30)
    .refine(areDistinct, "The same tag stands here twice");
  return field(label, { type: "tags" }, schema, [], { inCard: true, facet: true });
}

/** Entries of another kind, by id, in order. */
export function entries(label: string, kind: string): Field<string[]> {
  return field(
    label,
    { type: "entries", kind },
    z.array(entryId).max(30).refine(areDistinct, "The same entry stands here twice"),
    [],
    {},
  );
}

export function entry(label: string, kind: string): Field<string | null> {
  return field(label, { type: "entry", kind }, entryId.nullable(), null, { inCard: true });
}

export function categories(label: string, taxonomy: string): Field<string[]> {
  const schema = z.array(entryId).max(12).refine(areDistinct, "The same category stands here twice");
  return field(label, { type: "categories", taxonomy }, schema, [], { inCard: true, facet: true });
}

type Parts = Record<string, Field>;
export type ValuesOf<P extends Parts> = {
  [Name in keyof P]: P[Name] extends Field<infer Value> ? Value : never;
};

/** An ordered list of small records, such as features or process steps. */
export function list<P extends Parts>(
  label: string,
  parts: P,
  options: FieldOptions = {},
): Field<ValuesOf<P>[]> {
  const schema = z.array(recordSchema(parts)).max(options.max ?? 40);
  return field<ValuesOf<P>[]>(label, { type: "list", item: describeParts(parts) }, schema, [], options);
}

/** A fixed record inside an entry, such as a testimonial. */
export function group<P extends Parts>(
  label: string,
  parts: P,
  options: FieldOptions = {},
): Field<ValuesOf<P>> {
  // Each part's own empty value fills its own key, which is what ValuesOf says.
  const empty = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, part.empty]),
  ) as ValuesOf<P>;
  return field<ValuesOf<P>>(
    label,
    { type: "group", item: describeParts(parts) },
    recordSchema(parts),
    empty,
    {
      inCard: true,
      ...options,
    },
  );
}

/** A strict record of fields: unknown keys are refused, missing ones get their empty value. */
export function recordSchema<P extends Parts>(parts: P): z.ZodType<ValuesOf<P>> {
  const shape = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, withDefault(part)]));
  // The shape is built key by key from the very parts that ValuesOf maps.
  return z.strictObject(shape) as unknown as z.ZodType<ValuesOf<P>>;
}

const fileId = z.string().regex(/^[a-z0-9-]{8,64}$/, "Choose a picture of the library");
const entryId = z.string().regex(/^[a-z0-9-]{8,64}$/, "Choose an entry of the list");

function textField(
  type: "line" | "text",
  label: string,
  { max = 200, required = false, ...rest }: FieldOptions,
): Field<string> {
  const schema = plainText({ max, lines: type === "text" });
  return field(
    label,
    { type },
    required ? schema.pipe(z.string().min(1, `${label} is needed`)) : schema,
    "",
    rest,
  );
}

function field<Value>(
  label: string,
  input: FieldInput,
  schema: z.ZodType<Value>,
  empty: Value,
  options: FieldOptions,
): Field<Value> {
  const { facet = false, inCard = false, hint } = options;
  return { label, input, schema, empty, inCard, isFacet: facet, ...(hint === undefined ? {} : { hint }) };
}

function withDefault(part: Field): z.ZodType {
  return part.schema.prefault(part.empty as never);
}

function describeParts(parts: Parts): Record<string, FieldInput & { label: string }> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, { ...part.input, label: part.label }]),
  );
}

function areDistinct(values: string[]): boolean {
  return new Set(values).size === values.length;
}

function isReasonableYear(day: string): boolean {
  const year = Number(day.slice(0, 4));
  return year >= 1900 && year <= 2199;
}
