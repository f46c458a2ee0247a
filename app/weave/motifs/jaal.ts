import type { Motif, Weft } from "../motif.ts";
import type { Traits } from "../traits.ts";
import { tara } from "./tara.ts";

/** One repeat of the net around (0, 0): a diamond mesh, knots where it crosses, a flower in each eye. */
export function jaal(period: number, traits: Traits): Motif {
  const half = period / 2;
  const radius = Math.floor(period * 0.3);
  const shape = { core: 2, eye: traits.eye, hollow: false, vein: traits.vein, reach: 0.52 };
  const flower = tara(radius, { ...shape, petal: 2.6 / radius, slantPetal: 2.4 / radius });
  return (column, row) => {
    const x = Math.abs(column);
    const y = Math.abs(row);
    const mesh = meshAt(x, x + y, period);
    if (mesh !== 0) return mesh;
    return x + y < half ? flower(x, y) : flower(x - half, y - half);
  };
}

function meshAt(x: number, distance: number, period: number): Weft {
  if (period - distance <= 0) return 3;
  const off = Math.abs(distance - period / 2);
  if (off < 1) return 1;
  return off === 2 && x % 2 === 1 ? 2 : 0;
}
