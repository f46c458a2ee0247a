import { type Border, planBorder } from "../border.ts";
import { planField } from "../field.ts";
import type { IconName } from "../icons.ts";
import { clearAround, layMedallion } from "../medallion.ts";
import type { Motif } from "../motif.ts";
import { tersa } from "../motifs/tersa.ts";
import type { Piece } from "../piece.ts";
import { focusColumn } from "./focus.ts";

/** Tersa: sprays that climb the diagonal, away from an upright border; an icon stands in a field beside the border. */
export function layTersa(piece: Piece): void {
  const border = planBorder(piece, piece.mirrored ? "right" : "left", 1.3);
  if (piece.icon) layInField(piece, piece.icon, border);
  else laySprays(piece);
  border.lay();
}

function laySprays(piece: Piece): void {
  const { dice, mirrored, thread, traits } = piece;
  const unit = thread * dice.pick([1.4, 1.8]);
  const period = 56;
  const sprays = tersa({ period, leaf: traits.leaf, vein: traits.vein });
  const motif: Motif = mirrored ? (x, y) => sprays(-x, y) : sprays;
  const area = { left: -1, right: period, top: 0, bottom: period - 1 };
  const tile = { width: period, height: period, motif, area };
  piece.spread(piece.weaveTile(tile), tile, unit, { x: 0, y: 0 }, piece.whole);
}

/** Sprays go on for ever, so an opening would cut them; the flowers of a field can be left out one by one. */
function layInField(piece: Piece, icon: IconName, border: Border): void {
  const { height, mirrored, thread, width } = piece;
  const field = planField(piece, thread);
  const seams = mirrored ? { right: width - border.depth } : { left: border.depth };
  const at = { x: focusColumn(piece), y: height / 2 };
  field.hang(at, seams);
  layMedallion(piece, icon, at, height, (reach) => clearAround(piece, at, reach, field.pitch));
}
