import { planBorder } from "../border.ts";
import { layMedallion, reachOf } from "../medallion.ts";
import { jaal } from "../motifs/jaal.ts";
import type { Piece } from "../piece.ts";
import { focusColumn } from "./focus.ts";

/** Jaal: a net with a flower in every eye, a border along the top or the foot. */
export function layJaal(piece: Piece): void {
  const { dice, height, icon, thread, traits, width } = piece;
  const onTop = dice.chance(0.3);
  const unit = thread * dice.pick([1.4, 1.8, 2.2]);
  const period = dice.pick([32, 40]);
  const half = period / 2;
  const border = planBorder(piece, onTop ? "top" : "bottom", 1.3);
  const open = height - border.depth;
  const middle = icon
    ? { x: focusColumn(piece), y: open / 2 + (onTop ? border.depth : 0) }
    : { x: width * dice.between(0.2, 0.8), y: height * dice.between(0.2, 0.8) };
  const net = piece.gather([
    { name: piece.weaveFourfold(jaal(period, traits), half), at: { x: half, y: half } },
  ]);
  const origin = { x: middle.x - (half + 0.5) * unit, y: middle.y - (half + 0.5) * unit };
  piece.spread(net, { width: period, height: period }, unit, origin, piece.whole);
  if (icon) {
    const { radius, room } = openEyes(piece, open, period * unit, unit);
    layMedallion(piece, icon, middle, room, () => piece.clear(middle, radius));
  }
  border.lay();
}

/**
 * Whole eyes of the net around a medallion: their reach up to the inside of the mesh that bounds them, and the room
 * the medallion has in them, in pixels.
 */
function openEyes(
  piece: Piece,
  open: number,
  period: number,
  unit: number,
): { radius: number; room: number } {
  const wanted = reachOf(piece, open) + piece.thread;
  const eyes = Math.max(0, Math.round(wanted / period - 0.5));
  const radius = (eyes + 0.5) * period - unit * 3;
  return { radius, room: Math.min(open, (open * radius) / wanted) };
}
