import { planBorder } from "#app/weave/border.ts";
import { planPanna, strewRows } from "#app/weave/field.ts";
import { squareArea } from "#app/weave/loom.ts";
import { layInField } from "#app/weave/medallion.ts";
import { KALKA_FRINGE, kalka } from "#app/weave/motifs/kalka.ts";
import { focusColumn, type Piece } from "#app/weave/piece.ts";
import { type Box, fitUnit } from "#app/weave/place.ts";

/** How wide a paisley and its fringe stand, as a share of its height. */
const STOUT = 0.8;

/** Kalka: a fine field and an upright border, with one large paisley, a facing pair, or rows of small ones. */
export function layKalka(piece: Piece): void {
  const { dice, icon, mirrored } = piece;
  const border = planBorder(piece, mirrored ? "right" : "left", 1.2);
  if (icon) layInField(piece, icon, border.open);
  else if (dice.pick(["one", "one", "one", "rows"]) === "rows") layRows(piece, border.open);
  else layLarge(piece, border.open);
  border.lay();
}

/** One paisley, a facing pair where the piece is wide, one above the other where it is tall; always whole. */
function layLarge(piece: Piece, open: Box): void {
  const { dice, height, mirrored, thread, traits } = piece;
  const field = planPanna(piece, thread, open);
  const room = { width: open.width * 0.9, height: height * 0.92 };
  const isTall = room.height > (room.width / STOUT) * 1.7;
  const tall = Math.min(isTall ? room.height / 2 : room.height, room.width / STOUT);
  const unit = Math.max(thread * 1.5, tall / 62);
  const threads = Math.floor(tall / unit) - KALKA_FRINGE * 2;
  const pair = open.width > tall * STOUT * 2.4;
  const across = tall * STOUT * (pair ? 2 : 1);
  const [least, most] = [open.x + across / 2, open.x + open.width - across / 2];
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

const TALL = 36;
const CELL = { width: 48, height: 88 };

/** Rows of small paisleys in half-drop, turned about in every second row, diamonds between them; all of them whole. */
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
