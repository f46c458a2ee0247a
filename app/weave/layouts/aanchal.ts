import { layStrips } from "../border.ts";
import { layMedallion } from "../medallion.ts";
import { STRIPS, type StripName } from "../paar.ts";
import type { Piece } from "../piece.ts";
import { focusColumn, focusRow } from "./focus.ts";

const BANDS: readonly StripName[] = [
  "teeth-down",
  "line",
  "zig",
  "dash",
  "barfi",
  "line",
  "leaf",
  "tara",
  "duo",
  "temple",
  "vine",
  "kali",
];
const SIZES = [1, 3.4, 1, 1.8, 1, 2.4];

/** Aanchal: the end piece of a sari, band over band, a wide one among fine ones. */
export function layAanchal(piece: Piece): void {
  const { dice, height, icon, thread } = piece;
  const bands = dice.shuffle(BANDS).slice(0, 6);
  const sizes = dice.chance(0.5) ? SIZES : SIZES.toReversed();
  let at = -thread * 3;
  let wide = 0;
  for (const band of [...bands, ...bands]) {
    if (at > height) break;
    const narrow = STRIPS[band].depth < 4;
    const unit = narrow ? thread : thread * (sizes[wide++ % sizes.length] ?? 1);
    at = layStrips(piece, narrow ? [band] : ["line", band], unit, at) + thread;
  }
  if (icon) layMedallion(piece, icon, { x: focusColumn(piece), y: focusRow(piece) }, height);
}
