import { type Border, planBorder } from "#app/weave/border.ts";
import { planField } from "#app/weave/field.ts";
import type { IconName } from "#app/weave/icons.ts";
import { clearAround, layMedallion } from "#app/weave/medallion.ts";
import { type Motif, petal, type Weft, wrap } from "#app/weave/motif.ts";
import { smallTara } from "#app/weave/motifs/tara.ts";
import { focusColumn, type Piece } from "#app/weave/piece.ts";

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

/** The measures of the sprays: the repeat, the half-width of a leaf, and whether a vein parts it. */
interface Sprays {
  period: number;
  leaf: number;
  vein: boolean;
}

/** Sprays of paired leaves that climb the diagonal, with a flower between two of them. */
export function tersa(sprays: Sprays): Motif {
  const { period } = sprays;
  const step = period / 4;
  const flower = smallTara(9);
  return (column, row) => {
    const x = wrap(column, period);
    const climb = wrap(column + row, period);
    if (climb < 2) return 1;
    const node = Math.round((x - climb / 2) / step);
    for (let at = node - 2; at <= node + 2; at++) {
      const leaf = pair(x - at * step, climb - (x - at * step), sprays);
      if (leaf !== 0) return leaf;
      const below = climb - period;
      const other = pair(x - at * step, below - (x - at * step), sprays);
      if (other !== 0) return other;
    }
    const off = climb - period / 2;
    const along = wrap(column - row, period) - period / 2;
    return flower(Math.trunc((off + along) / 2), Math.trunc((off - along) / 2));
  };
}

/** The two leaves of one node at (0, 0): one to the right along the pick, one straight up. */
function pair(x: number, y: number, { period, leaf, vein }: Sprays): Weft {
  const length = period / 4;
  if (x > 1 && x <= length && petal(x, Math.abs(y), 1, length, leaf) >= 0) {
    return vein && y === 0 && x > 4 && x < length - 3 ? 0 : 1;
  }
  if (y < -1 && y >= -length && petal(-y, Math.abs(x), 1, length, leaf) >= 0) return 2;
  return 0;
}
