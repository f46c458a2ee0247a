import { clustersOf } from "#app/lib/text/cut.ts";

/** Maximum characters of an encoded word (RFC 2047, 2), without `=?UTF-8?Q?` and `?=`. */
const maxEncoded = 63;

/**
 * Encodes text as encoded words, one per line (RFC 2047); null for ASCII. Words have no padding, which some readers mishandle,
 * and break only between grapheme clusters, except in very long ones.
 * @param used characters of the first line taken by the header name
 */
export function encodeWords(text: string, used: number): string | null {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes("=?")) return null;
  const words: string[] = [];
  let [word, available] = ["", maxEncoded - used];
  const finishWord = () => {
    if (word !== "") words.push(`=?UTF-8?Q?${word}?=`);
    [word, available] = ["", maxEncoded];
  };
  for (const part of clustersOf(text).flatMap(splitLong)) {
    const encoded = encodeQ(part);
    if (word.length + encoded.length > available) finishWord();
    if (encoded.length <= available) word += encoded;
    else words.push(`=?UTF-8?B?${Buffer.from(part).toString("base64")}?=`);
  }
  finishWord();
  return words.join("\r\n ");
}

/** Splits a cluster that fits neither Q encoding nor base64, which needs no padding for multiples of three bytes. */
function splitLong(cluster: string): string[] {
  const bytes = Buffer.byteLength(cluster);
  if (encodeQ(cluster).length <= maxEncoded) return [cluster];
  return bytes % 3 === 0 && bytes <= 45 ? [cluster] : [...cluster];
}

/** Q-encodes all characters except those allowed in a phrase (RFC 2047, 5). */
function encodeQ(text: string): string {
  return Array.from(Buffer.from(text), (byte) => {
    const char = String.fromCharCode(byte);
    if (/[A-Za-z0-9!*+/-]/.test(char)) return char;
    return char === " " ? "_" : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}
