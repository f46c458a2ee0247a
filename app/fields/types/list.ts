import { z } from "zod";
import {
  defineField,
  describeFields,
  type Field,
  type FieldItem,
  type FieldOptions,
  type Fields,
  filled,
  recordSchema,
  type ValuesOf,
} from "../field.ts";
import {
  answerRecord,
  answerRecordSchema,
  completeRecord,
  draftRecordSchema,
  exportRecord,
  formRecord,
  importRecord,
  partsOfRecord,
  sourcesOfRecord,
  storedRecord,
} from "./records.ts";

export interface ListInput {
  type: "list";
  max: number;
  item: FieldItem;
  /** What a row is called, such as "office"; without it rows are numbered. */
  one?: string;
}

/** An ordered list of small records, such as features or process steps. */
export function list<F extends Fields>(
  label: string,
  fields: F,
  { max = 40, hint, facet, one }: FieldOptions & { one?: string } = {},
): Field<ValuesOf<F>[], false> {
  const described = { type: "list", max, item: describeFields(fields) } as const;
  const input: ListInput = one === undefined ? described : { ...described, one };
  const row = recordSchema(fields);
  return defineField<ListInput, ValuesOf<F>[]>({
    label,
    hint,
    facet,
    input,
    schema: z.array(row).max(max, one === undefined ? undefined : `There may be ${max} of these`),
    empty: [],
    column: "page",
    sources: sourcesOfRecord(fields),
    parts: (value) => rowsOf(value).flatMap((one) => partsOfRecord(fields, one)),
    fillsPage: (value) => rowsOf(value).length > 0,
    fromStored: (value) => rowsOf(value).map((one) => storedRecord(fields, one)),
    formValue: (value) => rowsOf(value).map((one) => formRecord(fields, one)),
    // A row is sent whole: there is none before it that it could be laid over.
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
