import { normalizeText } from "./normalize.ts";

/** One line as people type or paste it: composed (NFC), without line ends, tabs and invisible signs; empty if nothing visible is left. */
export function cleanSingleLine(text: string): string {
  const line = dropInvisible(normalizeText(text)).replace(/[\n\r\t\u2028\u2029]+/g, " ");
  return isBlank(line) ? "" : line.trim();
}

/** A text without the invisible signs that come along when it is copied; joiners (U+200C, U+200D) stay, as Bangla needs them. */
export function dropInvisible(text: string): string {
  return text.replace(invisible, "");
}

/** Soft hyphens, spaces without width, marks of direction and of byte order. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** Whether anything visible is left: spaces of every kind, joiners and marks without a letter do not count. */
export function isBlank(value: string): boolean {
  return value.replace(/[\s\p{Cf}\u200b\u2060\ufeff\u3164\u00ad]/gu, "") === "";
}
