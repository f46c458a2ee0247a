import { randomInt } from "node:crypto";

/**
 * A number to quote, such as `FD-7K3M-9QX2`: seven random characters and one that checks them. Crockford's alphabet has
 * no I, L, O and U, so that it survives the telephone; any one wrong character and any two swapped ones are noticed.
 */
export function newReference(): string {
  const values = Array.from({ length: 7 }, () => randomInt(32));
  return write([...values, checkOf(values)]);
}

/** The reference somebody typed or said, in its one written form; null when it is none or has a slip in it. */
export function readReference(text: string): string | null {
  const bare = text
    .toUpperCase()
    .replace(/[\s.–-]/g, "")
    // Its own characters may begin like the prefix.
    .replace(/^FD(?=.{8}$)/, "");
  const plain = bare.replace(/O/g, "0").replace(/[IL]/g, "1");
  const values = [...plain].map((character) => alphabet.indexOf(character));
  if (values.length !== 8 || values.includes(-1)) return null;
  return checkOf(values.slice(0, 7)) === values[7] ? write(values) : null;
}

/** Whether a text is a reference, however it is spaced and cased. */
export function isReference(text: string): boolean {
  return readReference(text) !== null;
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function write(values: number[]): string {
  const text = values.map((value) => alphabet[value]).join("");
  return `FD-${text.slice(0, 4)}-${text.slice(4)}`;
}

/** A polynomial over the field of 32 elements (x⁵ + x² + 1): every place weighs differently. */
function checkOf(values: number[]): number {
  return values.reduce((sum, value) => double(sum ^ value), 0);
}

function double(value: number): number {
  return value & 16 ? (value << 1) ^ 0b100101 : value << 1;
}
