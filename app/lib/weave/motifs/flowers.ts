import { fold, type Motif, petal, type Traits, type Weft, wrap } from "../motif.ts";
import type { Dice } from "../seed.ts";

export type Flower = Pick<Traits, "core" | "eye" | "hollow" | "vein" | "petal" | "slantPetal" | "reach">;

/** Star flower: four long petals along the threads, four slanted ones between them, a knot at the centre. */
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

/** Small star flower for nets, vines and sprays. */
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

/** Small scattered flower within `radius` threads of its centre. */
export interface Buti {
  motif: Motif;
  radius: number;
}

const SPRIG = ["2", "22", "2.22", "23.22", "2.22", "22", "1", "1.11", "111", "1", "1"];

/** Rolls one of the small flowers of a field. */
export function rollButi(dice: Dice): Buti {
  const radius = dice.pick([3, 4, 5]);
  const kind = dice.pick([hollowDiamond, sprig, ringed, starlet, cross]);
  return kind(radius);
}

function hollowDiamond(radius: number): Buti {
  return {
    radius,
    motif: (x, y) => {
      const distance = Math.abs(x) + Math.abs(y);
      if (distance > radius) return 0;
      if (distance <= 1) return 2;
      return distance === radius || x === 0 || y === 0 ? 1 : 0;
    },
  };
}

function starlet(radius: number): Buti {
  return {
    radius: radius + 1,
    motif: (column, row) => {
      const x = Math.abs(column);
      const y = Math.abs(row);
      if (x + y <= 1) return 2;
      if (x + y === 2) return 0;
      if (petal(Math.max(x, y), Math.min(x, y), 1, radius + 1, 2) >= 0) return 1;
      return x === y && x < radius - 1 ? 1 : 0;
    },
  };
}

function sprig(): Buti {
  return {
    radius: 5,
    motif: (x, y) => {
      const knot = Number(SPRIG[y + 5]?.[Math.abs(x)]);
      return knot === 1 || knot === 2 || knot === 3 ? knot : 0;
    },
  };
}

function ringed(radius: number): Buti {
  return {
    radius,
    motif: (x, y) => {
      const distance = Math.abs(x) + Math.abs(y);
      if (distance > radius) return 0;
      if (distance === 0) return 2;
      return wrap(distance, 3) === radius % 3 ? 1 : 0;
    },
  };
}

function cross(radius: number): Buti {
  return { radius, motif: (x, y) => crossAt(Math.abs(x - y), Math.abs(x + y), radius) };
}

function crossAt(rising: number, falling: number, radius: number): Weft {
  if (rising <= 1 && falling <= radius) return 1;
  return falling <= 1 && rising <= radius ? 2 : 0;
}

const RIM = 10;
const BANDS: readonly Weft[] = [1, 1, 0, 2, 0, 1, 1, 1, 0, 2, 0, 1, 0, 2, 2, 0, 1, 1, 0, 1, 0, 0, 2, 0, 0];

/** Stepped diamond, named after the sweet: a toothed rim around a flower, a net or bands. */
export function barfi(radius: number, traits: Traits): Motif {
  const inner = radius - RIM;
  const fill = inner > 12 ? filling(inner, traits) : bands(inner);
  return (x, y) => {
    const depth = radius - Math.abs(x) - Math.abs(y);
    if (depth < 0) return 0;
    return depth < RIM ? rim(x, y, depth) : fill(x, y);
  };
}

function rim(x: number, y: number, depth: number): Weft {
  if (depth < 3) return hasTooth(x, y, 3 - depth) ? 1 : 0;
  if (depth < 5) return 1;
  return depth === 7 ? 2 : 0;
}

function filling(inner: number, traits: Traits): Motif {
  if (traits.filling === "net") return net(inner);
  if (traits.filling === "bands") return bands(inner);
  return flowerGarden(inner, traits);
}

function flowerGarden(inner: number, traits: Traits): Motif {
  const flower = tara(Math.round(inner * 0.64), { ...traits, core: 3, eye: true, hollow: inner > 26 });
  return (x, y) => {
    const distance = Math.abs(x) + Math.abs(y);
    const petals = flower(x, y);
    if (petals !== 0 || distance < inner * 0.74) return petals;
    return wrap(x - y, 6) === 0 && wrap(distance, 6) === 0 ? 3 : 0;
  };
}

function net(inner: number): Motif {
  const period = Math.max(8, Math.round(inner / 5) * 2);
  const half = period / 2;
  return (x, y) => {
    const even = fold(x + half, period) + fold(y + half, period);
    const odd = fold(x, period) + fold(y, period);
    const mesh = half - Math.min(even, odd);
    if (mesh < 2) return 0;
    if (mesh < 4) return even < odd ? 1 : 2;
    return mesh > half - 1 ? 3 : 0;
  };
}

function bands(inner: number): Motif {
  return (x, y) => {
    const distance = Math.abs(x) + Math.abs(y);
    if (distance < 3) return 3;
    return distance > inner - 3 ? 0 : (BANDS[Math.floor(distance / 2) % BANDS.length] ?? 0);
  };
}

/** Length of a frame's teeth beyond its radius. */
export const FRAME_TEETH = 4;

/** Diamond frame around a flower or an icon: teeth outside, a double line, a fine thread of knots inside. */
export function frame(radius: number): Motif {
  return (x, y) => {
    const inside = radius - Math.abs(x) - Math.abs(y);
    if (inside < -FRAME_TEETH) return 0;
    if (inside < 0) return hasTooth(x, y, -inside) ? 1 : 0;
    if (inside < 2) return 1;
    return inside === 4 ? 2 : 0;
  };
}

/** Whether a tooth of the stepped edge covers a crossing `height` threads beyond the edge. */
function hasTooth(x: number, y: number, height: number): boolean {
  return wrap(Math.abs(x) - Math.abs(y), 6) < 5 - 2 * (height - 1);
}
