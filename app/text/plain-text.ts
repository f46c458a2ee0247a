import { z } from "zod";
import { shorten } from "./cut.ts";
import { normalizeText } from "./normalize.ts";
import { cleanSingleLine, dropInvisible, isBlank } from "./single-line.ts";

/** What a schema says of a value that is no text. An import recognises it by this, and adds what holds for its files. */
export const textExpected = "Write this as text";

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
    .string(textExpected)
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

const controlInLine = /[\p{Cc}]/u;
const controlInText = /[^\P{Cc}\n\t]/u;

function clean(value: string, lines: boolean): string {
  if (!lines) return cleanSingleLine(value);
  const text = normalizeText(value).replace(overrides, "").replace(/\r\n?/g, "\n");
  return isBlank(text) ? "" : text.trim();
}

const overrides = /[\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Text of others' fit for one line of ours: no line ends, control characters or turned direction, and not too long. */
export function oneLine(value: string, max: number): string {
  const line = dropInvisible(value.toWellFormed()).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return shorten(line.replace(/ {2,}/g, " ").trim(), max);
}

/** Whether a database can hold a text: PostgreSQL refuses a zero, and half of a pair has no UTF-8. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** An address as people read it: Bangla as Bangla. */
export function spellAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
