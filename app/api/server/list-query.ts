import { z } from "zod";
import { fieldsOfKind, type Kind } from "#app/content/kind.ts";
import type { FieldFilter } from "#app/fields/field.ts";
import { pageKeys } from "./page-of-rows.ts";

/** What a list can be asked for, beside the filters of its kind. */
export interface ListQuery {
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** A field by which the API filters. */
export interface ListFilter extends FieldFilter {
  field: string;
}

export function filtersOf(kind: Kind): ListFilter[] {
  return fieldsOfKind(kind).flatMap(([field, { filter, isFacet }]) => {
    const found = isFacet ? filter(field) : null;
    return found ? [{ ...found, field }] : [];
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
