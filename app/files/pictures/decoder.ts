import sharp, { type Sharp } from "sharp";
import { createQueue } from "#app/files/queue.ts";
import { refuseFile } from "#app/files/upload/refuse-file.ts";

/** Pictures are worked on one at a time and on one thread, so that visitors keep the processor; each takes some 90 MB. */
export const pictureQueue = createQueue(1);

export const mostPixels = 40_000_000;

sharp.concurrency(1);
// Every picture is another; what was kept of the last would be kept for nothing.
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
// Of all decoders only those of the formats we take; SVG for the drawings we make ourselves (files of visitors are told apart by their first bytes).
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Heif", "Nsgif", "Svg"].map((name) => `VipsForeignLoad${name}Buffer`),
});

/** Begins reading a picture: first frame only, within bounds, broken pixels refused, ten seconds at most. */
export function openImage(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: "error", pages: 1 }).timeout({ seconds: 10 });
}

/** Begins work on pixels that were read before. They are bounded, so only a machine that has much else to do takes long. */
export function openPixels({
  data,
  info,
}: {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}): Sharp {
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: mostPixels }).timeout({
    seconds: 120,
  });
}

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
