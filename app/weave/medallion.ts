import { knotIcon } from "./icon/knot.ts";
import type { IconName } from "./icons.ts";
import { squareArea } from "./loom.ts";
import { FRAME_TEETH, frame } from "./motifs/frame.ts";
import type { Piece } from "./piece.ts";
import type { Place } from "./place.ts";

/** Knots an icon into a toothed diamond of `room` pixels around a place, after `clear` has bared the ground for it. */
export function layMedallion(
  piece: Piece,
  icon: IconName,
  at: Place,
  room: number,
  clear: (reach: number) => void,
): void {
  const { height, radius, unit } = measure(piece, room);
  clear((radius + FRAME_TEETH) * unit);
  layFrame(piece, radius, unit, at);
  const area = squareArea(Math.ceil(height / 2) + 1);
  piece.place(knotIcon(icon, height, height > 40 ? 1.2 : 1, piece.palette.quiet ? 3 : 1), area, unit, at);
}

/** How far a medallion reaches from its middle, in pixels, when it is given `room`. */
export function reachOf(piece: Piece, room: number): number {
  const { radius, unit } = measure(piece, room);
  return (radius + FRAME_TEETH) * unit;
}

/** The height of the icon and the radius of the frame in threads, and the distance of two threads in pixels. */
function measure(piece: Piece, room: number): { height: number; radius: number; unit: number } {
  const space = Math.min(room, piece.width * 0.8, piece.height * 0.92);
  const unit = Math.min(piece.thread * 1.5, space / 40);
  const height = Math.round((space * 0.42) / unit);
  return { height, radius: Math.round(height * 1.02), unit };
}

export function layFrame(piece: Piece, radius: number, unit: number, at: Place): void {
  piece.reuse(piece.weaveFourfold(frame(radius), radius + FRAME_TEETH), unit, at);
}

/** Clears a diamond that ends between two rows of a field of that `pitch` hung at `at`, so that no flower is cut. */
export function clearAround(piece: Piece, at: Place, radius: number, pitch: number): void {
  piece.clear(at, (Math.ceil(radius / pitch - 0.7) + 0.5) * pitch);
}
