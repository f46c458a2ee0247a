import { ORNAMENTS, STRIPS, type StripName, tileOf } from "./paar.ts";
import { type Box, fitUnit, type Piece, roundUnit } from "./piece.ts";
import type { Dice } from "./seed.ts";

const GAP = 1.4;

/** Rolls the strips of a border, from its outer edge to its inner. */
export function rollBorder(dice: Dice): StripName[] {
  const lead = dice.pick(ORNAMENTS);
  return dice.pick<StripName[]>([
    ["dash", "line", "gap", lead, "gap", "line", "dash"],
    ["duo", "teeth-down", "gap", lead, "gap", "teeth", "duo"],
    ["line", "gap", lead, "line", "teeth-down"],
    ["teeth", "duo", "gap", lead, "gap", "duo", "teeth-down"],
  ]);
}

/** Total depth of strips, in threads. */
export function depthOf(strips: readonly StripName[]): number {
  return strips.reduce((sum, name) => sum + STRIPS[name].depth + GAP, 0);
}

/** Lays strips one after another, horizontally or vertically, from `at` in pixels; returns their end. */
export function layStrips(
  piece: Piece,
  strips: readonly StripName[],
  unit: number,
  at: number,
  vertical = false,
): number {
  let edge = at;
  for (const name of strips) {
    const thick = STRIPS[name].depth * unit;
    const origin = vertical ? { x: edge, y: 0 } : { x: 0, y: edge };
    const box = vertical
      ? { ...piece.whole, x: edge, width: thick }
      : { ...piece.whole, y: edge, height: thick };
    if (name !== "gap") {
      const tile = tileOf(STRIPS[name], vertical);
      const rows = piece.weaveOnce(`${name} ${vertical}`, tile);
      piece.spread(rows, tile, unit, origin, [box]);
    }
    edge += thick + GAP * unit;
  }
  return edge;
}

/** Planned border along one side of a piece. */
export interface Border {
  /** Area inside the border. */
  open: Box;
  lay: () => void;
}

export type Side = "top" | "bottom" | "left" | "right";

/** Plans a border along a side; it takes at most `share` of the piece. */
export function planBorder(
  piece: Piece,
  side: Side,
  fineness: number,
  { strips = rollBorder(piece.dice), share = 0.33 }: { strips?: StripName[]; share?: number } = {},
): Border {
  const vertical = side === "left" || side === "right";
  const extent = vertical ? piece.width : piece.height;
  const margin = Math.min(piece.thread * 1.5, extent * 0.05);
  const wanted = Math.min(piece.thread * fineness, (extent * share) / depthOf(strips));
  const unit = vertical ? fitUnit(piece.height, wanted) : roundUnit(wanted);
  const depth = depthOf(strips) * unit + margin * 2;
  const start = side === "top" || side === "left" ? 0 : extent - depth;
  const box = vertical
    ? { ...piece.whole, x: start, width: depth }
    : { ...piece.whole, y: start, height: depth };
  const rest = start === 0 ? depth : 0;
  return {
    open: vertical
      ? { ...piece.whole, x: rest, width: extent - depth }
      : { ...piece.whole, y: rest, height: extent - depth },
    lay: () => {
      piece.block(box, piece.palette.hem);
      layStrips(piece, strips, unit, start + margin, vertical);
    },
  };
}
