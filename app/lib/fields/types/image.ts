import { z } from "zod";
import { defineField, type Field, type FieldOptions, filled, inCard } from "../field.ts";
import { fileId, idShape, importEach, importPicture } from "../ids.ts";
import { textsOf } from "../texts-of.ts";

/** Library picture, by file id. */
export function image(label: string, { hint }: Pick<FieldOptions, "hint"> = {}): Field<string | null, true> {
  return inCard(
    defineField<string | null>({
      label,
      hint,
      input: { control: "image" },
      schema: fileId.nullable(),
      empty: null,
      holds: "pictures",
      sources: [{ from: "pictures" }],
      parts: (value) => textsOf(value).map((id) => ({ is: "picture", id })),
      importValue: (value, path, names) => (value === "" ? null : importPicture(value, path, names)),
      exportValue: (value, names) =>
        typeof value === "string" ? (names.picture(value) ?? undefined) : undefined,
      draftSchema: () => idShape().nullable().meta({ title: label }),
      answerSchema: ({ picture }) => picture.nullable(),
      answerValue: (value, { picture }) => textsOf(value).flatMap((id) => picture(id) ?? [])[0] ?? null,
    }),
  );
}

/** Ordered library pictures. */
export function images(label: string): Field<string[], false> {
  return defineField<string[]>({
    label,
    input: { control: "images" },
    schema: z.array(fileId).max(60),
    empty: [],
    column: "page",
    holds: "pictures",
    isGallery: true,
    sources: [{ from: "pictures" }],
    parts: (value) => textsOf(value).map((id) => ({ is: "picture", id })),
    fillsPage: (value) => Array.isArray(value) && value.length > 0,
    importValue: (value, path, names) => importEach(value, path, names, importPicture),
    exportValue: (value, names) => filled(textsOf(value).flatMap((id) => names.picture(id) ?? [])),
    draftSchema: () => z.array(idShape()).meta({ title: label }),
    answerSchema: ({ picture }) => z.array(picture),
    answerValue: (value, { picture }) => textsOf(value).flatMap((id) => picture(id) ?? []),
  });
}
