import { clearOf, planField } from "./field.ts";
import { knotIcon } from "./icon/knot.ts";
import type { IconName } from "./icons.ts";
import { type Motif, squareArea } from "./motif.ts";
import { FRAME_TEETH, frame } from "./motifs/flowers.ts";
import { type Box, focusColumn, type Piece, type Place } from "./piece.ts";

/** Planned icon in a toothed diamond. */
export interface Medallion {
  /** Distance from its centre to its edge, in pixels. */
  reach: number;
  lay: (at: Place) => void;
}

/** Minimum height of a legible icon in threads. */
const TALL = 32;
const HALF_LINE = 1.35;
/** Bare ground between icon and frame, and between frame and surroundings, in threads. */
const INSIDE = 6;
const OUTSIDE = 2;

/** Plans a medallion that extends at most `reach` pixels from its centre. */
export function planMedallion(piece: Piece, icon: IconName, reach: number): Medallion {
  const motif = knotIcon(icon, TALL, HALF_LINE, piece.palette.quiet ? 3 : 1);
  const area = squareArea(TALL / 2 + 2);
  const radius = slantOf(motif, area.right) + INSIDE;
  const unit = Math.min(reach / (radius + FRAME_TEETH + 0.5), piece.thread * 2.2);
  return {
    reach: (radius + FRAME_TEETH + 0.5) * unit,
    lay: (at) => {
      layFrame(piece, radius, unit, at);
      piece.place(motif, area, unit, at);
    },
  };
}

/** Extent of a motif along its diagonals. */
function slantOf(motif: Motif, reach: number): number {
  let slant = 0;
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      if (motif(x, y) !== 0) slant = Math.max(slant, Math.abs(x) + Math.abs(y));
    }
  }
  return slant;
}

/** Places the icon in a field of flowers between the borders: uncropped, on the main side of the piece. */
export function layInField(piece: Piece, icon: IconName, open: Box): void {
  const field = planField(piece, piece.thread, open);
  const room = roomIn(piece, open);
  const middle = room.y + room.height / 2;
  const medallion = planMedallion(piece, icon, Math.min(room.width, room.height) / 2);
  const { reach } = medallion;
  const [least, most] = [room.x + reach, room.x + room.width - reach];
  const wanted = Math.min(most, Math.max(least, focusColumn(piece)));
  const column = field.columnAt(wanted);
  const at = { x: column < least || column > most ? wanted : column, y: middle };
  field.hang(column, clearOf(at, reach));
  medallion.lay(at);
}

/** Places the medallion alone on bare ground, as large as possible. */
export function layAlone(piece: Piece, icon: IconName): void {
  const { width, height } = piece;
  planMedallion(piece, icon, Math.min(width, height) * 0.47).lay({ x: width / 2, y: height / 2 });
}

/** Area for a medallion: off the borders and the edges cropped at other aspect ratios. */
export function roomIn(piece: Piece, open: Box): Box {
  const { width, height, thread } = piece;
  const gap = OUTSIDE * thread;
  const safe = { x: width * (height > width ? 0.1 : 0.05), y: height * 0.09 };
  const left = open.x > 0 ? open.x + gap : safe.x;
  const top = open.y > 0 ? open.y + gap : safe.y;
  const right = open.x + open.width < width ? open.x + open.width - gap : width - safe.x;
  const bottom = open.y + open.height < height ? open.y + open.height - gap : height - safe.y;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function layFrame(piece: Piece, radius: number, unit: number, at: Place): void {
  piece.reuse(piece.weaveFourfold(frame(radius), radius + FRAME_TEETH), unit, at);
}
