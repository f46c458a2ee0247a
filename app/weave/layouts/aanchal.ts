import { layStrips, planBorder, rollBorder } from "#app/weave/border.ts";
import { planField } from "#app/weave/field.ts";
import type { IconName } from "#app/weave/icons.ts";
import { clearAround, layMedallion } from "#app/weave/medallion.ts";
import { STRIPS, type StripName } from "#app/weave/paar.ts";
import { focusColumn, type Piece } from "#app/weave/piece.ts";

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

/** Aanchal: the end piece of a sari, band over band, a wide one among fine ones; an icon stands between two borders. */
export function layAanchal(piece: Piece): void {
  if (piece.icon) layBetweenBorders(piece, piece.icon);
  else layBands(piece);
}

function layBands(piece: Piece): void {
  const { dice, height, thread } = piece;
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
}

/** No thread of a band may end at the icon, so the bands gather above and below it: the same ones, to stay light. */
function layBetweenBorders(piece: Piece, icon: IconName): void {
  const field = planField(piece, piece.thread);
  const strips = rollBorder(piece.dice);
  const above = planBorder(piece, "top", 1, { strips, share: 0.18 });
  const below = planBorder(piece, "bottom", 1.6, { strips, share: 0.26 });
  const open = { top: above.depth, bottom: piece.height - below.depth };
  const at = { x: focusColumn(piece), y: (open.top + open.bottom) / 2 };
  field.hang(at, open);
  layMedallion(piece, icon, at, open.bottom - open.top, (reach) => {
    clearAround(piece, at, reach, field.pitch);
  });
  above.lay();
  below.lay();
}
