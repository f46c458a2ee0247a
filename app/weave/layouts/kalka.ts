import { planBorder } from "../border.ts";
import { planPanna } from "../field.ts";
import { layMedallion } from "../medallion.ts";
import { KALKA_FRINGE, kalka } from "../motifs/kalka.ts";
import type { Box, Piece } from "../piece.ts";
import { focusColumn, focusRow } from "./focus.ts";
import { layKalkaRows } from "./kalka-rows.ts";

/** How wide a paisley and its fringe stand, as a share of its height. */
const STOUT = 0.78;

/** Kalka: a fine field and an upright border, with one large paisley, a facing pair, or rows of small ones. */
export function layKalka(piece: Piece): void {
  const { dice, height, icon, mirrored, thread, width } = piece;
  const border = planBorder(piece, mirrored ? "right" : "left", 1.2);
  const open: Box = { x: mirrored ? 0 : border.depth, y: 0, width: width - border.depth, height };
  const field = planPanna(piece, thread);
  const manner = dice.pick(["one", "one", "rows"]);
  if (!icon && manner === "rows") {
    layKalkaRows(piece, open);
  } else {
    field.hang({ x: mirrored ? open.width : open.x, y: 0 });
    const at = { x: focusColumn(piece), y: focusRow(piece) };
    if (icon) layMedallion(piece, icon, at, height, field.pitch);
    else layLarge(piece, open, field.pitch / 2);
  }
  border.lay();
}

function layLarge(piece: Piece, open: Box, column: number): void {
  const { dice, height, mirrored, palette, thread, traits } = piece;
  const tall = Math.min(height * dice.between(0.94, 1.06), open.width / STOUT);
  const unit = Math.max(thread * 1.7, tall / 58);
  const threads = Math.floor(tall / unit) - KALKA_FRINGE;
  const pair = open.width > tall * STOUT * 2.1;
  const wide = tall * STOUT * (pair ? 2 : 1);
  const inner = mirrored ? open.width : open.x;
  const away = Math.max(0, Math.floor(((open.width - wide) * 0.42) / column)) * column;
  const from = mirrored ? inner - away - Math.ceil(wide / column) * column : inner + away;
  const cleared = Math.ceil(wide / column) * column;
  piece.block({ x: from, y: 0, width: cleared, height }, palette.ground);
  const reach = Math.ceil(threads / 2) + KALKA_FRINGE;
  const area = { left: -reach, right: reach, top: -reach, bottom: reach };
  const y = height * 0.05 + (KALKA_FRINGE + threads / 2) * unit;
  const middle = from + cleared / 2;
  const x = pair ? middle - cleared / 4 : middle;
  const name = piece.place(kalka(threads, traits), area, unit, { x, y }, !pair && mirrored);
  if (pair) piece.reuse(name, unit, { x: middle + cleared / 4, y }, true);
}
