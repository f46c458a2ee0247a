import { layStrips } from "#app/weave/border.ts";
import { planField } from "#app/weave/field.ts";
import { layInField } from "#app/weave/medallion.ts";
import { fold, type Motif, petal, type Weft, wrap } from "#app/weave/motif.ts";
import { smallTara } from "#app/weave/motifs/tara.ts";
import type { Piece } from "#app/weave/piece.ts";
import { type Box, fitUnit } from "#app/weave/place.ts";

/** Lata: a vine climbs through the field between two pairs of lines; wide pieces have three, beside an icon it is a border. */
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

/** The second half of a repeat is the first one, turned about. */
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

/** How wide the two lines beside a vine are together, in threads. */
const RAIL = 5;

function layRails(piece: Piece, left: number, bed: number): void {
  const unit = fitUnit(piece.height, piece.thread);
  layStrips(piece, ["line", "dash"], unit, left, true);
  layStrips(piece, ["dash", "line"], unit, left + bed - 3.4 * unit, true);
}

/** The measures of a vine: it repeats every `period` picks and reaches `reach` threads to either side. */
interface Vine {
  period: number;
  reach: number;
  leaf: number;
}

/** The vine: a zigzag stem with two slant leaves and a bud outside each turn, a flower inside it. */
export function lata(vine: Vine): Motif {
  const { period } = vine;
  const flower = smallTara(Math.round(period * 0.18));
  return (x, y) => {
    if (Math.abs(x - fold(y, period) + period / 4) < 1.2) return 1;
    return turn(x, wrap(y + period / 2, period) - period / 2) || turn(-x, wrap(y, period) - period / 2);
  };

  /** What grows at the turn in (0, 0), with outwards to the right. */
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
