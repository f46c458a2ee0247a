import { planBorder } from "#app/weave/border.ts";
import { layMedallion, reachOf } from "#app/weave/medallion.ts";
import type { Motif, Weft } from "#app/weave/motif.ts";
import { tara } from "#app/weave/motifs/tara.ts";
import { focusColumn, type Piece } from "#app/weave/piece.ts";

import type { Traits } from "#app/weave/traits.ts";

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

/** One repeat of the net around (0, 0): a diamond mesh, knots where it crosses, a flower in each eye. */
export function jaal(period: number, traits: Traits): Motif {
  const half = period / 2;
  const radius = Math.floor(period * 0.3);
  const shape = { core: 2, eye: traits.eye, hollow: false, vein: traits.vein, reach: 0.52 };
  const flower = tara(radius, { ...shape, petal: 2.6 / radius, slantPetal: 2.4 / radius });
  return (column, row) => {
    const x = Math.abs(column);
    const y = Math.abs(row);
    const mesh = meshAt(x, x + y, period);
    if (mesh !== 0) return mesh;
    return x + y < half ? flower(x, y) : flower(x - half, y - half);
  };
}

function meshAt(x: number, distance: number, period: number): Weft {
  if (period - distance <= 0) return 3;
  const off = Math.abs(distance - period / 2);
  if (off < 1) return 1;
  return off === 2 && x % 2 === 1 ? 2 : 0;
}
