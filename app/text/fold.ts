import { normalizeText } from "./normalize.ts";

/** The form in which texts are compared: without case and joiners, composed (NFC), and with ৎ as ত্. */
export function foldText(text: string): string {
  return normalizeText(text.replace(joiners, "")).toLowerCase().replaceAll("\u09ce", "\u09a4\u09cd");
}

/** A text with the decimal digits of every script as 0 to 9. */
export function foldDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));
}

/** Where a letter joins its neighbours is a matter of looks: র‌্যাব and র‍্যাব are one word. */
const joiners = /[\u200c\u200d]/g;

/** Unicode places the digits of a script in one row, from zero to nine. */
function digitValue(code: number): number {
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
