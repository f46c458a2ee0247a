import { type Motif, petal, type Weft } from "../motif.ts";
import type { Traits } from "../traits.ts";

export type Flower = Pick<Traits, "core" | "eye" | "hollow" | "vein" | "petal" | "slantPetal" | "reach">;

/** The star flower: four long petals along the threads, four slant ones between them, a knot in the heart. */
export function tara(radius: number, flower: Flower): Motif {
  const { core } = flower;
  const longWidth = Math.max(2.2, radius * flower.petal);
  const slantWidth = Math.max(2, radius * flower.slantPetal);
  return (column, row) => {
    const x = Math.abs(column);
    const y = Math.abs(row);
    const distance = x + y;
    if (distance > radius * 1.4) return 0;
    if (distance <= core + 1) return heart(distance, flower);
    const long = petal(Math.max(x, y), Math.min(x, y), core + 1, radius, longWidth);
    if (long >= 0) return longPetal(long, flower.hollow);
    const slant = petal(
      distance / 2,
      Math.abs(x - y) / 1.25,
      core / 2 + 2,
      radius * flower.reach * 1.12,
      slantWidth,
    );
    if (slant < 0) return 0;
    return flower.vein && slantWidth > 3 && slant > 1.2 && Math.abs(x - y) < 2 ? 0 : 2;
  };
}

/** A small star flower for nets, vines and sprays. */
export function smallTara(radius: number, core = 2): Motif {
  const shape = { core, eye: true, hollow: false, vein: false, reach: 0.56 };
  return tara(radius, { ...shape, petal: 2.5 / radius, slantPetal: 2 / radius });
}

function heart(distance: number, { core, eye }: Flower): Weft {
  if (distance > core) return 0;
  return eye && distance <= core - 2 ? 3 : 2;
}

function longPetal(depth: number, hollow: boolean): Weft {
  if (!hollow || depth <= 1.6) return 1;
  return depth > 3.1 ? 2 : 0;
}
