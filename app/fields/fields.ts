import { z } from "zod";
import { emptyDoc, type RichText, richTextSchema } from "#app/rich-text/schema/schema.ts";
import { plainText } from "#app/text/plain-text.ts";
import {
  describeFields,
  emptyRecord,
  type Field,
  type FieldInput,
  type FieldOptions,
  type Fields,
  recordSchema,
  type ValuesOf,
} from "./field.ts";

/** One line of text, at most `max` characters (default 200). */
export function line(
  label: string,
  { max = 200, required = false, ...rest }: FieldOptions = {},
): Field<string, true> {
  const schema = plainText({ max });
  return inCard(
    field(
      label,
      { type: "line", max, isRequired: required },
      required ? schema.pipe(z.string().min(1, `${label} is needed`)) : schema,
      "",
      rest,
    ),
  );
}

/** Some paragraphs of plain text, at most `max` characters (default 2,000). */
export function text(label: string, { max = 2000, ...rest }: FieldOptions = {}): Field<string, false> {
  const input: FieldInput = { type: "text", max, isRequired: false };
  return field(label, input, plainText({ max, lines: true }), "", rest);
}

/** A web address, http or https, or empty. */
export function url(label: string): Field<string, true> {
  const address = z
    .url({ protocol: /^https?$/, error: "Give a full web address that starts with https://" })
    .max(2000);
  return inCard(field(label, { type: "url" }, z.union([z.literal(""), address]), ""));
}

/** The name of an icon of the curated set; empty for none. */
export function icon(label: string): Field<string, true> {
  return inCard(
    field(label, { type: "icon" }, z.string().regex(/^[a-z0-9-]{0,40}$/, "Choose an icon from the list"), ""),
  );
}

export function richText(label: string): Field<RichText, false> {
  return field(label, { type: "richText" }, richTextSchema, emptyDoc);
}

/** A picture of the library, by its file id. */
export function image(label: string, options: FieldOptions = {}): Field<string | null, true> {
  return inCard(field(label, { type: "image" }, fileId.nullable(), null, options));
}

export function images(label: string): Field<string[], false> {
  return field(label, { type: "images" }, z.array(fileId).max(60), []);
}

/** A calendar day, `YYYY-MM-DD`, or empty. */
export function date(label: string): Field<string, true> {
  const day = z.iso
    .date("Give a date as YYYY-MM-DD")
    .refine(isReasonableYear, "Give a year from 1900 to 2199");
  return inCard(field(label, { type: "date" }, z.union([z.literal(""), day]), ""));
}

export function flag(label: string): Field<boolean, true> {
  return inCard(field(label, { type: "flag" }, z.boolean(), false));
}

export function choice<const Option extends string>(
  label: string,
  options: readonly [Option, ...Option[]],
  rest: FieldOptions = {},
): Field<Option, true> {
  return inCard(field<Option>(label, { type: "choice", options }, z.literal(options), options[0], rest));
}

export function tags(label: string): Field<string[], true> {
  const tag = plainText({ max: 60 }).pipe(z.string().min(1, "A tag needs a name"));
  return inCard(
    field(label, { type: "tags" }, distinct(z.array(tag).max(100), "The same tag stands here twice"), [], {
      facet: true,
    }),
  );
}

/** Entries of another kind, by id, in order. */
export function entries(label: string, kind: string): Field<string[], false> {
  return field(
    label,
    { type: "entries", kind },
    distinct(z.array(entryId).max(30), "The same entry stands here twice"),
    [],
  );
}

export function entry(label: string, kind: string): Field<string | null, true> {
  return inCard(field(label, { type: "entry", kind }, entryId.nullable(), null));
}

export function categories(label: string, taxonomy: string): Field<string[], true> {
  const schema = distinct(z.array(entryId).max(100), "The same category stands here twice");
  return inCard(field(label, { type: "categories", taxonomy }, schema, [], { facet: true }));
}

/** An ordered list of small records, such as features or process steps. */
export function list<F extends Fields>(
  label: string,
  fields: F,
  { max = 40, ...rest }: FieldOptions = {},
): Field<ValuesOf<F>[], false> {
  return field<ValuesOf<F>[]>(
    label,
    { type: "list", max, item: describeFields(fields) },
    z.array(recordSchema(fields)).max(max),
    [],
    rest,
  );
}

/** A fixed record inside an entry, such as a testimonial. */
export function group<F extends Fields>(label: string, fields: F): Field<ValuesOf<F>, false> {
  return field(
    label,
    { type: "group", item: describeFields(fields) },
    recordSchema(fields),
    emptyRecord(fields),
  );
}

/** The same field, carried by lists as well. */
export function inCard<Value>(one: Field<Value>): Field<Value, true> {
  return { ...one, inCard: true };
}

const fileId = z.string().regex(/^[a-z0-9-]{8,64}$/, "Choose a picture of the library");
const entryId = z.string().regex(/^[a-z0-9-]{8,64}$/, "Choose one from the list");

function field<Value>(
  label: string,
  input: FieldInput,
  schema: z.ZodType<Value>,
  empty: Value,
  options: FieldOptions = {},
): Field<Value, false> {
  return {
    label,
    input,
    schema,
    empty,
    inCard: false,
    isFacet: options.facet ?? false,
    hint: options.hint ?? "",
  };
}

function distinct(schema: z.ZodType<string[]>, message: string): z.ZodType<string[]> {
  return schema.refine((values) => new Set(values).size === values.length, message);
}

function isReasonableYear(day: string): boolean {
  const year = Number(day.slice(0, 4));
  return year >= 1900 && year <= 2199;
}
