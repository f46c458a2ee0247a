import type { Database } from "#app/database/database.ts";

/** A picture of the library as pages need it; its files stand at `pictureAddress`. */
export interface Picture {
  id: string;
  alt: string;
  width: number;
  height: number;
  /** Where the subject is, from 0 to 1, left to right and top to bottom. */
  focal: [number, number];
  /** A tiny blurred version as a data address. */
  placeholder: string;
}

const sizes = [320, 640, 960, 1280, 1920] as const;

/** Widths in which a picture is kept: those below its own, and the next one down to its own. */
export function widthsOf(width: number): number[] {
  const smaller = sizes.filter((size) => size < width);
  return [...smaller, Math.min(width, 1920)];
}

/** Where a picture's file of one width stands; it never changes, so it may be cached for ever. */
export function pictureAddress(id: string, width: number, format: "avif" | "webp"): string {
  return `/files/${id}/${width}.${format}`;
}

export async function findPictures(db: Database, ids: Iterable<string>): Promise<Map<string, Picture>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db.query.selectFrom("files").selectAll().where("id", "in", wanted).execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        alt: row.alt,
        width: row.width,
        height: row.height,
        focal: [row.focal_x, row.focal_y],
        placeholder: row.placeholder,
      },
    ]),
  );
}
