import { clearOf, planField } from "./field.ts";
import { knotIcon } from "./icon/knot.ts";
import type { IconName } from "./icons.ts";
import { type Motif, squareArea } from "./motif.ts";
import { FRAME_TEETH, frame } from "./motifs/flowers.ts";
import { type Box, focusColumn, type Piece, type Place } from "./piece.ts";

/** An icon in a toothed diamond, not yet laid. */
export interface Medallion {
  /** How far it reaches from its middle, in pixels. */
  reach: number;
  lay: (at: Place) => void;
}

/** How many threads an icon is tall: fewer could not be read. */
const TALL = 32;
const HALF_LINE = 1.35;
/** The bare ground between an icon and its frame, and between the frame and what is around it, in threads. */
const INSIDE = 6;
const OUTSIDE = 2;

/** Plans a medallion that reaches at most `reach` pixels from its middle. */
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

/** How far a motif reaches along its diagonals. */
function slantOf(motif: Motif, reach: number): number {
  let slant = 0;
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      if (motif(x, y) !== 0) slant = Math.max(slant, Math.abs(x) + Math.abs(y));
    }
  }
  return slant;
}

/** Knots the icon into a field of flowers between the borders: whole, and on the piece's own side. */
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

/** Lays the medallion alone on bare ground, as large as it can be. */
export function layAlone(piece: Piece, icon: IconName): void {
  const { width, height } = piece;
  planMedallion(piece, icon, Math.min(width, height) * 0.47).lay({ x: width / 2, y: height / 2 });
}

/** Where a medallion may stand: off the borders, and off the edges that a place of another shape cuts away. */
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
