import { planBorder } from "../border.ts";
import { layMedallion } from "../medallion.ts";
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
  if (icon) layMedallion(piece, icon, middle, open);
  border.lay();
}
