import { depthOf, layStrips, planBorder, rollBorder } from "#app/lib/weave/border.ts";
import type { IconName } from "#app/lib/weave/icons.ts";
import { layInField } from "#app/lib/weave/medallion.ts";
import { STRIPS, type StripName } from "#app/lib/weave/paar.ts";
import { type Piece, roundUnit } from "#app/lib/weave/piece.ts";

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

/** Aanchal: the end piece of a sari with a wide band among fine ones; an icon is placed between two borders. */
export function layAanchal(piece: Piece): void {
  if (piece.icon) layBetweenBorders(piece, piece.icon);
  else layBands(piece);
}

/** Strips of one thickness; `depth` and `size` in threads of the piece. */
interface Band {
  strips: StripName[];
  size: number;
  depth: number;
}

function layBands(piece: Piece): void {
  const bands = rollBands(piece);
  const unit = piece.height / depthOfBands(bands);
  let at = unit;
  for (const { strips, size, depth } of bands) {
    layStrips(piece, strips, roundUnit(unit * size), at);
    at += depth * unit;
  }
}

function depthOfBands(bands: readonly Band[]): number {
  return bands.reduce((sum, { depth }) => sum + depth, 1);
}

/** Rolls as many whole bands as best fill the piece. */
function rollBands({ dice, height, thread }: Piece): Band[] {
  const order = dice.shuffle(BANDS).slice(0, 6);
  const sizes = dice.chance(0.5) ? SIZES : SIZES.toReversed();
  const bands: Band[] = [];
  const excess = () => depthOfBands(bands) - height / thread;
  let wide = 0;
  for (let at = 0; excess() < 0; at++) {
    const name = order[at % order.length] ?? "line";
    const isNarrow = STRIPS[name].depth < 4;
    const strips: StripName[] = isNarrow ? [name] : ["line", name];
    const size = isNarrow ? 1 : (sizes[wide++ % sizes.length] ?? 1);
    bands.push({ strips, size, depth: depthOf(strips) * size + 1 });
  }
  const last = bands.at(-1);
  return last && bands.length > 1 && excess() > last.depth / 2 ? bands.slice(0, -1) : bands;
}

/** Repeats the same bands above and below the icon, which limits the file size. */
function layBetweenBorders(piece: Piece, icon: IconName): void {
  const strips = rollBorder(piece.dice);
  const above = planBorder(piece, "top", 1, { strips, share: 0.18 });
  const below = planBorder(piece, "bottom", 1.6, { strips, share: 0.26 });
  const { y, height } = above.open;
  layInField(piece, icon, { ...below.open, y, height: below.open.height + height - piece.height });
  above.lay();
  below.lay();
}
