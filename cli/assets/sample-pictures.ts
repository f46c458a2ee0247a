import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { openBrush } from "./sample-pictures/brush.ts";
import { plates } from "./sample-pictures/plates.ts";
import { portraits } from "./sample-pictures/portraits.ts";
import { rooms } from "./sample-pictures/rooms.ts";
import { screens } from "./sample-pictures/screens.ts";

/** `node cli/assets/sample-pictures.ts [NAME…]`: draws the pictures of the sample content. */
const folder = join(import.meta.dirname, "../..");
const fonts = join(folder, "app/lib/ui/fonts");
const pictures = join(folder, "app/ops/sample/content/pictures");

const wanted = process.argv.slice(2);
const brush = await openBrush(join(fonts, "anek-latin.ttf"), join(fonts, "anek-bangla.ttf"));
for (const { name, width, height, draw } of [...portraits, ...rooms, ...screens, ...plates]) {
  if (wanted.length > 0 && !wanted.some((one) => name.startsWith(one))) continue;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${draw(brush)}</svg>`;
  // Flat areas: a palette PNG takes a third less than full colour.
  const flat = await sharp(Buffer.from(svg)).png({ palette: true, colours: 48, dither: 0 }).toBuffer();
  const picture = await sharp(flat).webp({ lossless: true, effort: 6 }).toBuffer();
  await writeFile(join(pictures, `${name}.webp`), picture);
  process.stdout.write(`${name}.webp: ${picture.length} bytes\n`);
}
