import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { mark } from "#app/lib/weave/ornaments.ts";

/** `npm run icons`: draws the mark as icon files for browsers and phones into public/. */
const folder = join(import.meta.dirname, "../../public");
mkdirSync(join(folder, "icons"), { recursive: true });
const grounded = mark({ tone: "deep", grounded: true });

for (const size of [180, 192, 512]) await draw(`${size}.png`, size, size);
// Phones may crop a maskable icon to a circle, so its outer tenth is background.
await draw("maskable-512.png", 410, 512);
// Feed readers and old browsers request it without a link.
const small = sharp(Buffer.from(mark()), { density: 600 }).resize(48, 48, {
  fit: "contain",
  background: "#0000",
});
writeFileSync(
  join(folder, "favicon.ico"),
  wrapAsIcon(await small.png({ compressionLevel: 9 }).toBuffer(), 48),
);

async function draw(name: string, inner: number, size: number): Promise<void> {
  const picture = await sharp(Buffer.from(grounded), { density: 600 }).resize(inner, inner).png().toBuffer();
  const edge = Math.floor((size - inner) / 2);
  const whole = sharp(picture).extend({
    top: edge,
    left: edge,
    bottom: size - inner - edge,
    right: size - inner - edge,
    background: "#0a2a66",
  });
  await whole.png({ palette: true, compressionLevel: 9 }).toFile(join(folder, "icons", name));
}

/** .ico file with one square PNG of `size` pixels, at most 255. */
function wrapAsIcon(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
