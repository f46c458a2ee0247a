import sharp, { type Sharp } from "sharp";
import { type AcceptedFile, refuseFile } from "#app/files/upload/accepted-file.ts";
import { createQueue } from "#app/platform/background-work.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { isSeeThrough, mailPictureName, mailWidth, widthsOf } from "./picture.ts";

export interface AcceptLimits {
  /** Ten megabytes unless it is said otherwise. */
  maxBytes?: number;
}

/** The file that an export writes; read back, it gives the very same picture. */
export const originalName = "original.webp";

/** Widest picture kept: no screen is shown more. */
const widest = 1920;
/** WebP knows no longer side. */
const longest = 16_383;
const megabyte = 1_000_000;
export const mostPictureBytes = 10 * megabyte;

/**
 * Reads a picture of any of the five formats and draws it anew from its pixels alone, in every size it is kept in; nothing of
 * the file it came from is left. Throws a DomainError in words for what is none, too large or broken.
 */
export async function acceptPicture(bytes: Uint8Array, limits: AcceptLimits = {}): Promise<AcceptedFile> {
  const { maxBytes = mostPictureBytes } = limits;
  if (bytes.byteLength > maxBytes)
    throw refuseFile(`This file is too large: at most ${Math.round(maxBytes / megabyte)} MB can be taken.`);
  checkFormat(bytes);
  return pictureQueue(async () => {
    const pixels = await reading(readPixels(openImage(bytes)));
    return draw(pixels).catch((error: unknown) => {
      throw isTimeout(error) ? tooBusy : error;
    });
  });
}

/** Turned upright, in the colours of the web, at most as wide as any screen needs. */
function readPixels(image: Sharp) {
  return image
    .autoOrient()
    .resize({ width: widest, height: longest, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
}

type Pixels = Awaited<ReturnType<typeof readPixels>>;

async function draw(pixels: Pixels): Promise<AcceptedFile> {
  const { width, height } = pixels.info;
  const files = [{ name: originalName, bytes: await drawOriginal(pixels) }];
  for (const size of widthsOf(width)) {
    const image = () => openPixels(pixels).resize({ width: size });
    files.push({ name: `${size}.webp`, bytes: await image().webp({ quality: 80, effort: 4 }).toBuffer() });
    files.push({ name: `${size}.avif`, bytes: await image().avif({ quality: 55, effort: 2 }).toBuffer() });
  }
  const placeholder = await drawPlaceholder(pixels);
  const isTransparent = isSeeThrough(placeholder);
  files.push({ name: mailPictureName(isTransparent), bytes: await drawForMail(pixels, isTransparent) });
  return { type: "image/webp", width, height, placeholder, pages: null, files };
}

/** Without loss, so that reading it again gives the same picture; only what would pass the limit of an upload loses a little. */
async function drawOriginal(pixels: Pixels): Promise<Uint8Array> {
  // Of photos with grain, more effort or quality (here: patience) takes seven times the time and saves half a percent.
  const exact = await openPixels(pixels)
    .webp({ lossless: true, exact: true, effort: 1, quality: 10 })
    .toBuffer();
  return exact.byteLength <= 10 * megabyte
    ? exact
    : openPixels(pixels).webp({ quality: 90, effort: 4 }).toBuffer();
}

function drawForMail(pixels: Pixels, isTransparent: boolean): Promise<Uint8Array> {
  const image = openPixels(pixels).resize({ width: mailWidth, withoutEnlargement: true });
  const format = isTransparent
    ? image.png({ compressionLevel: 9, palette: true })
    : image.jpeg({ quality: 80, mozjpeg: true });
  return format.toBuffer();
}

async function drawPlaceholder(pixels: Pixels): Promise<string> {
  const { width, height } = pixels.info;
  const small = width >= height ? { width: 20 } : { height: 20 };
  const tiny = await openPixels(pixels)
    .resize({ ...small, fit: "inside" })
    .blur(0.6)
    .webp({ quality: 40, effort: 6 })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}

/** The picture is fine: it was read. */
const tooBusy = new DomainError(
  "too-busy",
  "This server has too much to do for a picture just now; try again in a minute.",
  {
    detail: 60,
  },
);

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message); // sharp gives no code
}

/** Whatever the decoder says of a file, put in words. */
async function reading<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (/pixel limit/.test(text))
      throw refuseFile("This picture has too many pixels; at most 40 million can be taken.");
    if (isTimeout(error)) throw refuseFile("This picture takes too long to read; save it smaller.");
    throw refuseFile("This picture is broken or incomplete; export it again.");
  }
}

export const mostPortraitBytes = 5_000_000;
/** What a phone takes; the library takes more. */
export const mostPortraitPixels = 25_000_000;
/** Wide enough for the largest place a person is shown at, on a dense screen. */
const portraitWidth = 384;

/** One at a time and apart from the library: however many portraits wait, pictures of staff do not wait for them. */
const portraitQueue = createQueue(1);

/** Draws a person's photo anew, small, as one WebP. Throws a DomainError in words for what is none, too large or broken. */
export async function acceptPortrait(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.byteLength > mostPortraitBytes)
    throw refuseFile("This photo is too large. Choose one of at most 5 MB.");
  checkFormat(bytes);
  return portraitQueue(async () => {
    await refuseManyPixels(bytes);
    try {
      return await openImage(bytes)
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

/** From its head alone, before anything is drawn. */
async function refuseManyPixels(bytes: Uint8Array): Promise<void> {
  const { width = 0, height = 0 } = await sharp(bytes, { pages: 1, limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  if (width * height > mostPortraitPixels)
    throw refuseFile("This photo has too many pixels. Choose one of at most 25 megapixels.");
}

/** Pictures are worked on one at a time and on one thread, so that visitors keep the processor; each takes some 90 MB. */
const pictureQueue = createQueue(1);

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
function openImage(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: "error", pages: 1 }).timeout({ seconds: 10 });
}

/** Begins work on pixels that were read before. They are bounded, so only a machine that has much else to do takes long. */
function openPixels({
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
    return `SVG isn’t allowed: it can contain scripts. ${advice}`;
  if (text.startsWith("%PDF")) return `This is a PDF document, not a picture. ${advice}`;
  if (text.startsWith("II*\0") || text.startsWith("MM\0*")) return `TIFF isn’t supported. ${advice}`;
  if (brandsOf(start).some((brand) => /^(hei|hev|mif1|msf1)/.test(brand)))
    return `HEIC isn’t supported: few browsers show it. ${advice}`;
  return `This isn’t a supported image. ${advice}`;
}
