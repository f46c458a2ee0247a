import { createHash } from "node:crypto";
import type { Picture } from "#app/files/pictures/picture.ts";

/** A logo as an `img` of the sprite. */
interface LogoOnSprite {
  /** The sprite's address, with the part of it to show. */
  address: string;
  /** Its shape, and as large as it is shown where there is room, in CSS pixels. */
  width: number;
  height: number;
}

export interface LogoCell {
  picture: Picture;
  width: number;
  height: number;
  /** From the sprite's upper edge. */
  top: number;
}

/** Several logos in one picture, one below the other. */
export interface LogoSprite {
  name: string;
  cells: LogoCell[];
  width: number;
  height: number;
}

/** A logo is shown as large as this lets it be, in CSS pixels. */
const room = { width: 192, height: 36 };
/** Pixels of the sprite for one of the screen's, for sharp screens. */
const density = 2;
/** Between two logos: a part that is shown in a higher box shows what is above and below it. */
const gap = room.height * density;
/** Counts up whenever a sprite is drawn differently, so that one at its address may be kept for ever. */
const drawing = 1;

/** The `img` of each logo on a sprite, in their order. */
export function placeLogos({ name, cells }: LogoSprite): LogoOnSprite[] {
  return cells.map(({ width, height }, at) => ({
    address: `/logos/${name}#logo-${at}`,
    width: width / density,
    height: height / density,
  }));
}

/** Where each logo stands on a sprite of these; the name follows from what is on it, and where. */
export function arrangeLogos(logos: readonly Picture[]): LogoSprite {
  const cells: LogoCell[] = [];
  let top = 0;
  for (const picture of logos) {
    const scale = Math.min(room.width / picture.width, room.height / picture.height);
    // Whole pixels of the screen, since attributes of HTML hold no others.
    const [width, height] = [picture.width, picture.height].map(
      (side) => Math.max(1, Math.round(side * scale)) * density,
    ) as [number, number];
    cells.push({ picture, width, height, top });
    top += height + gap;
  }
  const parts = cells.map(
    ({ picture: { id, revision }, width, height }) => `${id} ${revision} ${width}x${height}`,
  );
  const hash = createHash("sha256").update([drawing, gap, ...parts].join("\n"));
  const name = `${hash.digest("base64url").slice(0, 16)}.svg`;
  return { name, cells, width: Math.max(1, ...cells.map(({ width }) => width)), height: Math.max(1, top) };
}
