import { z } from "zod";
import { fieldsOfKind, type Kind } from "#app/content/kind.ts";
import type { ApiShapes, Field } from "#app/fields/field.ts";
import { namedSchema } from "../server/route.ts";
import { categoryReferenceSchema, headShape, pictureSchema, referenceSchema } from "./presenter.ts";

/** Fields of a kind that follow the head: those lists carry, or all. */
export function cardFields(kind: Kind): [string, Field][] {
  return entryFields(kind).filter(([, field]) => field.inCard);
}

export function entryFields(kind: Kind): [string, Field][] {
  return fieldsOfKind(kind).filter(([name]) => !inHead.has(name));
}

/** Whether there is text of which the reading time is worth saying. */
export function isRead(kind: Kind): boolean {
  return fieldsOfKind(kind).some(([, { holds }]) => holds === "richText");
}

export function cardListSchema(kind: Kind): z.ZodType {
  const name = capital(kind.name);
  return namedSchema(`${name}List`, z.array(namedSchema(`${name}Card`, shapeOf(kind, cardFields(kind)))));
}

export function entrySchema(kind: Kind): z.ZodType {
  return namedSchema(capital(kind.name), shapeOf(kind, entryFields(kind)));
}

const inHead = new Set(["title", "summary", "cover"]);

function shapeOf(kind: Kind, fields: [string, Field][]): z.ZodType {
  const values = fields.map(([name, field]) => [name, withTitle(field.answerSchema(apiShapes), field.label)]);
  const minutes = z.int().meta({ description: "Reading time" });
  return z.strictObject({
    ...headShape,
    ...(isRead(kind) ? { minutes } : {}),
    ...Object.fromEntries(values),
  });
}

/** A named schema is referred to as it is: a description of its own would make it another. */
function withTitle(schema: z.ZodType, label: string): z.ZodType {
  return schema instanceof z.ZodString ? schema.meta({ ...schema.meta(), title: label }) : schema;
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

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
