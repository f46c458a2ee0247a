import { knotIcon } from "./icon/knot.ts";
import type { IconName } from "./icons.ts";
import { squareArea } from "./loom.ts";
import { FRAME_TEETH, frame } from "./motifs/frame.ts";
import type { Piece } from "./piece.ts";
import type { Place } from "./place.ts";

/** Knots an icon into a toothed diamond of `room` pixels around a place, on ground cleared to whole field repeats. */
export function layMedallion(piece: Piece, icon: IconName, at: Place, room: number, pitch = 0): void {
  const space = Math.min(room, piece.width * 0.8, piece.height * 0.92);
  const unit = Math.min(piece.thread * 1.5, space / 40);
  const height = Math.round((space * 0.42) / unit);
  const radius = Math.round(height * 1.02);
  clearAround(piece, at, (radius + FRAME_TEETH) * unit, pitch);
  layFrame(piece, radius, unit, at);
  const area = squareArea(Math.ceil(height / 2) + 1);
  piece.place(knotIcon(icon, height, height > 40 ? 1.2 : 1, piece.palette.quiet ? 3 : 1), area, unit, at);
}

export function layFrame(piece: Piece, radius: number, unit: number, at: Place): void {
  piece.reuse(piece.weaveFourfold(frame(radius), radius + FRAME_TEETH), unit, at);
}

/** Clears a diamond that ends between two rows of a field, so that no flower is cut; pitch 0 stands for no field. */
export function clearAround(piece: Piece, at: Place, radius: number, pitch: number): void {
  const whole = pitch === 0 ? radius + piece.thread * 3 : (Math.ceil(radius / pitch - 0.7) + 0.5) * pitch;
  piece.clear(at, whole);
}
