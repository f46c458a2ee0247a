import { z } from "zod";

/** The schemas that documents refer to by name. */
export const namedSchemas = z.registry<{ id: string }>();

export function namedSchema<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  namedSchemas.add(schema, { id });
  return schema;
}
