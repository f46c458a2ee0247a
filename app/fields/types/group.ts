import {
  defineField,
  describeFields,
  emptyRecord,
  type Field,
  type FieldItem,
  type FieldOptions,
  type Fields,
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

export interface GroupInput {
  type: "group";
  item: FieldItem;
}

/** A group says which fields it holds, so that one of them can be found by its path. */
export interface GroupField<F extends Fields = Fields> extends Field<ValuesOf<F>, false> {
  readonly fields: F;
}

/** A fixed record inside another, such as a testimonial. */
export function group<F extends Fields>(
  label: string,
  fields: F,
  { hint }: Pick<FieldOptions, "hint"> = {},
): GroupField<F> {
  const input: GroupInput = { type: "group", item: describeFields(fields) };
  const field = defineField<GroupInput, ValuesOf<F>>({
    label,
    hint,
    input,
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
