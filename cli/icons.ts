import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { mark } from "#app/weave/ornaments.ts";

/** `npm run icons`: draws the mark as the files browsers and phones ask for, into public/. */
const folder = join(import.meta.dirname, "../public");
mkdirSync(join(folder, "icons"), { recursive: true });
const grounded = mark({ tone: "deep", grounded: true });

for (const size of [180, 192, 512]) await draw(`${size}.png`, size, size);
// A phone may cut a maskable icon to a circle: its outer tenth is only ground.
await draw("maskable-512.png", 410, 512);

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
