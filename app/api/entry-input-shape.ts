import { z } from "zod";
import type { FieldInput, FieldItem } from "#app/content/field.ts";
import { fieldsOf, type Kind } from "#app/content/kind.ts";
import { named } from "./named-schemas.ts";

/** What may be sent of an entry, for describing and for refusing unknown keys; the kind's own schema judges the values. */
export function entryInputSchema(kind: Kind): z.ZodObject {
  const shape = fieldsOf(kind).map(([name, { input, label }]) => [
    name,
    inputSchema(input, label).optional(),
  ]);
  return z.strictObject(Object.fromEntries(shape));
}

/** The same fields as staff read them back: what is not changed can be sent again as it came. */
export function entryDataSchema(kind: Kind): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(fieldsOf(kind).map(([name, { input, label }]) => [name, dataSchema(input, label)])),
  );
}

const documentSchema = named(
  "Document",
  z.looseObject({ type: z.literal("doc"), content: z.array(z.unknown()) }).meta({
    description: "A Tiptap document of headings, paragraphs, lists, quotes, code, tables, pictures and films",
  }),
);

const markdownSchema = named(
  "Markdown",
  z.strictObject({
    markdown: z.string().meta({ description: "A picture is named by its id: ![Alt text](id)" }),
  }),
);

function inputSchema(input: FieldInput, label: string): z.ZodType {
  return input.type === "richText" ? z.union([documentSchema, markdownSchema]) : dataSchema(input, label);
}

function dataSchema(input: FieldInput, title: string): z.ZodType {
  const id = z.string().meta({ description: "An id" });
  switch (input.type) {
    case "line":
    case "text":
      return z.string().max(input.max).meta({ title });
    case "flag":
      return z.boolean().meta({ title });
    case "choice":
      return z.enum(input.options).meta({ title });
    case "image":
    case "entry":
      return id.nullable().meta({ title });
    case "images":
    case "entries":
    case "categories":
      return z.array(id).meta({ title });
    case "tags":
      return z.array(z.string()).meta({ title });
    case "richText":
      return documentSchema;
    case "group":
      return itemSchema(input.item).meta({ title });
    case "list":
      return z.array(itemSchema(input.item)).max(input.max).meta({ title });
    default:
      return z.string().meta({ title });
  }
}

function itemSchema(item: FieldItem): z.ZodObject {
  const shape = Object.entries(item).map(([name, input]) => [name, dataSchema(input, input.label)]);
  return z.strictObject(Object.fromEntries(shape));
}
