import { type Motif, petal, type Weft, wrap } from "../motif.ts";
import { smallTara } from "./tara.ts";

/** The measures of the sprays: the repeat, the half-width of a leaf, and whether a vein parts it. */
export interface Sprays {
  period: number;
  leaf: number;
  vein: boolean;
}

/** Sprays of paired leaves that climb the diagonal, with a flower between two of them. */
export function tersa(sprays: Sprays): Motif {
  const { period } = sprays;
  const step = period / 4;
  const flower = smallTara(9);
  return (column, row) => {
    const x = wrap(column, period);
    const climb = wrap(column + row, period);
    if (climb < 2) return 1;
    const node = Math.round((x - climb / 2) / step);
    for (let at = node - 2; at <= node + 2; at++) {
      const leaf = pair(x - at * step, climb - (x - at * step), sprays);
      if (leaf !== 0) return leaf;
      const below = climb - period;
      const other = pair(x - at * step, below - (x - at * step), sprays);
      if (other !== 0) return other;
    }
    const off = climb - period / 2;
    const along = wrap(column - row, period) - period / 2;
    return flower(Math.trunc((off + along) / 2), Math.trunc((off - along) / 2));
  };
}

/** The two leaves of one node at (0, 0): one to the right along the pick, one straight up. */
function pair(x: number, y: number, { period, leaf, vein }: Sprays): Weft {
  const length = period / 4;
  if (x > 1 && x <= length && petal(x, Math.abs(y), 1, length, leaf) >= 0) {
    return vein && y === 0 && x > 4 && x < length - 3 ? 0 : 1;
  }
  if (y < -1 && y >= -length && petal(-y, Math.abs(x), 1, length, leaf) >= 0) return 2;
  return 0;
}
