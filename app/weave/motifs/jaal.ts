import { type Motif, type Weft, wrap } from "../motif.ts";
import type { Traits } from "../traits.ts";
import { tara } from "./tara.ts";

/** The net: a diamond mesh that repeats every `period` threads, knots where it crosses, a flower in each eye. */
export function jaal(period: number, traits: Traits): Motif {
  const half = period / 2;
  const radius = Math.floor(period * 0.3);
  const shape = { core: 2, eye: traits.eye, hollow: false, vein: traits.vein, reach: 0.52 };
  const flower = tara(radius, { ...shape, petal: 2.6 / radius, slantPetal: 2.4 / radius });
  return (column, row) => {
    const x = wrap(column, period) - half;
    const y = wrap(row, period) - half;
    const distance = Math.abs(x) + Math.abs(y);
    const mesh = meshAt(Math.abs(x), distance, period);
    if (mesh !== 0) return mesh;
    return distance < half ? flower(x, y) : flower(Math.abs(x) - half, Math.abs(y) - half);
  };
}

function meshAt(x: number, distance: number, period: number): Weft {
  if (period - distance <= 0) return 3;
  const off = Math.abs(distance - period / 2);
  if (off < 1) return 1;
  return off === 2 && x % 2 === 1 ? 2 : 0;
}
