import { z } from "zod";
import { fieldsOfKind, type Kind } from "#app/content/kind.ts";
import type { Field } from "#app/fields/field.ts";
import { namedSchema } from "../server/named-schemas.ts";
import { apiShapes } from "./field-values.ts";
import { headShape } from "./presenter.ts";

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
