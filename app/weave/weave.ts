import { type Cloth, settleCloth } from "./cloth.ts";
import { finishPiece } from "./finish.ts";
import type { Layout } from "./layout.ts";
import { layAanchal } from "./layouts/aanchal.ts";
import { layBarfi, layPhul } from "./layouts/flower.ts";
import { layJaal } from "./layouts/jaal.ts";
import { layKalka } from "./layouts/kalka.ts";
import { layLata } from "./layouts/lata.ts";
import { layTersa } from "./layouts/tersa.ts";
import { Piece } from "./piece.ts";
import { recall } from "./recall.ts";
import { Dice, hashText } from "./seed.ts";
import { TONE_WALK, TONES } from "./tones.ts";

export type { Cloth } from "./cloth.ts";

/** No cloth weighs more, in bytes of UTF-8. */
export const HEAVIEST = 6144;
const COARSER = 1.12;
const COARSEST = 8;

const LAYOUT: Record<Layout, (piece: Piece) => void> = {
  phul: layPhul,
  barfi: layBarfi,
  kalka: layKalka,
  jaal: layJaal,
  tersa: layTersa,
  lata: layLata,
  aanchal: layAanchal,
};

/** A jamdani cloth as SVG: the same wish gives the same bytes, never more than 6 KB, on any machine. */
export function weave(cloth: Cloth): string {
  const settled = settleCloth(cloth);
  return recall(JSON.stringify(settled), () => weaveWithin(settled, HEAVIEST));
}

/** Weaves with a coarser and coarser thread until the cloth is light enough; a bare one always is. */
function weaveWithin(cloth: ReturnType<typeof settleCloth>, heaviest: number): string {
  for (let coarseness = 1; coarseness < COARSEST; coarseness *= COARSER) {
    const svg = weaveOnce(cloth, coarseness, true);
    if (weigh(svg) <= heaviest) return svg;
  }
  return weaveOnce(cloth, 1, false);
}

function weaveOnce(cloth: ReturnType<typeof settleCloth>, coarseness: number, ornamented: boolean): string {
  const { seed, width, height, icon, title } = cloth;
  const choice = new Dice(hashText(`choice ${seed}`));
  const tone = cloth.tone ?? choice.pick(TONE_WALK);
  const layout = cloth.layout ?? rollLayout(choice);
  const id = `w${hashText([seed, width, height, tone, layout, icon].join("|")).toString(36).padStart(7, "0")}`;
  const palette = TONES[tone];
  const piece = new Piece({
    id,
    seed: hashText(seed),
    width,
    height,
    palette,
    coarseness,
    ...(icon && { icon }),
  });
  if (ornamented) LAYOUT[layout](piece);
  return finishPiece(piece, title);
}

function rollLayout(dice: Dice): Layout {
  return dice.pick(["phul", "phul", "kalka", "kalka", "jaal", "tersa", "aanchal", "barfi", "lata"]);
}

function weigh(svg: string): number {
  return new TextEncoder().encode(svg).length;
}
