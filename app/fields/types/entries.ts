import { z } from "zod";
import { defineField, distinct, type Field, filled } from "../field.ts";
import { textsOf } from "../texts-of.ts";
import { importEntry } from "./entry.ts";
import { entryId, idShape, importEach } from "./ids.ts";

export interface EntriesInput {
  type: "entries";
  kind: string;
}

/** Entries of another kind, by id, in order. */
export function entries(label: string, kind: string): Field<string[], false> {
  const input: EntriesInput = { type: "entries", kind };
  return defineField<EntriesInput, string[]>({
    label,
    input,
    schema: distinct(z.array(entryId).max(30), "The same entry stands here twice"),
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
