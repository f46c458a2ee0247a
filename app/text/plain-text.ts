import { z } from "zod";
import { normalizeText } from "./normalize.ts";

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

/** Text of others' fit for one line of ours: no line ends, control characters or turned direction, and not too long. */
export function oneLine(value: string, max: number): string {
  const line = value
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : line;
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
