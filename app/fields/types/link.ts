import { z } from "zod";
import { defineField, type Field, type FieldOptions } from "../field.ts";

export interface LinkInput {
  type: "link";
}

/** A full web address, or a path of this site; or empty. */
export function linkTarget(label: string, { hint }: Pick<FieldOptions, "hint"> = {}): Field<string, false> {
  const input: LinkInput = { type: "link" };
  const address = z
    .string()
    .regex(
      /^(https?:\/\/[^\s/\\?#]|\/(?![/\\]))[^\s\\]*$/,
      "Give a full web address, or one of this site that starts with /",
    );
  return defineField({ label, hint, input, schema: z.union([z.literal(""), address]), empty: "" });
}
