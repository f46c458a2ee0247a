import { randomInt } from "node:crypto";
import { foldDigits } from "#app/lib/text/fold.ts";
import { cleanSingleLine } from "#app/lib/text/single-line.ts";

/** Answer to a stored submission, with its reference. */
export interface Accepted {
  reference: string;
}

/**
 * Creates a reference such as `FD-7K3M-9QX2`: seven random characters of Crockford's Base32 and a check character.
 * The check detects any single wrong character and any swap of two neighbours.
 */
export function newReference(): string {
  const values = Array.from({ length: 7 }, () => randomInt(32));
  return formatReference([...values, checkValueOf(values)]);
}

/** Normalizes a typed reference; null if it is malformed or its check character is wrong. */
export function readReference(text: string): string | null {
  const bare = foldDigits(cleanSingleLine(text))
    .toUpperCase()
    .replace(/[\s.\p{Pd}\u2212]/gu, "")
    // A reference can itself start with FD.
    .replace(/^FD(?=.{8}$)/, "");
  const plain = bare.replace(/O/g, "0").replace(/[IL]/g, "1");
  const values = [...plain].map((character) => alphabet.indexOf(character));
  if (values.length !== 8 || values.includes(-1)) return null;
  return checkValueOf(values.slice(0, 7)) === values[7] ? formatReference(values) : null;
}

/** Whether a text is a valid reference, in any spacing and case. */
export function isReference(text: string): boolean {
  return readReference(text) !== null;
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function formatReference(values: number[]): string {
  const text = values.map((value) => alphabet[value]).join("");
  return `FD-${text.slice(0, 4)}-${text.slice(4)}`;
}

/** Computes a checksum in GF(32) with the polynomial x⁵ + x² + 1, which weights each position differently. */
function checkValueOf(values: number[]): number {
  return values.reduce((sum, value) => double(sum ^ value), 0);
}

function double(value: number): number {
  return value & 16 ? (value << 1) ^ 0b100101 : value << 1;
}
