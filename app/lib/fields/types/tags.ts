import { z } from "zod";
import { plainText } from "#app/lib/text/plain-text.ts";
import { defineField, distinct, type Field, facetValue, filled, inCard } from "../field.ts";
import { textsOf } from "../texts-of.ts";

/** Free-form words without duplicates. */
export function tags(label: string): Field<string[], true> {
  const tag = plainText({ max: 60 }).pipe(z.string().min(1, "A tag needs a name"));
  return inCard(
    defineField({
      label,
      input: { control: "tags" },
      facet: true,
      schema: distinct(z.array(tag).max(100), "This tag is listed twice"),
      empty: [],
      sources: [{ from: "tags" }],
      parts: (value) => textsOf(value).map((text) => ({ is: "text", text })),
      exportValue: (value) => filled(textsOf(value)),
      draftSchema: () => z.array(z.string()).meta({ title: label }),
      answerSchema: () => z.array(z.string()),
      filter: () => ({ name: "tag", schema: facetValue.describe("One of its tags") }),
    }),
  );
}
