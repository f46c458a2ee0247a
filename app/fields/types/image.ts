import { defineField, type Field, type FieldOptions, inCard } from "../field.ts";
import { textsOf } from "../texts-of.ts";
import { fileId, idShape, importPicture } from "./ids.ts";

export interface ImageInput {
  type: "image";
}

/** A picture of the library, by its file id. */
export function image(label: string, { hint }: Pick<FieldOptions, "hint"> = {}): Field<string | null, true> {
  const input: ImageInput = { type: "image" };
  return inCard(
    defineField<ImageInput, string | null>({
      label,
      hint,
      input,
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
