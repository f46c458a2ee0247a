import { z } from "zod";
import type { FieldInput, FieldItem } from "#app/fields/field.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import { namedSchema } from "../server/named-schemas.ts";
import type { Lookups } from "./lookups.ts";
import {
  categoryReferenceSchema,
  pictureSchema,
  presentCategoryReference,
  presentPicture,
  presentReference,
  referenceSchema,
} from "./presenter.ts";

const richTextAnswerSchema = namedSchema(
  "RichText",
  z.strictObject({
    json: z
      .looseObject({ type: z.literal("doc"), content: z.array(z.unknown()) })
      .meta({ description: "A Tiptap document" }),
    html: z.string().meta({ description: "The same as HTML that is safe to show, its addresses in full" }),
  }),
);

/** The form in which a field of an entry leaves. */
export function fieldAnswerSchema(input: FieldInput): z.ZodType {
  switch (input.type) {
    case "flag":
      return z.boolean();
    case "tags":
      return z.array(z.string());
    case "choice":
      return z.enum(input.options);
    case "date":
      return z.string().meta({ description: "YYYY-MM-DD, or empty" });
    case "image":
      return pictureSchema.nullable();
    case "images":
      return z.array(pictureSchema);
    case "richText":
      return richTextAnswerSchema;
    case "entry":
      return referenceSchema.nullable();
    case "entries":
      return z.array(referenceSchema);
    case "categories":
      return z.array(categoryReferenceSchema);
    case "group":
      return itemSchema(input.item);
    case "list":
      return z.array(itemSchema(input.item));
    default:
      return z.string();
  }
}

/** A field's value in that form. What it points to and the public may not see is left out. */
export function presentField(input: FieldInput, value: unknown, lookups: Lookups): unknown {
  switch (input.type) {
    case "image":
      return presentPictures([value], lookups)[0] ?? null;
    case "images":
      return presentPictures(value, lookups);
    case "richText":
      // A field drawn as rich text holds rich text.
      return { json: value, html: lookups.html(value as RichText) };
    case "entry":
      return presentEntries(input.kind, [value], lookups)[0] ?? null;
    case "entries":
      return presentEntries(input.kind, value, lookups);
    case "categories":
      return idsIn(value)
        .flatMap((id) => lookups.category(id) ?? [])
        .map(presentCategoryReference);
    case "group":
      return presentItem(input.item, value, lookups);
    case "list":
      return Array.isArray(value) ? value.map((one) => presentItem(input.item, one, lookups)) : [];
    default:
      return value;
  }
}

/** Ids a field holds: one, several, or none. */
export function idsIn(value: unknown): string[] {
  return [value].flat().filter((one): one is string => typeof one === "string" && one !== "");
}

function itemSchema(item: FieldItem): z.ZodType {
  return z.strictObject(mapItem(item, (input) => fieldAnswerSchema(input)));
}

function presentItem(item: FieldItem, value: unknown, lookups: Lookups): unknown {
  return mapItem(item, (input, name) => presentField(input, Reflect.get(Object(value), name), lookups));
}

function mapItem<Value>(
  item: FieldItem,
  map: (input: FieldInput, name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(item).map(([name, input]) => [name, map(input, name)]));
}

function presentPictures(ids: unknown, { picture, site }: Lookups) {
  return idsIn(ids)
    .flatMap((id) => picture(id) ?? [])
    .map((one) => presentPicture(one, site));
}

function presentEntries(kindName: string, ids: unknown, { entry, site }: Lookups) {
  return idsIn(ids).flatMap((id) => {
    const found = entry(kindName, id);
    return found ? [presentReference(found.kind, found.card, site)] : [];
  });
}
