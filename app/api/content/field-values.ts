import { z } from "zod";
import type { ApiShapes } from "#app/fields/field.ts";
import { namedSchema } from "../server/named-schemas.ts";
import { categoryReferenceSchema, pictureSchema, referenceSchema } from "./presenter.ts";

const richText = namedSchema(
  "RichText",
  z.strictObject({
    json: z
      .looseObject({ type: z.literal("doc"), content: z.array(z.unknown()) })
      .meta({ description: "A Tiptap document" }),
    html: z.string().meta({ description: "The same as HTML that is safe to show, its addresses in full" }),
  }),
);

const document = namedSchema(
  "Document",
  z.looseObject({ type: z.literal("doc"), content: z.array(z.unknown()) }).meta({
    description: "A Tiptap document of headings, paragraphs, lists, quotes, code, tables, pictures and films",
  }),
);

const markdown = namedSchema(
  "Markdown",
  z.strictObject({
    markdown: z.string().meta({ description: "A picture is named by its id: ![Alt text](id)" }),
  }),
);

/** The forms in which what fields point to leaves, and in which texts come. */
export const apiShapes: ApiShapes = {
  picture: pictureSchema,
  entry: referenceSchema,
  category: categoryReferenceSchema,
  richText,
  document,
  markdown,
};
