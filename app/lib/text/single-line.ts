import { normalizeText } from "./normalize.ts";

/**
 * Single line of typed text: composed (NFC), without line breaks, tabs and invisible characters; empty if nothing
 * visible is left.
 */
export function cleanSingleLine(text: string): string {
  const line = dropInvisible(normalizeText(text)).replace(/[\n\r\t\u2028\u2029]+/g, " ");
  return isBlank(line) ? "" : line.trim();
}

/** Removes invisible characters that come from copying; joiners (U+200C, U+200D) stay, because Bangla needs them. */
export function dropInvisible(text: string): string {
  return text.replace(invisible, "");
}

/** Soft hyphens, zero-width spaces, direction marks and byte order marks. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** Whether no visible character is left: spaces, joiners and marks without a letter do not count. */
export function isBlank(value: string): boolean {
  return value.replace(/[\s\p{Cf}\u200b\u2060\ufeff\u3164\u00ad]/gu, "") === "";
}
