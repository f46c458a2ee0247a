import { z } from "zod";
import {
  type ApiLookups,
  type ApiShapes,
  defineField,
  describeFields,
  type ExportNames,
  emptyRecord,
  type Field,
  type FieldOptions,
  type Fields,
  filled,
  type ImportNames,
  recordSchema,
  type ValuePart,
  type ValuePath,
  type ValueSource,
  type ValuesOf,
} from "../field.ts";

/** Group field that exposes its fields, so that a nested field can be found by path. */
export interface GroupField<F extends Fields = Fields> extends Field<ValuesOf<F>, false> {
  readonly fields: F;
}

/** Fixed record inside another, such as a testimonial. */
export function group<F extends Fields>(
  label: string,
  fields: F,
  { hint }: Pick<FieldOptions, "hint"> = {},
): GroupField<F> {
  const field = defineField<ValuesOf<F>>({
    label,
    hint,
    input: { control: "group", item: describeFields(fields) },
    schema: recordSchema(fields),
    empty: emptyRecord(fields),
    column: "page",
    sources: sourcesOfRecord(fields),
    parts: (value) => partsOfRecord(fields, value),
    fromStored: (value) => storedRecord(fields, value),
    formValue: (value) => formRecord(fields, value),
    complete: (before, sent, path) => completeRecord(fields, before, sent, path),
    importValue: (value, path, names) => importRecord(fields, value, path, names),
    exportValue: (value, names) => {
      const parts = exportRecord(fields, value, names);
      return Object.keys(parts).length > 0 ? parts : undefined;
    },
    draftSchema: (shapes) => draftRecordSchema(fields, shapes).meta({ title: label }),
    answerSchema: (shapes) => answerRecordSchema(fields, shapes),
    answerValue: (value, lookups) => answerRecord(fields, value, lookups),
  });
  return { ...field, fields };
}

export function isGroup(field: Field): field is GroupField {
  return "fields" in field;
}

/** Ordered list of small records, such as features or process steps. */
export function list<F extends Fields>(
  label: string,
  fields: F,
  { max = 40, hint, facet, one, row = "row" }: FieldOptions & { one?: string; row?: string } = {},
): Field<ValuesOf<F>[], false> {
  const schema = recordSchema(fields);
  return defineField<ValuesOf<F>[]>({
    label,
    hint,
    facet,
    input: { control: "list", max, item: describeFields(fields), one, row },
    schema: z.array(schema).max(max, one === undefined ? undefined : `Enter at most ${max} of these`),
    empty: [],
    column: "page",
    hasRows: true,
    sources: sourcesOfRecord(fields),
    parts: (value) => rowsOf(value).flatMap((one) => partsOfRecord(fields, one)),
    fillsPage: (value) => rowsOf(value).length > 0,
    fromStored: (value) => rowsOf(value).map((one) => storedRecord(fields, one)),
    formValue: (value) => rowsOf(value).map((one) => formRecord(fields, one)),
    // A row is submitted whole, so it has no previous value to merge with.
    complete: (_, sent, path) =>
      Array.isArray(sent)
        ? sent.map((one, at) => completeRecord(fields, undefined, one, `${path}.${at}`))
        : sent,
    importValue: (value, path, names) =>
      Array.isArray(value) ? value.map((one, at) => importRecord(fields, one, [...path, at], names)) : value,
    exportValue: (value, names) => filled(rowsOf(value).map((one) => exportRecord(fields, one, names))),
    draftSchema: (shapes) => z.array(draftRecordSchema(fields, shapes)).max(max).meta({ title: label }),
    answerSchema: (shapes) => z.array(answerRecordSchema(fields, shapes)),
    answerValue: (value, lookups) => rowsOf(value).map((one) => answerRecord(fields, one, lookups)),
  });
}

function rowsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

// Behaviour of groups and rows, delegated to each part's own field.

export function partsOfRecord(fields: Fields, record: unknown): ValuePart[] {
  return Object.entries(fields).flatMap(([name, field]) => field.parts(partOf(record, name)));
}

function sourcesOfRecord(fields: Fields): ValueSource[] {
  return Object.values(fields).flatMap(({ sources }) => sources);
}

export function formRecord(fields: Fields, record: unknown): Record<string, unknown> {
  return mapFields(fields, (field, name) => field.formValue(partOf(record, name)));
}

/** Merges a submitted record into the previous one; parts that were not submitted stay unchanged. */
export function completeRecord(fields: Fields, before: unknown, sent: unknown, path: string): unknown {
  if (!isPlainRecord(sent)) return sent;
  const parts = Object.entries(sent).map(([name, part]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, field ? field.complete(partOf(before, name), part, `${path}.${name}`) : part];
  });
  return { ...(isPlainRecord(before) ? before : {}), ...Object.fromEntries(parts) };
}

export function importRecord(fields: Fields, value: unknown, path: ValuePath, names: ImportNames): unknown {
  if (!isPlainRecord(value)) return value;
  const parts = Object.entries(value).map(([name, part]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, field ? field.importValue(part, [...path, name], names) : part];
  });
  return Object.fromEntries(parts);
}

/** Export values of the parts that are not empty. */
export function exportRecord(fields: Fields, value: unknown, names: ExportNames): Record<string, unknown> {
  const parts = Object.entries(fields).map(
    ([name, field]) =>
      [name, isPlainRecord(value) ? field.exportValue(value[name], names) : undefined] as const,
  );
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}

function draftRecordSchema(fields: Fields, shapes: ApiShapes): z.ZodType {
  return z.strictObject(mapFields(fields, (field) => field.draftSchema(shapes)));
}

function answerRecordSchema(fields: Fields, shapes: ApiShapes): z.ZodType {
  return z.strictObject(mapFields(fields, (field) => field.answerSchema(shapes)));
}

function answerRecord(fields: Fields, value: unknown, lookups: ApiLookups): Record<string, unknown> {
  return mapFields(fields, (field, name) => field.answerValue(partOf(value, name), lookups));
}

export function isPlainRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function partOf(record: unknown, name: string): unknown {
  return isPlainRecord(record) ? record[name] : undefined;
}

function mapFields<Value>(
  fields: Fields,
  map: (field: Fields[string], name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field, name)]));
}

/** Stored record adapted to the current fields: new ones are empty, removed ones are left out. */
export function storedRecord(fields: Fields, record: unknown): Record<string, unknown> {
  return mapFields(fields, (field, name) => {
    const stored = partOf(record, name);
    return stored === undefined ? field.empty : field.fromStored(stored);
  });
}
