import { clustersOf } from "#app/text/cut.ts";

/** Characters of an encoded word at most (RFC 2047, 2), less those of `=?UTF-8?Q?` and `?=`. */
const mostEncoded = 63;

/**
 * A text as encoded words, one per line (RFC 2047); null for ASCII that needs none. They are without padding, as some readers
 * lose the end of padded ones, and never end within a grapheme cluster that one word can hold.
 * @param used characters of the first line that are taken by the name of the header
 */
export function encodeWords(text: string, used: number): string | null {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes("=?")) return null;
  const words: string[] = [];
  let [word, room] = ["", mostEncoded - used];
  const close = () => {
    if (word !== "") words.push(`=?UTF-8?Q?${word}?=`);
    [word, room] = ["", mostEncoded];
  };
  for (const part of clustersOf(text).flatMap(splitLong)) {
    const encoded = encodeQ(part);
    if (word.length + encoded.length > room) close();
    if (encoded.length <= room) word += encoded;
    else words.push(`=?UTF-8?B?${Buffer.from(part).toString("base64")}?=`);
  }
  close();
  return words.join("\r\n ");
}

/** A cluster too long for Q fits base64, which needs no padding for three bytes of each character. */
function splitLong(cluster: string): string[] {
  const bytes = Buffer.byteLength(cluster);
  if (encodeQ(cluster).length <= mostEncoded) return [cluster];
  return bytes % 3 === 0 && bytes <= 45 ? [cluster] : [...cluster];
}

/** Every character but those that stay in a phrase (RFC 2047, 5). */
function encodeQ(text: string): string {
  return Array.from(Buffer.from(text), (byte) => {
    const sign = String.fromCharCode(byte);
    if (/[A-Za-z0-9!*+/-]/.test(sign)) return sign;
    return sign === " " ? "_" : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}
