import { planBorder } from "../border.ts";
import { layMedallion } from "../medallion.ts";
import type { Motif } from "../motif.ts";
import { tersa } from "../motifs/tersa.ts";
import type { Piece } from "../piece.ts";
import { focusColumn, focusRow } from "./focus.ts";

/** Tersa: sprays that climb the diagonal, away from an upright border. */
export function layTersa(piece: Piece): void {
  const { dice, height, icon, mirrored, thread, traits } = piece;
  const unit = thread * dice.pick([1.4, 1.8]);
  const period = icon ? 48 : 56;
  const sprays = tersa({ period, leaf: traits.leaf, vein: traits.vein });
  const motif: Motif = mirrored ? (x, y) => sprays(-x, y) : sprays;
  const area = { left: -1, right: period, top: 0, bottom: period - 1 };
  const tile = { width: period, height: period, motif, area };
  piece.spread(piece.weaveTile(tile), tile, unit, { x: 0, y: 0 }, piece.whole);
  const border = planBorder(piece, mirrored ? "right" : "left", 1.3);
  if (icon) layMedallion(piece, icon, { x: focusColumn(piece), y: focusRow(piece) }, height);
  border.lay();
}
