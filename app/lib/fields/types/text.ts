import { z } from "zod";
import { plainText } from "#app/lib/text/plain-text.ts";
import { defineField, type Field, type FieldOptions, filled, inCard } from "../field.ts";
import { textsOf } from "../texts-of.ts";

/** Plain text of several paragraphs, at most `max` characters (default 2,000). */
export function text(label: string, { max = 2000, hint, facet }: FieldOptions = {}): Field<string, false> {
  return defineField({
    label,
    hint,
    facet,
    input: { control: "text", max },
    schema: plainText({ max, lines: true }),
    empty: "",
    column: "page",
    parts: (value) => textsOf(value).map((words) => ({ is: "text", text: words })),
    draftSchema: () => z.string().max(max).meta({ title: label }),
  });
}

/** Single line of text, at most `max` characters (default 200). */
export function line(
  label: string,
  { max = 200, required = false, hint, facet }: FieldOptions = {},
): Field<string, true> {
  const schema = plainText({ max });
  return inCard(
    defineField({
      label,
      hint,
      facet,
      input: { control: "line", max, isRequired: required },
      schema: required ? schema.pipe(z.string().min(1, `${label} is needed`)) : schema,
      empty: "",
      parts: (value) => textsOf(value).map((text) => ({ is: "text", text })),
      draftSchema: () => z.string().max(max).meta({ title: label }),
    }),
  );
}

/** URL segment of an entry, such as `spring-offer`, or empty. */
export function slug(label: string, { hint }: Pick<FieldOptions, "hint"> = {}): Field<string, false> {
  const max = 120;
  const schema = plainText({ max }).pipe(z.string().regex(/^[^/?#%]*$/, "Leave out / ? # and %"));
  return defineField({
    label,
    hint,
    input: { control: "line", max, isRequired: false },
    schema,
    empty: "",
    parts: () => [],
    draftSchema: () => z.string().max(max).meta({ title: label }),
  });
}

interface LinesOptions {
  /** Maximum number of lines. */
  max: number;
  /** Maximum number of characters in a line. */
  maxLine?: number;
  /** Number of visible lines. */
  rows?: number;
  hint?: string;
}

/** Short texts, one per line, at most `max` lines. */
export function lines(
  label: string,
  { max, maxLine = 80, rows = max, hint }: LinesOptions,
): Field<string[], false> {
  return defineField<string[]>({
    label,
    hint,
    input: { control: "textarea", attributes: { rows, dir: "auto" } },
    schema: z.array(plainText({ max: maxLine }).prefault("")).max(max, `Write at most ${max} lines`),
    empty: [],
    formValue: (value) => (Array.isArray(value) ? value.join("\n") : ""),
    complete: (_, sent) =>
      Array.isArray(sent)
        ? sent
        : String(sent ?? "")
            .split("\n")
            .filter((one) => one.trim() !== ""),
    parts: (value) => textsOf(value).map((text) => ({ is: "text", text })),
    exportValue: (value) => filled(textsOf(value)),
    draftSchema: () => z.array(z.string()).max(max).meta({ title: label }),
    answerSchema: () => z.array(z.string()),
  });
}
