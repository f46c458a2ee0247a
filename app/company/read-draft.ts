import {
  type DraftRecord,
  emptyDraftRecord,
  type SettingFormField,
  type SettingsDraft,
} from "./form-field.ts";

/** Values of a sent form by their names, such as "offices.0.city". */
export type SentValues = Readonly<Record<string, string>>;

const mostRows = 100;

/** What a form sent, as the draft it shows again; `fields` carry their whole paths. */
export function readSettingsDraft(fields: readonly SettingFormField[], sent: SentValues): DraftRecord {
  return Object.fromEntries(fields.map((field) => [field.name, readOne(field, sent, field.name)]));
}

function readOne({ input }: SettingFormField, sent: SentValues, path: string): SettingsDraft {
  if (input.type === "flag") return Object.hasOwn(sent, path);
  if (input.type === "order") return rowsAt(sent, path).map((at) => sent[`${path}.${at}`] ?? "");
  if (input.type === "group") return readRecord(input.fields, sent, path);
  if (input.type === "list")
    return rowsAt(sent, path)
      .map((at) => readRecord(input.fields, sent, `${path}.${at}`))
      .filter((row) => JSON.stringify(row) !== JSON.stringify(emptyDraftRecord(input.fields)));
  return Object.hasOwn(sent, path) ? (sent[path] ?? "").replace(/\r\n?/g, "\n") : "";
}

function readRecord(fields: readonly SettingFormField[], sent: SentValues, path: string): DraftRecord {
  return Object.fromEntries(
    fields.map((field) => [field.name, readOne(field, sent, `${path}.${field.name}`)]),
  );
}

/** Numbers of the rows that were sent, in their order. */
function rowsAt(sent: SentValues, path: string): number[] {
  const beginning = `${path}.`;
  const numbers = Object.keys(sent).flatMap((name) => {
    const [, number] = name.startsWith(beginning)
      ? (/^(\d{1,3})(?:\.|$)/.exec(name.slice(beginning.length)) ?? [])
      : [];
    return number === undefined ? [] : [Number(number)];
  });
  return [...new Set(numbers)].toSorted((one, other) => one - other).slice(0, mostRows);
}
