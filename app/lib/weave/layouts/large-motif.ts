import { planBorder } from "#app/lib/weave/border.ts";
import { clearOf, planField, planPanna, strewRows } from "#app/lib/weave/field.ts";
import { layFrame, layInField } from "#app/lib/weave/medallion.ts";
import { squareArea } from "#app/lib/weave/motif.ts";
import { barfi, FRAME_TEETH, tara } from "#app/lib/weave/motifs/flowers.ts";
import { KALKA_FRINGE, kalka } from "#app/lib/weave/motifs/kalka.ts";
import { type Box, fitUnit, focusColumn, type Piece, type Place } from "#app/lib/weave/piece.ts";

/** Large motif in the field: its extent for a radius, in threads, and its layout. */
interface Centrepiece {
  /** Extent along threads and picks, and along diagonals. */
  reach: (radius: number) => [across: number, slant: number];
  lay: (radius: number, unit: number, at: Place) => void;
}

/** Phul: a field of butis, one large star flower cropped by an edge, and a border at the top or bottom. */
export function layPhul(piece: Piece): void {
  const { traits } = piece;
  const around = (radius: number) => Math.round(radius * 1.12) + 2;
  layFlower(piece, {
    reach: (radius) => {
      const framed = around(radius) + FRAME_TEETH;
      return traits.framed ? [framed, framed] : [radius, radius * 1.25];
    },
    lay: (radius, unit, at) => {
      piece.reuse(piece.weaveFourfold(tara(radius, traits), radius), unit, at);
      if (!traits.framed) return;
      layFrame(piece, around(radius), unit, at);
    },
  });
}

/** Barfi: like phul, around one large stepped diamond. */
export function layBarfi(piece: Piece): void {
  layFlower(piece, {
    reach: (radius) => [radius, radius],
    lay: (radius, unit, at) => {
      piece.reuse(piece.weaveFourfold(barfi(radius, piece.traits), radius), unit, at);
    },
  });
}

/** Minimum size in threads that leaves room for the inner pattern. */
const LEAST = 26;

function layFlower(piece: Piece, centrepiece: Centrepiece): void {
  const { dice, icon } = piece;
  const side = dice.chance(0.3) ? "top" : "bottom";
  const border = planBorder(piece, side, dice.pick([1, 1.25, 1.6]));
  if (icon) layInField(piece, icon, border.open);
  else layLarge(piece, border.open, centrepiece);
  border.lay();
}

/** Places the whole motif on the border; the opposite edge crops part of it, between two picks. */
function layLarge(piece: Piece, open: Box, centrepiece: Centrepiece): void {
  const { dice, thread, width } = piece;
  const spread = Math.max(open.height, Math.min(width * 0.36, open.height * 1.1)) * dice.between(0.6, 0.69);
  const unit = fitUnit(open.height, Math.min(thread * dice.pick([1.6, 2, 2.5]), spread / LEAST));
  const most = Math.floor(spread / unit);
  const radius = 2 * most - centrepiece.reach(most)[0];
  const [across, slant] = centrepiece.reach(radius);
  const away = (across + 1.5) * unit;
  const at = { x: focusColumn(piece), y: open.y > 0 ? open.y + away : open.height - away };
  const field = planField(piece, thread * dice.pick([1, 1, 1.5]), open);
  field.hang(at.x, clearOf(at, across * unit, slant * unit));
  centrepiece.lay(radius, unit, at);
}

/** Width of a paisley with its fringe, as a share of its height. */
const STOUT = 0.8;

/** Kalka: a fine field and a vertical border, with one large paisley, a facing pair, or rows of small ones. */
export function layKalka(piece: Piece): void {
  const { dice, icon, mirrored } = piece;
  const border = planBorder(piece, mirrored ? "right" : "left", 1.2);
  if (icon) layInField(piece, icon, border.open);
  else if (dice.pick(["one", "one", "one", "rows"]) === "rows") layRows(piece, border.open);
  else layPaisleys(piece, border.open);
  border.lay();
}

/** One paisley; a facing pair on wide pieces, a vertical pair on tall ones; never cropped. */
function layPaisleys(piece: Piece, open: Box): void {
  const { dice, height, mirrored, thread, traits } = piece;
  const field = planPanna(piece, thread, open);
  const room = { width: open.width * 0.9, height: height * 0.92 };
  const isTall = room.height > (room.width / STOUT) * 1.7;
  const tall = Math.min(isTall ? room.height / 2 : room.height, room.width / STOUT);
  const unit = Math.max(thread * 1.5, tall / 62);
  const threads = Math.floor(tall / unit) - KALKA_FRINGE * 2;
  const pair = open.width > tall * STOUT * 2.4;
  const across = tall * STOUT * (pair ? 2 : 1);
  const shown = shownPartOf(piece, open);
  const [least, most] = [shown.x + across / 2, shown.x + shown.width - across / 2];
  const wanted = pair ? least + (most - least) * dice.between(0.3, 0.7) : focusColumn(piece);
  const x = Math.min(most, Math.max(least, wanted));
  const rows = isTall ? [height / 4, (height * 3) / 4] : [height / 2];
  field.hang(
    field.columnAt(x),
    (at, reach) =>
      rows.some((y) => Math.abs(at.y - y) < tall / 2 + reach) && Math.abs(at.x - x) < across / 2 + reach,
  );
  const area = squareArea(Math.ceil(threads / 2) + KALKA_FRINGE);
  const shape = kalka(threads, traits);
  const name = piece.weaveTile({ motif: shape, area });
  const side = pair ? tall * STOUT * 0.5 : 0;
  rows.forEach((y, row) => {
    const turned = (pair || mirrored) === (row === 0);
    piece.reuse(name, unit, { x: x - side, y }, pair ? false : turned);
    if (pair) piece.reuse(name, unit, { x: x + side, y }, true);
  });
}

/** Smallest aspect ratio in which a wide cloth is shown: below a page header, 320 by 208 pixels. */
const NARROWEST = 1.53;

/** Part of the open ground that the narrowest crop shows, on the side away from the border (`finishPiece`). */
function shownPartOf({ height, mirrored }: Piece, open: Box): Box {
  const width = Math.min(open.width, height * NARROWEST);
  return { ...open, x: mirrored ? open.x : open.x + open.width - width, width };
}

const TALL = 36;
const CELL = { width: 48, height: 88 };

/** Half-drop rows of small paisleys, mirrored in every second row, with diamonds between them; never cropped. */
function layRows(piece: Piece, open: Box): void {
  const { height, mirrored, thread, traits } = piece;
  const unit = fitUnit(height, Math.max(thread, height / 132), CELL.height / 2);
  const shape = kalka(TALL, { ...traits, heart: traits.heart === "net" ? "flower" : traits.heart });
  const radius = Math.ceil((TALL * STOUT) / 2);
  const paisley = piece.weaveTile({ motif: shape, area: squareArea(TALL / 2 + KALKA_FRINGE) });
  const knot = piece.weaveTile({ motif: diamond, area: squareArea(4) });
  const [across, down] = [(CELL.width / 2) * unit, (CELL.height / 4) * unit];
  const rows = Math.round(height / (down * 2));
  const at = { x: mirrored ? open.width - across : open.x + across, y: down };
  strewRows(piece, paisley, { ...CELL, unit, radius }, { at, rows, open }, { mirrored: true });
  strewRows(piece, knot, { ...CELL, unit, radius: 4 }, { at: { x: at.x + across, y: down }, rows, open });
}

function diamond(x: number, y: number): 0 | 2 | 3 {
  const distance = Math.abs(x) + Math.abs(y);
  if (distance > 4) return 0;
  return distance < 2 ? 3 : 2;
}
