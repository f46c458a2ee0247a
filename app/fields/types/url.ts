import { z } from "zod";
import { defineField, type Field, type FieldOptions, inCard } from "../field.ts";

export interface UrlInput {
  type: "url";
}

/** A web address, http or https, or empty. */
export function url(label: string): Field<string, true> {
  const input: UrlInput = { type: "url" };
  const address = z
    .url({ protocol: /^https?$/, error: "Give a full web address that starts with https://" })
    .max(2000);
  return inCard(
    defineField({
      label,
      input,
      schema: z.union([z.literal(""), address]),
      empty: "",
      parts: (value) => (typeof value === "string" ? [{ is: "address", address: value }] : []),
      fillsPage: (value) => value !== "",
    }),
  );
}

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
