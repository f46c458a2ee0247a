import { z } from "zod";
import { fieldsOfKind, type Kind } from "#app/content/kind.ts";
import { pageKeys } from "./page-of-rows.ts";

/** What a list can be asked for, beside the filters of its kind. */
export interface ListQuery {
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** A field by which the API filters, and what the query key for it is called. */
export interface ListFilter {
  name: string;
  field: string;
  /** Where the value is a category: of which taxonomy. */
  taxonomy?: string;
  schema: z.ZodType<string, string>;
}

export function filtersOf(kind: Kind): ListFilter[] {
  const value = z
    .string()
    .max(200, "Use at most 200 characters")
    .refine((text) => !text.includes("\0"), "This holds characters that cannot be shown");
  return fieldsOfKind(kind).flatMap(([field, { input, isFacet }]): ListFilter[] => {
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
  return z
    .strictObject({ ...filters, q: words, ...pageKeys({ limit: 100, cursorFrom: "Link header" }) })
    .superRefine((query, context) => {
      const choosing = [...Object.keys(filters), "q"].filter(
        (name) => Reflect.get(query, name) !== undefined,
      );
      const complain = (name: string, message: string) =>
        context.addIssue({ code: "custom", path: [name], message });
      if (choosing[1] !== undefined) complain(choosing[1], "Filter by one thing at a time");
      if (query.q !== undefined && query.cursor !== undefined)
        complain("cursor", "A search has one page only");
    });
}

const words = z
  .string()
  .max(200, "Use at most 200 characters")
  .optional()
  .meta({ description: "Words to look for, by their beginnings; best match first, one page only" });
