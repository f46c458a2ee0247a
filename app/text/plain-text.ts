import { z } from "zod";
import { normalizeText } from "./normalize.ts";

/**
 * Text as a person types it: NFC, ends trimmed, no control characters, no halves of a character.
 * Joiners (U+200C, U+200D) stay: Bangla conjuncts need them. Direction overrides go, since they can dress one word as another.
 */
export function plainText({
  max,
  lines = false,
}: {
  max: number;
  lines?: boolean;
}): z.ZodType<string, string> {
  return z
    .string("Write this as text")
    .refine((value) => value.isWellFormed(), "This text holds a broken character")
    .transform((value) => clean(value, lines))
    .refine(
      (value) => !(lines ? controlInText : controlInLine).test(value),
      "This text holds characters that cannot be shown",
    )
    .refine(
      (value) => value.length <= max,
      `Use at most ${max.toLocaleString("en")} characters`,
    ) as unknown as z.ZodType<string, string>;
}

/** Whether anything visible is left: spaces of every kind, joiners and marks without a letter do not count. */
export function isBlank(value: string): boolean {
  return value.replace(/[\s\p{Cf}\u200b\u2060\ufeff\u3164\u00ad]/gu, "") === "";
}

const controlInLine = /[\p{Cc}]/u;
const controlInText = /[^\P{Cc}\n\t]/u;
const overrides = /[\u202a-\u202e\u2066-\u2069\ufeff]/g;

function clean(value: string, lines: boolean): string {
  const text = normalizeText(value).replace(overrides, "").replace(/\r\n?/g, "\n");
  const whole = lines ? text : text.replace(/[\n\t\u2028\u2029]+/g, " ");
  return isBlank(whole) ? "" : whole.trim();
}
