import type { Sharp } from "sharp";
import { type AcceptedFile, refuseFile } from "#app/files/upload/refuse-file.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { checkFormat, openImage, openPixels, pictureQueue } from "./decoder.ts";
import { widthsOf } from "./picture.ts";

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
    throw refuseFile("This picture is broken or incomplete; save it anew.");
  }
}
