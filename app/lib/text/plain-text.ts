import { z } from "zod";
import { shorten } from "./cut.ts";
import { normalizeText } from "./normalize.ts";
import { cleanSingleLine, dropInvisible, isBlank } from "./single-line.ts";

/** Error for a value that is not text. Imports recognise it and add a hint about files. */
export const textExpected = "Write this as text";

/**
 * Schema of typed text: NFC, trimmed, no control characters, lone surrogates or direction overrides, which can disguise
 * words. Joiners (U+200C, U+200D) stay, because Bangla needs them.
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

/**
 * Makes external text safe for one line of output: no line breaks, control characters or direction overrides; cut at
 * `max`.
 */
export function oneLine(value: string, max: number): string {
  const line = dropInvisible(value.toWellFormed()).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return shorten(line.replace(/ {2,}/g, " ").trim(), max);
}

/** Whether the database can store a text: PostgreSQL rejects NUL, and lone surrogates have no UTF-8. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Readable address with Bangla decoded. */
export function spellAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
