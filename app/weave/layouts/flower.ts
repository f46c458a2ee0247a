import { planBorder } from "#app/weave/border.ts";
import { clearOf, planField } from "#app/weave/field.ts";
import { layFrame, layInField } from "#app/weave/medallion.ts";
import { barfi } from "#app/weave/motifs/barfi.ts";
import { FRAME_TEETH } from "#app/weave/motifs/frame.ts";
import { tara } from "#app/weave/motifs/tara.ts";
import { focusColumn, type Piece } from "#app/weave/piece.ts";
import { type Box, fitUnit, type Place } from "#app/weave/place.ts";

/** A large motif in the field: how far it reaches for a radius, in threads, and how it is laid. */
interface Centrepiece {
  /** Along its threads and picks, and along its diagonals. */
  reach: (radius: number) => [across: number, slant: number];
  lay: (radius: number, unit: number, at: Place) => void;
}

/** Phul: a field of butis, one large star flower that an edge crops, a border along the top or the foot. */
export function layPhul(piece: Piece): void {
  const { traits } = piece;
  const around = (radius: number) => Math.round(radius * 1.12) + 2;
  layFlower(piece, {
    reach: (radius) => {
      const framed = around(radius) + FRAME_TEETH;
      return traits.framed ? [framed, framed] : [radius, radius * 1.25];
    },
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
    reach: (radius) => [radius, radius],
    lay: (radius, unit, at) => {
      piece.reuse(piece.weaveFourfold(barfi(radius, piece.traits), radius), unit, at);
    },
  });
}

/** A large motif of fewer threads would have no room for its inside. */
const LEAST = 26;

function layFlower(piece: Piece, centrepiece: Centrepiece): void {
  const { dice, icon } = piece;
  const side = dice.chance(0.3) ? "top" : "bottom";
  const border = planBorder(piece, side, dice.pick([1, 1.25, 1.6]));
  if (icon) layInField(piece, icon, border.open);
  else layLarge(piece, border.open, centrepiece);
  border.lay();
}

/** The motif stands whole on the border; the edge across from it takes a part, between two picks. */
function layLarge(piece: Piece, open: Box, centrepiece: Centrepiece): void {
  const { dice, thread, width } = piece;
  const spread = Math.max(open.height, Math.min(width * 0.36, open.height * 1.1)) * dice.between(0.6, 0.69);
  const unit = fitUnit(open.height, Math.min(thread * dice.pick([1.6, 2, 2.5]), spread / LEAST));
  const most = Math.floor(spread / unit);
  const radius = 2 * most - centrepiece.reach(most)[0];
  const [across, slant] = centrepiece.reach(radius);
  const away = (across + 1.5) * unit;
  const at = { x: focusColumn(piece), y: open.y > 0 ? open.y + away : open.height - away };
  const field = planField(piece, thread * dice.pick([1, 1, 1.5]), open);
  field.hang(at.x, clearOf(at, across * unit, slant * unit));
  centrepiece.lay(radius, unit, at);
}
