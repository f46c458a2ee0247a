import { planField } from "#app/weave/field.ts";
import type { IconName } from "#app/weave/icons.ts";
import { clearAround, layMedallion } from "#app/weave/medallion.ts";
import { fold, type Motif, petal, type Weft, wrap } from "#app/weave/motif.ts";
import { smallTara } from "#app/weave/motifs/tara.ts";
import type { Tile } from "#app/weave/paar.ts";
import { focusColumn, type Piece } from "#app/weave/piece.ts";
import type { Box } from "#app/weave/place.ts";

/** Lata: a vine climbs through the field between two pairs of lines; wide pieces have several, an icon stands beside one. */
export function layLata(piece: Piece): void {
  if (piece.icon) layBesideVine(piece, piece.icon);
  else layVines(piece);
}

function layVines(piece: Piece): void {
  const { dice, height, palette, thread, width } = piece;
  const field = planField(piece, thread, 1.2);
  const unit = thread * dice.pick([1.7, 2.1]);
  const { across, tile } = rollVine(piece);
  const vines = width > height * 2.2 ? 3 : 1;
  const focus = focusColumn(piece);
  const bed: Box = { x: focus - (across * vines * unit) / 2, y: 0, width: across * vines * unit, height };
  field.hang({ x: bed.x - field.pitch / 4, y: height * 0.1 });
  const cleared = (Math.ceil(bed.width / (field.pitch / 2)) * field.pitch) / 2;
  piece.block({ ...bed, width: cleared }, palette.ground);
  layRails(piece, bed);
  piece.spread(piece.weaveTile(tile), tile, unit, { x: bed.x, y: height * 0.1 }, bed);
}

/** The vine goes up one side as a border, so that no leaf of it is cut; the medallion stands in the field. */
function layBesideVine(piece: Piece, icon: IconName): void {
  const { height, mirrored, thread, width } = piece;
  const field = planField(piece, thread, 1.2);
  const { across, tile } = rollVine(piece);
  const unit = Math.min(thread * 1.4, (width * 0.34) / across);
  const edge = thread * 3;
  const bed: Box = { x: mirrored ? width - across * unit - edge : edge, y: 0, width: across * unit, height };
  const at = { x: focusColumn(piece), y: height / 2 };
  field.hang(at, mirrored ? { right: bed.x } : { left: bed.x + bed.width });
  layMedallion(piece, icon, at, height, (reach) => clearAround(piece, at, reach, field.pitch));
  piece.block({ ...bed, x: mirrored ? bed.x : 0, width: bed.width + edge }, piece.palette.ground);
  layRails(piece, bed);
  piece.spread(piece.weaveTile(tile), tile, unit, { x: bed.x, y: height * 0.1 }, bed);
}

/** One repeat of the vine, and how many threads it is across. */
function rollVine({ dice, traits }: Piece): { across: number; tile: Tile } {
  const period = dice.pick([44, 52]);
  const reach = dice.pick([30, 34]);
  const across = reach * 2 + 5;
  const middle = Math.floor(across / 2);
  const vine = lata({ period, reach, leaf: traits.leaf + 1.2 });
  const motif: Motif = (x, y) => vine(x - middle, y);
  const area = { left: 0, right: across - 1, top: 0, bottom: period - 1 };
  return { across, tile: { width: across, height: period, motif, area } };
}

function layRails(piece: Piece, bed: Box): void {
  const { palette, thread } = piece;
  const line = thread * 0.8;
  for (const [inset, colour] of [
    [0, palette.first],
    [thread * 2.4, palette.second],
  ] as const) {
    piece.block({ ...bed, x: bed.x + inset, width: line }, colour);
    piece.block({ ...bed, x: bed.x + bed.width - inset - line, width: line }, colour);
  }
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
  const distance = Math.abs(out - reach + Math.round(period * 0.2)) + Math.abs(y);
  if (distance > 4 || distance === 2) return 0;
  return distance < 2 ? 3 : 1;
}
