import { z } from "zod";
import type { RichText } from "#app/lib/rich-text/schema/document.ts";
import type { DescribedField, FieldInput } from "./inputs.ts";

/** Part of a value that has a meaning outside its form. */
export type ValuePart =
  | { is: "text"; text: string }
  | { is: "richText"; doc: RichText }
  | { is: "address"; address: string }
  | { is: "picture"; id: string }
  | { is: "entry"; kind: string; id: string }
  | { is: "category"; taxonomy: string; id: string };

/** Source of the options of a field that is not typed. */
export type ValueSource =
  | { from: "entries"; kind: string }
  | { from: "categories"; taxonomy: string }
  | { from: "tags" | "icons" | "pictures" };

/** Filter of a public list by this field: the query key and its schema. */
export interface FieldFilter {
  name: string;
  /** Taxonomy, if the value is a category. */
  taxonomy?: string;
  schema: z.ZodType<string, string>;
}

export type ValuePath = readonly PropertyKey[];

/** Converts values of an import file: names to ids, Markdown to rich text. */
export interface ImportNames {
  picture(name: string): string | null;
  entry(kind: string, title: string): string | null;
  category(taxonomy: string, name: string): string | null;
  richText(markdown: string, path: ValuePath): RichText;
  /** Records that the value at a path is unknown. */
  note(path: ValuePath, message: string): void;
}

/** Converts values for an export file; null for values that are not exported. */
export interface ExportNames {
  picture(id: string): string | null;
  entry(id: string): string | null;
  category(id: string): string | null;
  markdown(doc: unknown): string;
}

/** API schemas of referenced values. */
export interface ApiShapes {
  picture: z.ZodType;
  entry: z.ZodType;
  category: z.ZodType;
  richText: z.ZodType;
  /** Rich text as staff write it. */
  document: z.ZodType;
  markdown: z.ZodType;
}

/** API answers for referenced values; undefined for values hidden from the public. */
export interface ApiLookups {
  picture(id: string): unknown;
  entry(kind: string, id: string): unknown;
  category(id: string): unknown;
  richText(doc: RichText): unknown;
}

/** Behaviour of a field type. */
export interface FieldBehaviour {
  /** Column of the form: next to the main text, or among the settings. */
  readonly column: "page" | "side";
  readonly holds: "values" | "pictures" | "richText";
  /** Whether its pictures form a gallery; the first one is the default cover. */
  readonly isGallery: boolean;
  /** Whether it holds rows, some of which may be incomplete. */
  readonly hasRows: boolean;
  readonly sources: readonly ValueSource[];
  /** Parts of a value of any shape, since a form may be incomplete. */
  parts(value: unknown): ValuePart[];
  /** Whether the value alone fills a public page. */
  fillsPage(value: unknown): boolean;
  /** Converts a stored value of any release; parts added to the type since then are empty. */
  fromStored(value: unknown): unknown;
  /** Initial value for the form. */
  formValue(value: unknown): unknown;
  /** Merges a submitted value into the previous one. Throws a DomainError that names the path. */
  complete(before: unknown, sent: unknown, path: string): unknown;
  /** Converts a value of an import file; an unknown value stays unchanged for the schema to reject. */
  importValue(value: unknown, path: ValuePath, names: ImportNames): unknown;
  /** Converts a value for an export file; undefined if it is empty, to leave it out. */
  exportValue(value: unknown, names: ExportNames): unknown;
  /** Schema of API input; the field's own schema validates the value. */
  sentSchema(shapes: ApiShapes): z.ZodType;
  /** Schema of API answers for staff. */
  draftSchema(shapes: ApiShapes): z.ZodType;
  /** Schema of public API answers. */
  answerSchema(shapes: ApiShapes): z.ZodType;
  answerValue(value: unknown, lookups: ApiLookups): unknown;
  filter(name: string): FieldFilter | null;
}

/** Field of a record: its schema, empty value, control and behaviour. */
export interface Field<Value = unknown, InCard extends boolean = boolean> extends FieldBehaviour {
  readonly label: string;
  readonly hint: string;
  readonly input: FieldInput;
  readonly schema: z.ZodType<Value>;
  readonly empty: Value;
  /** Whether lists include this field; long texts are excluded to keep lists small. */
  readonly inCard: InCard;
  /** Whether entries can be filtered and counted by this field's values. */
  readonly isFacet: boolean;
}

export type Fields = Record<string, Field>;
export type ValuesOf<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};
export type CardValuesOf<F extends Fields> = ValuesOf<{
  [Name in keyof F as F[Name]["inCard"] extends true ? Name : never]: F[Name];
}>;

export interface FieldOptions {
  /** Maximum number of characters of a text, or rows of a list. */
  max?: number;
  required?: boolean;
  facet?: boolean;
  hint?: string;
}

export interface FieldDefinition<Value> extends Partial<FieldBehaviour> {
  label: string;
  input: FieldInput;
  schema: z.ZodType<Value>;
  empty: Value;
  hint?: string | undefined;
  facet?: boolean | undefined;
}

/** Field of a type; omitted behaviour is that of plain text. */
export function defineField<Value>({
  hint = "",
  facet = false,
  ...definition
}: FieldDefinition<Value>): Field<Value, false> {
  const { label } = definition;
  const field: Field<Value, false> = {
    column: "side",
    holds: "values",
    isGallery: false,
    hasRows: false,
    sources: [],
    parts: () => [],
    fillsPage: () => false,
    fromStored: (value) => value,
    formValue: (value) => value,
    complete: (_, sent) => sent,
    importValue: (value) => value,
    exportValue: (value) => (value === "" || value === null || value === false ? undefined : value),
    sentSchema: (shapes) => field.draftSchema(shapes),
    draftSchema: () => z.string().meta({ title: label }),
    answerSchema: () => z.string(),
    answerValue: (value) => value,
    filter: () => null,
    ...definition,
    hint,
    inCard: false,
    isFacet: facet,
  };
  return field;
}

/** Copy of the field that lists include. */
export function inCard<Value>(one: Field<Value>): Field<Value, true> {
  return { ...one, inCard: true };
}

/** Strict record of fields: unknown keys are rejected, missing ones get their empty value. */
export function recordSchema<F extends Fields>(fields: F): z.ZodType<ValuesOf<F>> {
  return objectSchema(fields) as unknown as z.ZodType<ValuesOf<F>>; // objectSchema below has the reason
}

type ShapeOf<F extends Fields> = { [Name in keyof F]: z.ZodPrefault<F[Name]["schema"]> };

/** `recordSchema` as an object schema, for callers that need its shape. */
export function objectSchema<F extends Fields>(fields: F): z.ZodObject<ShapeOf<F>, z.core.$strict> {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.schema.prefault(field.empty as never)]),
  );
  // The shape has a key for each field that ValuesOf maps.
  return z.strictObject(shape) as unknown as z.ZodObject<ShapeOf<F>, z.core.$strict>;
}

export function emptyRecord<F extends Fields>(fields: F): ValuesOf<F> {
  // Each field fills its own key with its empty value, as ValuesOf declares.
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.empty]),
  ) as ValuesOf<F>;
}

export function describeFields<F extends Fields>(fields: F): { readonly [Name in keyof F]: DescribedField } {
  // Each key holds the description of its own field.
  return Object.fromEntries(
    Object.entries(fields).map(([name, { input, label, hint }]) => [name, { ...input, label, hint }]),
  ) as { readonly [Name in keyof F]: DescribedField };
}

/** Query value that filters a list. */
export const facetValue = z
  .string()
  .max(200, "Use at most 200 characters")
  .refine((text) => !text.includes("\0"), "This holds characters that cannot be shown");

export function filled<Item>(list: Item[]): Item[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Schema of a list without duplicates. */
export function distinct(schema: z.ZodType<string[]>, message: string): z.ZodType<string[]> {
  return schema.refine((values) => new Set(values).size === values.length, message);
}

/** Submitted list, in the stored order if it has the same values; for lists without a meaningful order. */
export function keepOrder(before: unknown, sent: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(sent) || before.length !== sent.length) return sent;
  const values = new Set(sent);
  const isSameSet = new Set(before).size === values.size && before.every((value) => values.has(value));
  return isSameSet && values.size === sent.length ? before : sent;
}
