import { planBorder } from "#app/weave/border.ts";
import { planPanna } from "#app/weave/field.ts";
import { squareArea } from "#app/weave/loom.ts";
import { clearAround, layMedallion } from "#app/weave/medallion.ts";
import { KALKA_FRINGE, kalka } from "#app/weave/motifs/kalka.ts";
import { focusColumn, focusRow, type Piece } from "#app/weave/piece.ts";
import type { Box, Place } from "#app/weave/place.ts";

/** How wide a paisley and its fringe stand, as a share of its height. */
const STOUT = 0.78;

/** Kalka: a fine field and an upright border, with one large paisley, a facing pair, or rows of small ones. */
export function layKalka(piece: Piece): void {
  const { dice, height, icon, mirrored, thread, width } = piece;
  const border = planBorder(piece, mirrored ? "right" : "left", 1.2);
  const open: Box = { x: mirrored ? 0 : border.depth, y: 0, width: width - border.depth, height };
  const field = planPanna(piece, thread);
  const manner = dice.pick(["one", "one", "rows"]);
  const inner = mirrored ? open.width : open.x;
  if (!icon && manner === "rows") {
    layKalkaRows(piece, open);
  } else {
    const hook = { x: inner + field.pitch / 4, y: 0 };
    field.hang(hook);
    const at = nearestRepeat({ x: focusColumn(piece), y: focusRow(piece) }, hook, field.pitch);
    if (icon) layMedallion(piece, icon, at, height, (reach) => clearAround(piece, at, reach, field.pitch));
    else layLarge(piece, open, field.pitch / 2);
  }
  border.lay();
}

/** The place closest to `at` where a flower of the field falls, so that a clearing around it cuts none. */
function nearestRepeat(at: Place, hook: Place, pitch: number): Place {
  const snap = (value: number, start: number) => start + Math.round((value - start) / pitch) * pitch;
  return { x: snap(at.x, hook.x), y: snap(at.y, hook.y) };
}

/** One paisley, facing pairs where the piece is wide, a second one below where it is tall. */
function layLarge(piece: Piece, open: Box, column: number): void {
  const { dice, height, mirrored, palette, thread, traits } = piece;
  const tall = Math.min(height * dice.between(0.94, 1.06), open.width / STOUT);
  const unit = Math.max(thread * 1.7, tall / 58);
  const threads = Math.floor(tall / unit) - KALKA_FRINGE;
  const pair = open.width > tall * STOUT * 2.1;
  const cleared = Math.ceil((tall * STOUT * (pair ? 2 : 1)) / column) * column;
  const away = Math.floor((Math.max(0, open.width - cleared) * dice.between(0.4, 0.7)) / column) * column;
  const left = mirrored ? open.width - away - cleared : open.x + away;
  piece.block({ x: left, y: 0, width: cleared, height }, palette.ground);
  const area = squareArea(Math.ceil(threads / 2) + KALKA_FRINGE);
  const at = { x: left + cleared / (pair ? 4 : 2), y: height * 0.05 + (KALKA_FRINGE + threads / 2) * unit };
  const turned = !pair && mirrored;
  const name = piece.place(kalka(threads, traits), area, unit, at, turned);
  if (pair) piece.reuse(name, unit, { ...at, x: left + (cleared * 3) / 4 }, true);
  if (height > tall * 1.2) piece.reuse(name, unit, { ...at, y: at.y + tall * 1.08 }, !turned);
}

const TALL = 38;
const TILE = { width: 56, height: 88 };

/** Rows of small paisleys in half-drop, turned about in each row, a diamond between two of them. */
function layKalkaRows(piece: Piece, open: Box): void {
  const { height, mirrored, thread, traits } = piece;
  const unit = Math.max(thread * 1.2, height / 84);
  const shape = kalka(TALL, { ...traits, heart: traits.heart === "net" ? "flower" : traits.heart });
  const paisley = piece.weaveTile({ motif: shape, area: squareArea(TALL / 2 + KALKA_FRINGE) });
  const knot = piece.weaveTile({ motif: diamond, area: squareArea(4) });
  const [left, right] = [TILE.width / 4, (TILE.width * 3) / 4];
  const [upper, lower] = [TILE.height / 4, (TILE.height * 3) / 4];
  const rows = piece.gather([
    { name: paisley, at: { x: left, y: upper } },
    { name: paisley, at: { x: right, y: lower }, mirrored: true },
    { name: knot, at: { x: right, y: upper } },
    { name: knot, at: { x: left, y: lower } },
  ]);
  piece.spread(rows, TILE, unit, { x: mirrored ? open.width : open.x, y: KALKA_FRINGE * unit }, open);
}

function diamond(x: number, y: number): 0 | 2 | 3 {
  const distance = Math.abs(x) + Math.abs(y);
  if (distance > 4) return 0;
  return distance < 2 ? 3 : 2;
}
