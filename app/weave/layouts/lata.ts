import { planField } from "../field.ts";
import { layMedallion } from "../medallion.ts";
import { lata } from "../motifs/lata.ts";
import type { Piece } from "../piece.ts";
import type { Box } from "../place.ts";
import { focusColumn, focusRow } from "./focus.ts";

/** Lata: a vine climbs through the field between two pairs of lines; wide pieces have several. */
export function layLata(piece: Piece): void {
  const { dice, height, icon, palette, thread, traits, width } = piece;
  const field = planField(piece, thread, 1.2);
  const unit = thread * dice.pick([1.7, 2.1]);
  const period = dice.pick([44, 52]);
  const reach = dice.pick([30, 34]);
  const across = reach * 2 + 5;
  const vines = width > height * 2.2 ? 3 : 1;
  const focus = focusColumn(piece);
  const bed: Box = { x: focus - (across * vines * unit) / 2, y: 0, width: across * vines * unit, height };
  field.hang({ x: bed.x - field.pitch / 4, y: height * 0.1 });
  const cleared = (Math.ceil(bed.width / (field.pitch / 2)) * field.pitch) / 2;
  piece.block({ ...bed, width: cleared }, palette.ground);
  layRails(piece, bed);
  const area = { left: -reach - 2, right: reach + 2, top: 0, bottom: period - 1 };
  const half = across / 2;
  const shifted = lata({ period, reach, leaf: traits.leaf + 1.2 });
  const motif = (x: number, y: number) => shifted(x - Math.floor(half), y);
  const tile = { width: across, height: period, motif, area: { ...area, left: 0, right: across - 1 } };
  piece.spread(piece.weaveTile(tile), tile, unit, { x: bed.x, y: height * 0.1 }, bed);
  if (icon) layMedallion(piece, icon, { x: focus, y: focusRow(piece) }, height);
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
