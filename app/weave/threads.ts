import { squareArea, throwThreads } from "./loom.ts";
import type { Motif } from "./motif.ts";
import { barfi } from "./motifs/barfi.ts";
import { KALKA_FRINGE, kalka } from "./motifs/kalka.ts";
import { tara } from "./motifs/tara.ts";
import type { Traits } from "./traits.ts";

const HAND: Traits = {
  core: 4,
  eye: true,
  hollow: true,
  vein: false,
  framed: false,
  petal: 0.17,
  slantPetal: 0.12,
  reach: 0.5,
  leaf: 3,
  filling: "bands",
  fringe: "pearls",
  heart: "flower",
  stoutness: 1,
  curl: 1,
};

const MOTIFS: Record<"tara" | "barfi" | "kalka", (radius: number) => Motif> = {
  tara: (radius) => tara(radius, HAND),
  barfi: (radius) => barfi(radius, HAND),
  kalka: (radius) => kalka((radius - KALKA_FRINGE) * 2, HAND),
};

/** One motif alone, thread by thread from the top: the middle is (0, 0), nothing lies further off than `radius`. */
export function threads(
  motif: "tara" | "barfi" | "kalka",
  radius: number,
): { y: number; x: number; length: number; tone: 1 | 2 | 3 }[] {
  const area = squareArea(radius);
  return throwThreads(MOTIFS[motif](radius), area).map(({ x, y, length, weft }) => ({
    y,
    x,
    length,
    tone: weft,
  }));
}
