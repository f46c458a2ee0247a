import { squareArea } from "../loom.ts";
import { KALKA_FRINGE, kalka } from "../motifs/kalka.ts";
import type { Piece } from "../piece.ts";
import type { Box } from "../place.ts";

const TALL = 38;
const TILE = { width: 56, height: 88 };

/** Rows of small paisleys in half-drop, turned about in each row, a diamond between two of them. */
export function layKalkaRows(piece: Piece, open: Box): void {
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
