import { type Motif, wrap } from "./motif.ts";
import { rollButi } from "./motifs/buti.ts";
import type { Piece } from "./piece.ts";
import type { Box, Place } from "./place.ts";

/** A field of small flowers, not yet hung up. */
export interface Field {
  /** The distance at which the field repeats, in pixels. */
  pitch: number;
  /** Strews the flowers over the box so that one of them falls on `at`. */
  hang: (at: Place, box?: Box) => void;
}

/** Butidar: flowers in half-drop rows. `spacing` opens them out. */
export function planField(piece: Piece, unit: number, spacing = 1): Field {
  const { radius, motif } = rollButi(piece.dice);
  const apart = (radius * 2 + piece.dice.pick([9, 11, 13])) * spacing;
  const pitch = Math.ceil(apart / 4) * 4;
  return fieldOf(piece, unit, pitch, halfDrop(motif, radius, pitch));
}

/** Panna hajar, "a thousand emeralds": close rows of hollow diamonds. */
export function planPanna(piece: Piece, unit: number): Field {
  const radius = piece.dice.pick([3, 4]);
  const pitch = (radius * 2 + 4) * 2;
  const emerald: Motif = (x, y) => {
    const distance = Math.abs(x) + Math.abs(y);
    if (distance > radius) return 0;
    if (distance >= radius - 1) return 1;
    return distance === 0 ? 2 : 0;
  };
  return fieldOf(piece, unit, pitch, halfDrop(emerald, radius, pitch));
}

function fieldOf(piece: Piece, unit: number, pitch: number, motif: Motif): Field {
  const area = { left: 0, right: pitch - 1, top: 0, bottom: pitch - 1 };
  const tile = { width: pitch, height: pitch, motif, area };
  const toMiddle = (pitch / 4 + 0.5) * unit;
  return {
    pitch: pitch * unit,
    hang: (at, box = piece.whole) => {
      const origin = { x: at.x - toMiddle, y: at.y - toMiddle };
      piece.spread(piece.weaveTile(tile), tile, unit, origin, box);
    },
  };
}

function halfDrop(motif: Motif, radius: number, pitch: number): Motif {
  const near = (value: number, middle: number) => wrap(value - middle + pitch / 2, pitch) - pitch / 2;
  return (x, y) => {
    for (const middle of [pitch / 4, (pitch * 3) / 4]) {
      const right = near(x, middle);
      const down = near(y, middle);
      if (Math.abs(right) <= radius && Math.abs(down) <= radius) return motif(right, down);
    }
    return 0;
  };
}
