import { z } from "zod";
import { defineField, type Field, inCard } from "../field.ts";

export interface IconInput {
  type: "icon";
}

/** The name of an icon of the curated set; empty for none. */
export function icon(label: string): Field<string, true> {
  const input: IconInput = { type: "icon" };
  return inCard(
    defineField({
      label,
      input,
      schema: z.string().regex(/^[a-z0-9-]{0,40}$/, "Choose an icon from the list"),
      empty: "",
      sources: [{ from: "icons" }],
    }),
  );
}
