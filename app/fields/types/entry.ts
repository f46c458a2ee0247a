import {
  defineField,
  type Field,
  type FieldOptions,
  type ImportNames,
  inCard,
  type ValuePath,
} from "../field.ts";
import { textsOf } from "../texts-of.ts";
import { entryId, idShape, importName } from "./ids.ts";

export interface EntryInput {
  type: "entry";
  kind: string;
}

/** One entry of another kind, by its id. */
export function entry(
  label: string,
  kind: string,
  { facet, hint }: Pick<FieldOptions, "facet" | "hint"> = {},
): Field<string | null, true> {
  const input: EntryInput = { type: "entry", kind };
  return inCard(
    defineField<EntryInput, string | null>({
      label,
      hint,
      facet,
      input,
      schema: entryId.nullable(),
      empty: null,
      sources: [{ from: "entries", kind }],
      parts: (value) => textsOf(value).map((id) => ({ is: "entry", kind, id })),
      importValue: (value, path, names) => (value === "" ? null : importEntry(kind, value, path, names)),
      exportValue: (value, names) =>
        typeof value === "string" ? (names.entry(value) ?? undefined) : undefined,
      draftSchema: () => idShape().nullable().meta({ title: label }),
      answerSchema: ({ entry: shape }) => shape.nullable(),
      answerValue: (value, lookups) =>
        textsOf(value).flatMap((id) => lookups.entry(kind, id) ?? [])[0] ?? null,
    }),
  );
}

/** The id of an entry that an import names by its title. */
export function importEntry(kind: string, title: unknown, path: ValuePath, names: ImportNames): unknown {
  return importName(title, path, names, {
    find: (name) => names.entry(kind, name),
    advice: `give the title of a ${kind}`,
  });
}
