import { layStrips, planBorder } from "#app/lib/weave/border.ts";
import { planField, strew } from "#app/lib/weave/field.ts";
import { layInField } from "#app/lib/weave/medallion.ts";
import { fold, type Motif, petal, type Weft, wrap } from "#app/lib/weave/motif.ts";
import { smallTara } from "#app/lib/weave/motifs/flowers.ts";
import { type Box, fitUnit, type Piece, type Place, roundUnit } from "#app/lib/weave/piece.ts";

/** Tersa: diagonal sprays away from a vertical border; an icon is placed in a field next to the border. */
export function layTersa(piece: Piece): void {
  const border = planBorder(piece, piece.mirrored ? "right" : "left", 1.3);
  if (piece.icon) layInField(piece, piece.icon, border.open);
  else laySprays(piece, border.open);
  border.lay();
}

const PERIOD = 56;
const STEP = PERIOD / 4;
/** Distance from the edge to the first horizontal leaf, in threads. */
const LEAD = 5;
/** Extent of a vertical leaf on both sides of its node, in threads. */
const HALF_LEAF = 4;

/** Aligns the top and bottom edges so that they do not cut through a leaf. */
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
  piece.spread(piece.weaveTile(tile), tile, unit, corner, boxesAtBorder(piece, open, corner, unit));
  const flower = { motif: smallTara(9), radius: 9 };
  const first = { x: corner.x + 0.5 * unit, y: corner.y + (0.5 + PERIOD / 2) * unit };
  const rows = Math.floor((height - first.y - 10 * unit) / ((PERIOD / 2) * unit)) + 1;
  strew(piece, { unit, pitch: PERIOD, flower }, { at: first, rows, open });
}

/** Open ground, which at the border is limited to what vertical leaves need, to avoid cutting one. */
function boxesAtBorder({ height, mirrored }: Piece, open: Box, corner: Place, unit: number): Box[] {
  const width = (HALF_LEAF + 1) * unit;
  const boxes: Box[] = [{ ...open, x: mirrored ? 0 : open.x + width, width: open.width - width }];
  const strip = { x: mirrored ? corner.x : open.x, width, height: (STEP + HALF_LEAF + 2) * unit };
  for (let y = corner.y - STEP * unit; y < height; y += PERIOD * unit) boxes.push({ ...strip, y });
  return boxes;
}

/** Leaf shape: half the width in threads, and whether a vein divides it. */
interface Sprays {
  leaf: number;
  vein: boolean;
}

/** Diagonal sprays of paired leaves. */
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

/** Two leaves of one node at (0, 0): one to the right along the pick, one upwards. */
function pair(x: number, y: number, { leaf, vein }: Sprays): Weft {
  const length = STEP;
  if (x > 1 && x <= length && petal(x, Math.abs(y), 1, length, leaf) >= 0) {
    return vein && y === 0 && x > 4 && x < length - 3 ? 0 : 1;
  }
  if (y < -1 && y >= -length && petal(-y, Math.abs(x), 1, length, leaf) >= 0) return 2;
  return 0;
}

/** Lata: a vine through the field between two pairs of lines; three on wide pieces, and a border next to an icon. */
export function layLata(piece: Piece): void {
  const { dice, height, icon, mirrored, thread, width } = piece;
  const { period, reach } = { period: dice.pick([44, 52]), reach: dice.pick([30, 34]) };
  const across = reach * 2 + 3;
  const count = !icon && width > height * 2.2 ? 3 : 1;
  const finest = (width * (icon ? 0.3 : 0.54)) / (across * count);
  const unit = fitUnit(height, Math.min(thread * (icon ? 1.4 : dice.pick([1.5, 1.9])), finest), period / 2);
  const rail = RAIL * Math.min(thread, unit);
  const bed = across * count * unit + 2 * rail;
  const left = icon ? (mirrored ? width - bed : 0) : bedAt(piece, bed);
  if (icon) layInField(piece, icon, { ...piece.whole, x: mirrored ? 0 : bed, width: width - bed });
  else layAround(piece, left + bed / 2, bed / 2);
  layRails(piece, left, bed);
  const inner: Box = { x: left + rail, y: 0, width: across * count * unit, height };
  layVine(piece, { period, reach, leaf: piece.traits.leaf + 0.7 }, unit, inner);
}

function bedAt({ mirrored, width }: Piece, bed: number): number {
  return (width - bed) * (mirrored ? 0.22 : 0.78);
}

function layAround(piece: Piece, middle: number, reach: number): void {
  const field = planField(piece, piece.thread, piece.whole, 1.2);
  field.hang(middle, (at, own) => Math.abs(at.x - middle) < reach + own * 2);
}

/** Mirrors the first half of a repeat into the second. */
function layVine(piece: Piece, vine: Vine, unit: number, box: Box): void {
  const across = vine.reach * 2 + 3;
  const half = vine.period / 2;
  const middle = vine.reach + 1;
  const area = { left: -middle, right: middle, top: 0, bottom: half - 1 };
  const name = piece.weaveTile({ motif: lata(vine), area });
  const repeat = piece.gather([
    { name, at: { x: middle, y: 0 } },
    { name, at: { x: middle, y: half }, mirrored: true },
  ]);
  piece.spread(repeat, { width: across, height: vine.period }, unit, box, [box]);
}

/** Total width of the two lines along a vine, in threads. */
const RAIL = 5;

function layRails(piece: Piece, left: number, bed: number): void {
  const unit = fitUnit(piece.height, piece.thread);
  layStrips(piece, ["line", "dash"], unit, left, true);
  layStrips(piece, ["dash", "line"], unit, left + bed - 3.4 * unit, true);
}

/** Dimensions of a vine: repeats every `period` picks and extends `reach` threads to either side. */
interface Vine {
  period: number;
  reach: number;
  leaf: number;
}

/** Vine: a zigzag stem with two slanted leaves and a bud outside each turn, a flower inside it. */
export function lata(vine: Vine): Motif {
  const { period } = vine;
  const flower = smallTara(Math.round(period * 0.18));
  return (x, y) => {
    if (Math.abs(x - fold(y, period) + period / 4) < 1.2) return 1;
    return turn(x, wrap(y + period / 2, period) - period / 2) || turn(-x, wrap(y, period) - period / 2);
  };

  /** Leaves and bud at the turn at (0, 0), with outwards to the right. */
  function turn(x: number, y: number): Weft {
    const out = x - period / 4;
    return flower(out + period / 2, y) || leaves(out, y, vine) || bud(out, y, vine);
  }
}

function leaves(out: number, y: number, { period, reach, leaf }: Vine): Weft {
  const length = reach - period * 0.28;
  for (const way of [-1, 1]) {
    const along = (out - way * y) / 2;
    const across = Math.abs(out + way * y) / 2;
    if (along <= 1 || petal(along, across, 1, length, leaf) < 0) continue;
    const inVein = across < 0.6 && along > 4 && along < length - 3;
    if (inVein) return 0;
    return way > 0 ? 1 : 2;
  }
  return 0;
}

function bud(out: number, y: number, { period, reach }: Vine): Weft {
  const distance = Math.abs(out - reach + Math.round(period / 4) + 5) + Math.abs(y);
  if (distance > 4 || distance === 2) return 0;
  return distance < 2 ? 3 : 1;
}
