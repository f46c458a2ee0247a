import { createHash } from "node:crypto";
import type { Picture } from "#app/domain/files/pictures/picture.ts";

/** A logo as an `img` of the sprite. */
interface LogoOnSprite {
  /** Address of the sprite with the fragment to show. */
  address: string;
  /** Largest size, in CSS pixels. */
  width: number;
  height: number;
}

export interface LogoCell {
  picture: Picture;
  width: number;
  height: number;
  /** Distance from the top of the sprite. */
  top: number;
}

/** Several logos in one picture, one below the other. */
export interface LogoSprite {
  name: string;
  cells: LogoCell[];
  width: number;
  height: number;
}

/** Largest size of a logo, in CSS pixels. */
const room = { width: 192, height: 36 };
/** Pixels of the sprite per CSS pixel, for high-density screens. */
const density = 2;
/** Space between logos, since a taller box shows what is above and below its logo. */
const gap = room.height * density;
/** Version of the drawing; increase it when a sprite changes, since browsers cache it as immutable. */
const drawing = 1;

/** The `img` of each logo on a sprite, in the same order. */
export function placeLogos({ name, cells }: LogoSprite): LogoOnSprite[] {
  return cells.map(({ width, height }, at) => ({
    address: `/logos/${name}#logo-${at}`,
    width: width / density,
    height: height / density,
  }));
}

/** Position of each logo on a sprite; the name is a hash of logos and positions. */
export function arrangeLogos(logos: readonly Picture[]): LogoSprite {
  const cells: LogoCell[] = [];
  let top = 0;
  for (const picture of logos) {
    const scale = Math.min(room.width / picture.width, room.height / picture.height);
    // Whole CSS pixels, since HTML attributes are integers.
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
