import { z } from "zod";
import { defineField, distinct, type Field, facetValue, filled, inCard } from "../field.ts";
import { entryId, idShape, importEach, importName } from "../ids.ts";
import { textsOf } from "../texts-of.ts";

/** Categories of a taxonomy, by id. */
export function categories(label: string, taxonomy: string): Field<string[], true> {
  return inCard(
    defineField<string[]>({
      label,
      input: { control: "categories", taxonomy },
      facet: true,
      schema: distinct(z.array(entryId).max(100), "This category is listed twice"),
      empty: [],
      sources: [{ from: "categories", taxonomy }],
      parts: (value) => textsOf(value).map((id) => ({ is: "category", taxonomy, id })),
      importValue: (value, path, names) =>
        importEach(value, path, names, (name, at) =>
          importName(name, at, names, {
            find: (one) => names.category(taxonomy, one),
            advice: "give a name from categories.yaml",
          }),
        ),
      exportValue: (value, names) => filled(textsOf(value).flatMap((id) => names.category(id) ?? [])),
      draftSchema: () => z.array(idShape()).meta({ title: label }),
      answerSchema: ({ category }) => z.array(category),
      answerValue: (value, { category }) => textsOf(value).flatMap((id) => category(id) ?? []),
      filter: () => ({
        name: "category",
        taxonomy,
        schema: facetValue.describe("Id or slug of a category"),
      }),
    }),
  );
}
