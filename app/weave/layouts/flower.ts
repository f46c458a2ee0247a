import { planBorder } from "#app/weave/border.ts";
import { planField } from "#app/weave/field.ts";
import { clearAround, layFrame, layMedallion } from "#app/weave/medallion.ts";
import { barfi } from "#app/weave/motifs/barfi.ts";
import { FRAME_TEETH } from "#app/weave/motifs/frame.ts";
import { tara } from "#app/weave/motifs/tara.ts";
import { focusColumn, type Piece } from "#app/weave/piece.ts";
import type { Place } from "#app/weave/place.ts";

/** A large motif in the field: how far it reaches for a radius, in threads, and how it is laid. */
interface Centrepiece {
  reach: (radius: number) => number;
  lay: (radius: number, unit: number, at: Place) => void;
}

/** Phul: a field of butis, one large star flower that an edge crops, a border along the top or the foot. */
export function layPhul(piece: Piece): void {
  const { traits } = piece;
  const around = (radius: number) => Math.round(radius * 1.12) + 2;
  layFlower(piece, {
    reach: (radius) => (traits.framed ? around(radius) + FRAME_TEETH : radius),
    lay: (radius, unit, at) => {
      piece.reuse(piece.weaveFourfold(tara(radius, traits), radius), unit, at);
      if (!traits.framed) return;
      layFrame(piece, around(radius), unit, at);
    },
  });
}

/** Barfi: the same cloth around one large stepped diamond. */
export function layBarfi(piece: Piece): void {
  layFlower(piece, {
    reach: (radius) => radius,
    lay: (radius, unit, at) => {
      piece.reuse(piece.weaveFourfold(barfi(radius, piece.traits), radius), unit, at);
    },
  });
}

function layFlower(piece: Piece, centrepiece: Centrepiece): void {
  const { dice, height, thread, width } = piece;
  const onTop = dice.chance(0.3);
  const field = planField(piece, thread * dice.pick([1, 1, 1.5]));
  const border = planBorder(piece, onTop ? "top" : "bottom", dice.pick([1, 1.25, 1.6]));
  const open = height - border.depth;
  const unit = Math.min(thread * dice.pick([1.6, 2, 2.5]), open / 28);
  const spread = Math.max(open, Math.min(width * 0.34, open * 1.15)) * dice.between(0.6, 0.72);
  const radius = Math.floor(spread / unit);
  const seam = onTop ? border.depth : open;
  const at = { x: focusColumn(piece), y: awayFrom(seam, radius * unit, field.pitch, onTop ? 1 : -1) };
  if (piece.icon) {
    at.y += Math.round(((onTop ? height + seam : seam) / 2 - at.y) / field.pitch) * field.pitch;
    field.hang(at, onTop ? { top: seam } : { bottom: seam });
    layMedallion(piece, piece.icon, at, open, (reach) => clearAround(piece, at, reach, field.pitch));
  } else {
    field.hang(at, onTop ? { top: seam } : { bottom: seam });
    clearAround(piece, at, centrepiece.reach(radius) * unit, field.pitch);
    centrepiece.lay(radius, unit, at);
  }
  border.lay();
}

/** A row about `distance` from the seam, where the seam falls between two rows of the field. */
function awayFrom(seam: number, distance: number, pitch: number, way: 1 | -1): number {
  const half = pitch / 2;
  return seam + way * (Math.round((distance * 0.9) / half - 0.5) + 0.5) * half;
}
