import type { Motif } from "../motif.ts";
import { KALKA_FRINGE, kalka } from "../motifs/kalka.ts";
import type { Box, Piece } from "../piece.ts";

const TALL = 34;
const ACROSS = 60;
const DOWN = 84;

/** Rows of small paisleys in half-drop, turned about in each row, a diamond between two of them. */
export function layKalkaRows(piece: Piece, open: Box): void {
  const { height, mirrored, thread, traits } = piece;
  const unit = Math.max(thread * 1.2, height / 84);
  const paisley = kalka(TALL, { ...traits, heart: traits.heart === "net" ? "flower" : traits.heart });
  const first = centred(paisley, ACROSS / 4, DOWN / 4);
  const second = centred(paisley, (ACROSS * 3) / 4, (DOWN * 3) / 4, true);
  const diamonds = [
    centred(diamond, (ACROSS * 3) / 4, DOWN / 4),
    centred(diamond, ACROSS / 4, (DOWN * 3) / 4),
  ];
  const motif: Motif = (x, y) => {
    for (const laid of [first, second, ...diamonds]) {
      const weft = laid(x, y);
      if (weft !== 0) return weft;
    }
    return 0;
  };
  const area = { left: 0, right: ACROSS - 1, top: 0, bottom: DOWN - 1 };
  const tile = { width: ACROSS, height: DOWN, motif, area };
  const origin = { x: mirrored ? open.width : open.x, y: KALKA_FRINGE * unit };
  piece.spread(piece.weaveTile(tile), tile, unit, origin, open);
}

function centred(motif: Motif, x: number, y: number, mirrored = false): Motif {
  return (column, row) => {
    const across = column - x;
    return motif(mirrored ? -across : across, row - y);
  };
}

function diamond(x: number, y: number): 0 | 2 | 3 {
  const distance = Math.abs(x) + Math.abs(y);
  if (distance > 4) return 0;
  return distance < 2 ? 3 : 2;
}
