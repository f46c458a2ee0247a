import { z } from "zod";
import { plainText } from "#app/text/plain-text.ts";
import { defineField, type Field, filled } from "../field.ts";
import { textsOf } from "../texts-of.ts";

export interface LinesInput {
  type: "lines";
  max: number;
}

/** Short texts, one a line, at most so many. */
export function lines(label: string, { max, hint }: { max: number; hint?: string }): Field<string[], false> {
  const input: LinesInput = { type: "lines", max };
  return defineField<LinesInput, string[]>({
    label,
    hint,
    input,
    schema: z.array(plainText({ max: 80 }).prefault("")).max(max, `Write at most ${max} lines`),
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
