import sharp, { type Sharp } from "sharp";
import { createQueue } from "../queue.ts";

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
