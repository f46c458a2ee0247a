import { planBorder } from "#app/weave/border.ts";
import { strew } from "#app/weave/field.ts";
import { layInField } from "#app/weave/medallion.ts";
import { type Motif, petal, type Weft, wrap } from "#app/weave/motif.ts";
import { smallTara } from "#app/weave/motifs/tara.ts";
import type { Piece } from "#app/weave/piece.ts";
import { type Box, type Place, roundUnit } from "#app/weave/place.ts";

/** Tersa: sprays that climb the diagonal, away from an upright border; an icon stands in a field beside the border. */
export function layTersa(piece: Piece): void {
  const border = planBorder(piece, piece.mirrored ? "right" : "left", 1.3);
  if (piece.icon) layInField(piece, piece.icon, border.open);
  else laySprays(piece, border.open);
  border.lay();
}

const PERIOD = 56;
const STEP = PERIOD / 4;
/** From the edge to the first leaf that lies along the picks, in threads. */
const LEAD = 5;
/** How far a leaf that stands upright reaches to both sides of its node, in threads. */
const HALF_LEAF = 4;

/** The upper edge and the foot run beside a leaf, not through it. */
function laySprays(piece: Piece, open: Box): void {
  const { dice, height, mirrored, thread, traits } = piece;
  const wanted = thread * dice.pick([1.4, 1.8]);
  const steps = Math.max(1, Math.round((height / wanted - 2 * LEAD) / STEP));
  const unit = roundUnit(height / (steps * STEP + 2 * LEAD));
  const sprays = tersa({ leaf: traits.leaf, vein: traits.vein });
  const motif: Motif = mirrored ? (x, y) => sprays(-x, y) : sprays;
  const area = { left: -1, right: PERIOD, top: 0, bottom: PERIOD - 1 };
  const tile = { width: PERIOD, height: PERIOD, motif, area };
  const hem = mirrored ? open.width - (HALF_LEAF + 1) * unit : open.x + HALF_LEAF * unit;
  const corner = { x: hem, y: (LEAD - 0.5) * unit };
  piece.spread(piece.weaveTile(tile), tile, unit, corner, besideBorder(piece, open, corner, unit));
  const flower = { motif: smallTara(9), radius: 9 };
  const first = { x: corner.x + 0.5 * unit, y: corner.y + (0.5 + PERIOD / 2) * unit };
  const rows = Math.floor((height - first.y - 10 * unit) / ((PERIOD / 2) * unit)) + 1;
  strew(piece, { unit, pitch: PERIOD, flower }, { at: first, rows, open });
}

/** The open ground, and at the border only as much of it as the upright leaves there need, so that none is halved. */
function besideBorder({ height, mirrored }: Piece, open: Box, corner: Place, unit: number): Box[] {
  const width = (HALF_LEAF + 1) * unit;
  const boxes: Box[] = [{ ...open, x: mirrored ? 0 : open.x + width, width: open.width - width }];
  const strip = { x: mirrored ? corner.x : open.x, width, height: (STEP + HALF_LEAF + 2) * unit };
  for (let y = corner.y - STEP * unit; y < height; y += PERIOD * unit) boxes.push({ ...strip, y });
  return boxes;
}

/** How leaves are: half their width in threads, and whether a vein parts them. */
interface Sprays {
  leaf: number;
  vein: boolean;
}

/** Sprays of paired leaves that climb the diagonal. */
export function tersa(sprays: Sprays): Motif {
  return (column, row) => {
    const x = wrap(column, PERIOD);
    const climb = wrap(column + row, PERIOD);
    if (climb < 2) return 1;
    const node = Math.round((x - climb / 2) / STEP);
    for (let at = node - 2; at <= node + 2; at++) {
      const leaf = pair(x - at * STEP, climb - (x - at * STEP), sprays);
      if (leaf !== 0) return leaf;
      const below = climb - PERIOD;
      const other = pair(x - at * STEP, below - (x - at * STEP), sprays);
      if (other !== 0) return other;
    }
    return 0;
  };
}

/** The two leaves of one node at (0, 0): one to the right along the pick, one straight up. */
function pair(x: number, y: number, { leaf, vein }: Sprays): Weft {
  const length = STEP;
  if (x > 1 && x <= length && petal(x, Math.abs(y), 1, length, leaf) >= 0) {
    return vein && y === 0 && x > 4 && x < length - 3 ? 0 : 1;
  }
  if (y < -1 && y >= -length && petal(-y, Math.abs(x), 1, length, leaf) >= 0) return 2;
  return 0;
}
