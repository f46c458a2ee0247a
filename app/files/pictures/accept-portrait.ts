import sharp from "sharp";
import { createQueue } from "#app/files/queue.ts";
import { refuseFile } from "#app/files/upload/refuse-file.ts";
import { checkFormat, openImage } from "./decoder.ts";

export const mostPortraitBytes = 5_000_000;
/** What a phone takes; the library takes more. */
export const mostPortraitPixels = 25_000_000;
/** Wide enough for the largest place a person is shown at, on a dense screen. */
const widest = 384;

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
        .resize({ width: widest, height: widest, fit: "inside", withoutEnlargement: true })
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
