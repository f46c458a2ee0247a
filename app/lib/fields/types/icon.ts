import { z } from "zod";
import { defineField, type Field, inCard } from "../field.ts";

/** Name of a curated icon, or empty. */
export function icon(label: string): Field<string, true> {
  return inCard(
    defineField({
      label,
      input: { control: "icon" },
      schema: z.string().regex(/^[a-z0-9-]{0,40}$/, "Choose an icon from the list"),
      empty: "",
      sources: [{ from: "icons" }],
    }),
  );
}
