import { refuseFile } from "../upload/refuse-file.ts";

/** Looks at the first bytes of a file, whatever its name says. Throws a DomainError in words for all but JPEG, PNG, GIF, WebP and AVIF. */
export function checkFormat(bytes: Uint8Array): void {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024));
  if (!signatures.some((isSigned) => isSigned(start))) throw refuseFile(describeOther(start));
}

const signatures: ((start: Buffer) => boolean)[] = [
  (start) => start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (start) => start.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")),
  (start) => /^GIF8[79]a/.test(start.toString("latin1", 0, 6)),
  (start) => /^RIFF[\s\S]{4}WEBP/.test(start.toString("latin1", 0, 12)),
  (start) => brandsOf(start).some((brand) => brand === "avif" || brand === "avis"),
];

/** The brands of an ISO media file; the first four bytes say how long the list is. */
function brandsOf(start: Buffer): string[] {
  if (start.length < 16 || start.toString("latin1", 4, 8) !== "ftyp") return [];
  const list = start.toString("latin1", 8, Math.min(start.readUInt32BE(0), start.length));
  return list.match(/[\s\S]{4}/g) ?? [];
}

const advice = "Save it as JPEG, PNG, WebP, AVIF or GIF.";

function describeOther(start: Buffer): string {
  const text = start
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart();
  if (start.length === 0) return "This file is empty.";
  if (/^(<\?xml[\s\S]*|<!--[\s\S]*|<!DOCTYPE svg[\s\S]*)?<svg/i.test(text))
    return `SVG drawings are not taken, because they can carry programs. ${advice}`;
  if (text.startsWith("%PDF")) return `This is a PDF document, not a picture. ${advice}`;
  if (text.startsWith("II*\0") || text.startsWith("MM\0*")) return `TIFF pictures are not taken. ${advice}`;
  if (brandsOf(start).some((brand) => /^(hei|hev|mif1|msf1)/.test(brand)))
    return `HEIC pictures are not taken, because few browsers show them. ${advice}`;
  return `This file is not a picture we know. ${advice}`;
}
