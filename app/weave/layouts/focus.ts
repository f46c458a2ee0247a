import type { Piece } from "../piece.ts";

/** Where the large motif stands, in pixels from the left: off the middle, to the piece's own side. */
export function focusColumn(piece: Piece): number {
  const share = piece.dice.between(0.66, 0.8);
  return Math.round(piece.width * (piece.mirrored ? 1 - share : share));
}

/** How high it stands, in pixels from the top. */
export function focusRow(piece: Piece): number {
  return Math.round(piece.height * piece.dice.between(0.4, 0.58));
}
