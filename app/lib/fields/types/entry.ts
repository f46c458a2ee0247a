import { z } from "zod";
import {
  defineField,
  distinct,
  type Field,
  type FieldOptions,
  filled,
  type ImportNames,
  inCard,
  type ValuePath,
} from "../field.ts";
import { entryId, idShape, importEach, importName } from "../ids.ts";
import { textsOf } from "../texts-of.ts";

/** One entry of another kind, by id. */
export function entry(
  label: string,
  kind: string,
  { facet, hint }: Pick<FieldOptions, "facet" | "hint"> = {},
): Field<string | null, true> {
  return inCard(
    defineField<string | null>({
      label,
      hint,
      facet,
      input: { control: "entry", kind },
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

/** Id of the entry that an import names by title. */
function importEntry(kind: string, title: unknown, path: ValuePath, names: ImportNames): unknown {
  return importName(title, path, names, {
    find: (name) => names.entry(kind, name),
    advice: `give the title of a ${kind}`,
  });
}

/** Ordered entries of another kind, by id. */
export function entries(label: string, kind: string): Field<string[], false> {
  return defineField<string[]>({
    label,
    input: { control: "entries", kind },
    schema: distinct(z.array(entryId).max(30), "This entry is listed twice"),
    empty: [],
    column: "page",
    sources: [{ from: "entries", kind }],
    parts: (value) => textsOf(value).map((id) => ({ is: "entry", kind, id })),
    importValue: (value, path, names) =>
      importEach(value, path, names, (title, at) => importEntry(kind, title, at, names)),
    exportValue: (value, names) => filled(textsOf(value).flatMap((id) => names.entry(id) ?? [])),
    draftSchema: () => z.array(idShape()).meta({ title: label }),
    answerSchema: ({ entry }) => z.array(entry),
    answerValue: (value, lookups) => textsOf(value).flatMap((id) => lookups.entry(kind, id) ?? []),
  });
}
