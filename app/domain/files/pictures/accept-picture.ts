import type { Sharp } from "sharp";
import { type AcceptedFile, refuseFile } from "#app/domain/files/upload/accepted-file.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { createQueue } from "#app/platform/jobs/background-work.ts";
import { loadSharp } from "./load-sharp.ts";
import { hasTransparency, mailPictureName, mailWidth, widthsOf } from "./picture.ts";

export interface AcceptLimits {
  /** Default: 10 MB. */
  maxBytes?: number;
}

/** The lossless file for exports; reading it gives the identical picture. */
export const originalName = "original.webp";

/** Maximum width of a stored picture in pixels; screens need no more. */
const maxWidth = 1920;
/** Maximum side of a WebP in pixels. */
const maxHeight = 16_383;
const megabyte = 1_000_000;
export const maxPictureBytes = 10 * megabyte;

/**
 * Decodes a picture and encodes its pixels in every stored size, without other data of the upload.
 * Throws a `DomainError` for other, oversized and broken files.
 */
export async function acceptPicture(bytes: Uint8Array, limits: AcceptLimits = {}): Promise<AcceptedFile> {
  const { maxBytes = maxPictureBytes } = limits;
  if (bytes.byteLength > maxBytes)
    throw refuseFile(`This file is too large: at most ${Math.round(maxBytes / megabyte)} MB are allowed.`);
  checkFormat(bytes);
  return pictureQueue(async () => {
    const image = await openImage(bytes);
    const pixels = await withReadErrors(readPixels(image));
    return encode(pixels).catch((error: unknown) => {
      throw isTimeout(error) ? tooBusy : error;
    });
  });
}

/** Rotates upright, converts to sRGB and limits the size. */
function readPixels(image: Sharp) {
  return image
    .autoOrient()
    .resize({ width: maxWidth, height: maxHeight, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
}

type Pixels = Awaited<ReturnType<typeof readPixels>>;

async function encode(pixels: Pixels): Promise<AcceptedFile> {
  const { width, height } = pixels.info;
  const files = [{ name: originalName, bytes: await encodeOriginal(pixels) }];
  for (const size of widthsOf(width)) {
    const webp = (await openPixels(pixels)).resize({ width: size }).webp({ quality: 80, effort: 4 });
    files.push({ name: `${size}.webp`, bytes: await webp.toBuffer() });
    const avif = (await openPixels(pixels)).resize({ width: size }).avif({ quality: 55, effort: 2 });
    files.push({ name: `${size}.avif`, bytes: await avif.toBuffer() });
  }
  const placeholder = await encodePlaceholder(pixels);
  const isTransparent = hasTransparency(placeholder);
  files.push({ name: mailPictureName(isTransparent), bytes: await encodeForMail(pixels, isTransparent) });
  return { type: "image/webp", width, height, placeholder, pages: null, files };
}

/** Lossless, so that reading it again gives the same picture; lossy only above the upload limit. */
async function encodeOriginal(pixels: Pixels): Promise<Uint8Array> {
  // For grainy photos, more effort takes seven times as long and saves half a percent.
  const exact = (await openPixels(pixels)).webp({ lossless: true, exact: true, effort: 1, quality: 10 });
  const bytes = await exact.toBuffer();
  if (bytes.byteLength <= 10 * megabyte) return bytes;
  return (await openPixels(pixels)).webp({ quality: 90, effort: 4 }).toBuffer();
}

async function encodeForMail(pixels: Pixels, isTransparent: boolean): Promise<Uint8Array> {
  const image = (await openPixels(pixels)).resize({ width: mailWidth, withoutEnlargement: true });
  const format = isTransparent
    ? image.png({ compressionLevel: 9, palette: true })
    : image.jpeg({ quality: 80, mozjpeg: true });
  return format.toBuffer();
}

async function encodePlaceholder(pixels: Pixels): Promise<string> {
  const { width, height } = pixels.info;
  const small = width >= height ? { width: 20 } : { height: 20 };
  const tiny = await (await openPixels(pixels))
    .resize({ ...small, fit: "inside" })
    .blur(0.6)
    .webp({ quality: 40, effort: 6 })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}

/** Encoding timed out, though the picture is valid. */
const tooBusy = new DomainError(
  "too-busy",
  "The server is too busy to process a picture. Try again in a minute.",
  {
    detail: 60,
  },
);

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message); // sharp sets no code
}

/** Converts decoder errors to messages for users. */
async function withReadErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (/pixel limit/.test(text))
      throw refuseFile("This picture has too many pixels; at most 40 million are allowed.");
    if (isTimeout(error)) throw refuseFile("This picture takes too long to process. Save it smaller.");
    throw refuseFile("This picture is broken or incomplete; export it again.");
  }
}

export const maxPortraitBytes = 5_000_000;
/** Pixels of a phone camera; the library accepts more. */
export const maxPortraitPixels = 25_000_000;
/** Width in pixels of the largest displayed portrait on a high-density screen. */
const portraitWidth = 384;

/**
 * One at a time, separate from the library, so that portraits of visitors do not delay staff
 * uploads.
 */
const portraitQueue = createQueue(1);

/**
 * Encodes a portrait as one small WebP. Throws a `DomainError` for other, oversized and broken
 * files.
 */
export async function acceptPortrait(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.byteLength > maxPortraitBytes)
    throw refuseFile("This photo is too large. Choose one of at most 5 MB.");
  checkFormat(bytes);
  return portraitQueue(async () => {
    await refuseManyPixels(bytes);
    const image = await openImage(bytes);
    try {
      return await image
        .autoOrient()
        .resize({ width: portraitWidth, height: portraitWidth, fit: "inside", withoutEnlargement: true })
        .toColourspace("srgb")
        .webp({ quality: 80, effort: 4 })
        .toBuffer();
    } catch {
      throw refuseFile("This photo is damaged or incomplete. Choose another one.");
    }
  });
}

/** Checks the header before decoding. */
async function refuseManyPixels(bytes: Uint8Array): Promise<void> {
  const sharp = await loadSharp();
  const { width = 0, height = 0 } = await sharp(bytes, { pages: 1, limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  if (width * height > maxPortraitPixels)
    throw refuseFile("This photo has too many pixels. Choose one of at most 25 megapixels.");
}

/** One picture at a time on one thread, to leave the CPU to visitors; each takes about 90 MB. */
const pictureQueue = createQueue(1);

export const maxPixels = 40_000_000;

/** Opens a picture: first frame only, bounded size, no broken pixels, at most ten seconds. */
async function openImage(bytes: Uint8Array): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", pages: 1 }).timeout({ seconds: 10 });
}

/** Opens decoded pixels; only a busy machine takes long, because the size is bounded. */
async function openPixels({
  data,
  info,
}: {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}): Promise<Sharp> {
  const sharp = await loadSharp();
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: maxPixels }).timeout({
    seconds: 120,
  });
}

/**
 * Checks the signature of a file. Throws a `DomainError` unless it is JPEG, PNG, GIF, WebP or AVIF.
 */
function checkFormat(bytes: Uint8Array): void {
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

/** The brands of an ISO media file; its first four bytes are the length of the list. */
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
    return `SVG isn’t allowed: it can contain scripts. ${advice}`;
  if (text.startsWith("%PDF")) return `This is a PDF document, not a picture. ${advice}`;
  if (text.startsWith("II*\0") || text.startsWith("MM\0*")) return `TIFF isn’t supported. ${advice}`;
  if (brandsOf(start).some((brand) => /^(hei|hev|mif1|msf1)/.test(brand)))
    return `HEIC isn’t supported: few browsers show it. ${advice}`;
  return `This isn’t a supported image. ${advice}`;
}
