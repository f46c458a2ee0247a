import { z } from "zod";
import type { RichText } from "#app/rich-text/schema/document.ts";
import type { DescribedField, FieldInput } from "./inputs.ts";

/** One piece of a value that means something outside of its form. */
export type ValuePart =
  | { is: "text"; text: string }
  | { is: "richText"; doc: RichText }
  | { is: "address"; address: string }
  | { is: "picture"; id: string }
  | { is: "entry"; kind: string; id: string }
  | { is: "category"; taxonomy: string; id: string };

/** What the values of a field are chosen from, where they are not typed. */
export type ValueSource =
  | { from: "entries"; kind: string }
  | { from: "categories"; taxonomy: string }
  | { from: "tags" | "icons" | "pictures" };

/** A public list can be narrowed by the field: what the query key is called, and what it takes. */
export interface FieldFilter {
  name: string;
  /** Where the value is a category: of which taxonomy. */
  taxonomy?: string;
  schema: z.ZodType<string, string>;
}

export type ValuePath = readonly PropertyKey[];

/** Helps to read a value from a file of an import: names become ids, Markdown becomes rich text. */
export interface ImportNames {
  picture(name: string): string | null;
  entry(kind: string, title: string): string | null;
  category(taxonomy: string, name: string): string | null;
  richText(markdown: string, path: ValuePath): RichText;
  /** Takes down that what stands at a path means nothing. */
  note(path: ValuePath, message: string): void;
}

/** The other way round; null for what is not exported. */
export interface ExportNames {
  picture(id: string): string | null;
  entry(id: string): string | null;
  category(id: string): string | null;
  markdown(doc: unknown): string;
}

/** The shapes that the API has for what values point to. */
export interface ApiShapes {
  picture: z.ZodType;
  entry: z.ZodType;
  category: z.ZodType;
  richText: z.ZodType;
  /** A rich text as staff write it. */
  document: z.ZodType;
  markdown: z.ZodType;
}

/** What values point to, as the API answers it; undefined for what the public may not see. */
export interface ApiLookups {
  picture(id: string): unknown;
  entry(kind: string, id: string): unknown;
  category(id: string): unknown;
  richText(doc: RichText): unknown;
}

/** What a type does with the values of its fields. */
export interface FieldBehaviour {
  /** Beside the text that readers see, or among the settings. */
  readonly column: "page" | "side";
  readonly holds: "values" | "pictures" | "richText";
  /** Its pictures are a gallery: the first one stands for an entry without a cover. */
  readonly isGallery: boolean;
  /** It holds rows, some of which may be half filled in. */
  readonly hasRows: boolean;
  readonly sources: readonly ValueSource[];
  /** All pieces of a value, of whatever shape it is: a form may be half done. */
  parts(value: unknown): ValuePart[];
  /** Whether it makes a page worth reading by itself. */
  fillsPage(value: unknown): boolean;
  /** From the database, whichever release stored it: what has been added to the type since is empty. */
  fromStored(value: unknown): unknown;
  /** As its form begins with it. */
  formValue(value: unknown): unknown;
  /** What was sent, laid over what was there. Throws a DomainError that names the path. */
  complete(before: unknown, sent: unknown, path: string): unknown;
  /** From a file of an import; what fits nothing stays as it is, for the schema to refuse. */
  importValue(value: unknown, path: ValuePath, names: ImportNames): unknown;
  /** For a file of an export; undefined for what is empty, so that it is left out. */
  exportValue(value: unknown, names: ExportNames): unknown;
  /** How the API takes it; the field's own schema judges the value. */
  sentSchema(shapes: ApiShapes): z.ZodType;
  /** How the API gives it to staff. */
  draftSchema(shapes: ApiShapes): z.ZodType;
  /** How the API gives it to everybody. */
  answerSchema(shapes: ApiShapes): z.ZodType;
  answerValue(value: unknown, lookups: ApiLookups): unknown;
  filter(name: string): FieldFilter | null;
}

/** One field of a record: how it is checked, stored when empty, drawn, and used. */
export interface Field<Value = unknown, InCard extends boolean = boolean> extends FieldBehaviour {
  readonly label: string;
  readonly hint: string;
  readonly input: FieldInput;
  readonly schema: z.ZodType<Value>;
  readonly empty: Value;
  /** Lists carry this field; long texts stay out so that a list of twenty entries stays light. */
  readonly inCard: InCard;
  /** Entries can be filtered and counted by this field's values. */
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
  /** Characters of a text, or rows of a list. */
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

/** A field of a type; what the type does not say is done as with a plain text. */
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

/** The same field, carried by lists as well. */
export function inCard<Value>(one: Field<Value>): Field<Value, true> {
  return { ...one, inCard: true };
}

/** A strict record of fields: unknown keys are refused, missing ones get their empty value. */
export function recordSchema<F extends Fields>(fields: F): z.ZodType<ValuesOf<F>> {
  return objectSchema(fields) as unknown as z.ZodType<ValuesOf<F>>; // as it says below
}

type ShapeOf<F extends Fields> = { [Name in keyof F]: z.ZodPrefault<F[Name]["schema"]> };

/** The same as an object schema, where its shape matters. */
export function objectSchema<F extends Fields>(fields: F): z.ZodObject<ShapeOf<F>, z.core.$strict> {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.schema.prefault(field.empty as never)]),
  );
  // The shape is built key by key from the very fields that ValuesOf maps.
  return z.strictObject(shape) as unknown as z.ZodObject<ShapeOf<F>, z.core.$strict>;
}

export function emptyRecord<F extends Fields>(fields: F): ValuesOf<F> {
  // Each field's own empty value fills its own key, which is what ValuesOf says.
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.empty]),
  ) as ValuesOf<F>;
}

export function describeFields<F extends Fields>(fields: F): { readonly [Name in keyof F]: DescribedField } {
  // Each field's own description under its own key.
  return Object.fromEntries(
    Object.entries(fields).map(([name, { input, label, hint }]) => [name, { ...input, label, hint }]),
  ) as { readonly [Name in keyof F]: DescribedField };
}

/** A value of a query by which a list is narrowed. */
export const facetValue = z
  .string()
  .max(200, "Use at most 200 characters")
  .refine((text) => !text.includes("\0"), "This holds characters that cannot be shown");

export function filled<Item>(list: Item[]): Item[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** The schema of a list in which nothing stands twice. */
export function distinct(schema: z.ZodType<string[]>, message: string): z.ZodType<string[]> {
  return schema.refine((values) => new Set(values).size === values.length, message);
}

/** What was sent of a list whose order means nothing: where the same values stand in it, as they were stored. */
export function keepOrder(before: unknown, sent: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(sent) || before.length !== sent.length) return sent;
  const values = new Set(sent);
  const isSameSet = new Set(before).size === values.size && before.every((value) => values.has(value));
  return isSameSet && values.size === sent.length ? before : sent;
}
