import { squareArea } from "./loom.ts";
import type { Motif } from "./motif.ts";
import { rollButi } from "./motifs/buti.ts";
import type { Piece } from "./piece.ts";
import type { Place } from "./place.ts";

/** A field of small flowers, not yet hung up. */
export interface WeaveField {
  /** The distance at which the field repeats, in pixels. */
  pitch: number;
  /** Strews the flowers so that one of them falls on `at`; one that a seam would cut is left out. */
  hang: (at: Place, seams?: Seams) => void;
}

/** Where a field meets a border, in pixels from the top and from the left; at the other edges it runs off the cloth. */
export interface Seams {
  top?: number;
  bottom?: number;
  left?: number;
  right?: number;
}

/** One flower of a field around (0, 0). */
interface Flower {
  motif: Motif;
  radius: number;
}

/** Butidar: flowers in half-drop rows. `spacing` opens them out. */
export function planField(piece: Piece, unit: number, spacing = 1): WeaveField {
  const { radius, motif } = rollButi(piece.dice);
  const apart = (radius * 2 + piece.dice.pick([9, 11, 13])) * spacing;
  const pitch = Math.ceil(apart / 4) * 4;
  return fieldOf(piece, unit, pitch, { motif, radius });
}

/** Panna hajar, "a thousand emeralds": close rows of hollow diamonds. */
export function planPanna(piece: Piece, unit: number): WeaveField {
  const radius = piece.dice.pick([3, 4]);
  const pitch = (radius * 2 + 4) * 2;
  const emerald: Motif = (x, y) => {
    const distance = Math.abs(x) + Math.abs(y);
    if (distance > radius) return 0;
    if (distance >= radius - 1) return 1;
    return distance === 0 ? 2 : 0;
  };
  return fieldOf(piece, unit, pitch, { motif: emerald, radius });
}

/** Two sets of rows, the second a half-drop between the first: each stops at a seam by itself, so that rows may interlock. */
function fieldOf(piece: Piece, unit: number, pitch: number, flower: Flower): WeaveField {
  const tile = { width: pitch, height: pitch };
  const repeat = { pitch: pitch * unit, reach: (flower.radius + 0.5) * unit };
  return {
    pitch: repeat.pitch,
    hang: (at, seams = {}) => {
      const name = piece.weaveTile({ motif: flower.motif, area: squareArea(flower.radius) });
      const alone = piece.gather([{ name, at: { x: pitch / 2, y: pitch / 2 } }]);
      for (const drop of [0, repeat.pitch / 2]) {
        const middle = { x: at.x + drop, y: at.y + drop };
        const [left, right] = wholeRepeats(middle.x, seams.left, seams.right, piece.width, repeat);
        const [top, bottom] = wholeRepeats(middle.y, seams.top, seams.bottom, piece.height, repeat);
        const corner = ((pitch + 1) / 2) * unit;
        const box = { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
        piece.spread(alone, tile, unit, { x: middle.x - corner, y: middle.y - corner }, box);
      }
    },
  };
}

/** The stretch between two seams that holds only whole flowers, of which one has its middle at `middle`; in pixels. */
function wholeRepeats(
  middle: number,
  from: number | undefined,
  until: number | undefined,
  extent: number,
  { pitch, reach }: { pitch: number; reach: number },
): [start: number, end: number] {
  return [
    from === undefined ? 0 : middle + (Math.ceil((from + reach - middle) / pitch) - 0.5) * pitch,
    until === undefined ? extent : middle + (Math.floor((until - reach - middle) / pitch) + 0.5) * pitch,
  ];
}
