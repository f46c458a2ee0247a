import { z } from "zod";
import { readCursor } from "#app/content/cursor.ts";
import { fieldsOf, type Kind } from "#app/content/kind.ts";

/** What a list can be asked for, beside the filters of its kind. */
export interface ListQuery {
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** A field by which the API filters, and what the query key for it is called. */
export interface Filter {
  name: string;
  field: string;
  /** Where the value is a category: of which taxonomy. */
  taxonomy?: string;
  schema: z.ZodType<string, string>;
}

export function filtersOf(kind: Kind): Filter[] {
  const value = z
    .string()
    .max(200, "Use at most 200 characters")
    .refine((text) => !text.includes("\0"), "This holds characters that cannot be shown");
  return fieldsOf(kind).flatMap(([field, { input, isFacet }]): Filter[] => {
    if (!isFacet) return [];
    if (input.type === "categories")
      return [
        {
          name: "category",
          field,
          taxonomy: input.taxonomy,
          schema: value.describe("Id or address part of a category"),
        },
      ];
    if (input.type === "tags") return [{ name: "tag", field, schema: value.describe("One of its tags") }];
    if (input.type !== "choice") return [];
    return [
      { name: field, field, schema: z.enum(input.options, `Give one of: ${input.options.join(", ")}`) },
    ];
  });
}

/** The keys a kind's list understands: one filter or a search at a time. */
export function listQuerySchema(kind: Kind) {
  const filters = Object.fromEntries(filtersOf(kind).map(({ name, schema }) => [name, schema.optional()]));
  return z.strictObject({ ...filters, q: words, limit, cursor }).superRefine((query, context) => {
    const choosing = [...Object.keys(filters), "q"].filter((name) => Reflect.get(query, name) !== undefined);
    const complain = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (choosing[1] !== undefined) complain(choosing[1], "Filter by one thing at a time");
    if (query.q !== undefined && query.cursor !== undefined) complain("cursor", "A search has one page only");
  });
}

const words = z
  .string()
  .max(200, "Use at most 200 characters")
  .optional()
  .meta({ description: "Words to look for, by their beginnings; best match first, one page only" });

const limit = z
  .string()
  .regex(/^([1-9]\d?|100)$/, "Give a whole number from 1 to 100")
  .transform(Number)
  .prefault("100")
  .meta({ description: "At most so many, from 1 to 100" });

const cursor = z
  .string()
  .refine((text) => readCursor(text) !== null, "This is no cursor of ours; take the one from the Link header")
  .optional()
  .meta({ description: "Where the page before ended; comes in the Link header" });
