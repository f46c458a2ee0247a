import { planBorder } from "../border.ts";
import { layMedallion } from "../medallion.ts";
import { jaal } from "../motifs/jaal.ts";
import type { Piece } from "../piece.ts";
import { focusColumn } from "./focus.ts";

/** Jaal: a net with a flower in every eye, a border along the top or the foot. */
export function layJaal(piece: Piece): void {
  const { dice, height, icon, thread, width } = piece;
  const onTop = dice.chance(0.3);
  const unit = thread * dice.pick([1.4, 1.8, 2.2]);
  const period = dice.pick([32, 40]);
  const repeat = piece.weaveFourfold(jaal(period, piece.traits), period / 2);
  const net = piece.gather([{ name: repeat, at: { x: period / 2, y: period / 2 } }]);
  const origin = { x: width * dice.between(-0.1, 0.1), y: height * dice.between(-0.1, 0.1) };
  const border = planBorder(piece, onTop ? "top" : "bottom", 1.3);
  piece.spread(net, { width: period, height: period }, unit, origin, piece.whole);
  if (icon) {
    const open = height - border.depth;
    const at = { x: focusColumn(piece), y: open / 2 + (onTop ? border.depth : 0) };
    layMedallion(piece, icon, at, open);
  }
  border.lay();
}
