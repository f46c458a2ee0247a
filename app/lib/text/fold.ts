import { normalizeText } from "./normalize.ts";

/** Folds a text for comparison: lower case, no joiners, composed (NFC), and ৎ as ত্. */
export function foldText(text: string): string {
  return normalizeText(text.replace(joiners, "")).toLowerCase().replaceAll("\u09ce", "\u09a4\u09cd");
}

/** Replaces the decimal digits of every script by 0 to 9. */
export function foldDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));
}

/** Joiners only change appearance: র‌্যাব and র‍্যাব are one word. */
const joiners = /[\u200c\u200d]/g;

/** Unicode orders the digits of each script from zero to nine. */
function digitValue(code: number): number {
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
