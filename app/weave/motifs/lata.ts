import { fold, type Motif, petal, type Weft, wrap } from "../motif.ts";
import { smallTara } from "./tara.ts";

/** The measures of a vine: it repeats every `period` picks and reaches `reach` threads to either side. */
export interface Vine {
  period: number;
  reach: number;
  leaf: number;
}

/** The vine: a zigzag stem with two slant leaves and a bud outside each turn, a flower inside it. */
export function lata(vine: Vine): Motif {
  const { period } = vine;
  const flower = smallTara(Math.round(period * 0.18));
  return (x, y) => {
    if (Math.abs(x - fold(y, period) + period / 4) < 1.2) return 1;
    return turn(x, wrap(y + period / 2, period) - period / 2) || turn(-x, wrap(y, period) - period / 2);
  };

  /** What grows at the turn in (0, 0), with outwards to the right. */
  function turn(x: number, y: number): Weft {
    const out = x - period / 4;
    return flower(out + period / 2, y) || leaves(out, y, vine) || bud(out, y, vine);
  }
}

function leaves(out: number, y: number, { period, reach, leaf }: Vine): Weft {
  const length = reach - period * 0.28;
  for (const way of [-1, 1]) {
    const along = (out - way * y) / 2;
    const across = Math.abs(out + way * y) / 2;
    if (along <= 1 || petal(along, across, 1, length, leaf) < 0) continue;
    const inVein = across < 0.6 && along > 4 && along < length - 3;
    if (inVein) return 0;
    return way > 0 ? 1 : 2;
  }
  return 0;
}

function bud(out: number, y: number, { period, reach }: Vine): Weft {
  const distance = Math.abs(out - reach + Math.round(period * 0.2)) + Math.abs(y);
  if (distance > 4 || distance === 2) return 0;
  return distance < 2 ? 3 : 1;
}
