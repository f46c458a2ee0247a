import { z } from "zod";
import type {
  ApiLookups,
  ApiShapes,
  ExportNames,
  Fields,
  ImportNames,
  ValuePart,
  ValuePath,
  ValueSource,
} from "../field.ts";

/** What groups and the rows of lists do with their parts: each asks its own field. */

export function partsOfRecord(fields: Fields, record: unknown): ValuePart[] {
  return Object.entries(fields).flatMap(([name, field]) => field.parts(partOf(record, name)));
}

export function sourcesOfRecord(fields: Fields): ValueSource[] {
  return Object.values(fields).flatMap(({ sources }) => sources);
}

export function formRecord(fields: Fields, record: unknown): Record<string, unknown> {
  return mapFields(fields, (field, name) => field.formValue(partOf(record, name)));
}

/** What was sent, laid over what was there: a part that was not sent stays as it is. */
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

/** The parts that are not empty. */
export function exportRecord(fields: Fields, value: unknown, names: ExportNames): Record<string, unknown> {
  const parts = Object.entries(fields).map(
    ([name, field]) =>
      [name, isPlainRecord(value) ? field.exportValue(value[name], names) : undefined] as const,
  );
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}

export function draftRecordSchema(fields: Fields, shapes: ApiShapes): z.ZodType {
  return z.strictObject(mapFields(fields, (field) => field.draftSchema(shapes)));
}

export function answerRecordSchema(fields: Fields, shapes: ApiShapes): z.ZodType {
  return z.strictObject(mapFields(fields, (field) => field.answerSchema(shapes)));
}

export function answerRecord(fields: Fields, value: unknown, lookups: ApiLookups): Record<string, unknown> {
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

/** A record as it was stored: fields that it has got since are empty, former ones are left out. */
export function storedRecord(fields: Fields, record: unknown): Record<string, unknown> {
  return mapFields(fields, (field, name) => {
    const stored = partOf(record, name);
    return stored === undefined ? field.empty : field.fromStored(stored);
  });
}
